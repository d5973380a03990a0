import { onLiveDisconnect } from '../api/live.ts';
import { invalidateLive, queryClient } from '../api/query-client.ts';
import { checkServer, useServer } from '../browser/server-up.ts';

/**
 * Looks for the server when the live connection breaks, and asks again for what failed meanwhile as soon as it answers.
 * @returns ends it
 */
export function watchServer(): () => void {
  const stops = [
    onLiveDisconnect(() => void checkServer()),
    useServer.subscribe(({ away }, before) => {
      if (away || !before.away) return;
      void invalidateLive();
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
