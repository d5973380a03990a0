import { onLiveDisconnect } from '../api/live.ts';
import { invalidateLive, queryClient } from '../api/query-client.ts';
import { checkServer, useServer } from '../browser/server-up.ts';

/**
 * Checks the server when the live connection is lost, and refetches failed queries once it responds.
 * @returns stops it
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
