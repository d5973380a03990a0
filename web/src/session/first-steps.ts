// The guide of a new installation: asked for where its administrators land, and by the bar that leads them on.
import { firstStepsRoutes } from '@kuwei/contract/sys/first-steps';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';

const ROLE = 'ROLE_ADMIN';

export const firstStepsQuery = queryOptions({
  queryKey: [firstStepsRoutes.getFirstSteps.path, {}, { pageRole: ROLE, org: null }],
  retry: false,
  queryFn: ({ signal }) => call(firstStepsRoutes.getFirstSteps, undefined, { pageRole: ROLE, signal }),
});

/** Whether the guide is open; false where that cannot be asked. */
export const isGuideOpen = (): Promise<boolean> =>
  queryClient.fetchQuery(firstStepsQuery).then(
    ({ open }) => open,
    () => false,
  );
