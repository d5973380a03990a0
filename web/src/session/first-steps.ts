// The guide of a new installation: asked for where its administrators land, and by the bar that leads them on.
import { firstStepsRoutes } from '@kuwei/contract/sys/first-steps';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { useUser } from './user.ts';

const ROLE = 'ROLE_ADMIN';

export const firstStepsQuery = queryOptions({
  queryKey: [firstStepsRoutes.getFirstSteps.path, {}, { pageRole: ROLE, org: null }],
  retry: false,
  queryFn: ({ signal }) => call(firstStepsRoutes.getFirstSteps, undefined, { pageRole: ROLE, signal }),
});

/** Whether the person in front is to be led by the guide; false where that cannot be asked. */
export async function isGuideOpen(): Promise<boolean> {
  const { user, roles } = useUser.getState();
  if (!user || user.authProxyUser || !roles.some(({ code }) => code === ROLE)) return false;
  return queryClient.fetchQuery(firstStepsQuery).then(
    ({ open }) => open,
    () => false,
  );
}
