// The setup guide of a new installation: queried when its administrators arrive, and by the bar that leads through it.
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

/** Whether the guide is open; false if the request fails. */
export const isGuideOpen = (): Promise<boolean> =>
  queryClient.fetchQuery(firstStepsQuery).then(
    ({ open }) => open,
    () => false,
  );
