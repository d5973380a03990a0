import { useEffect, useState } from 'react';
import { onLiveBreak } from '../api/live.ts';
import { invalidateLive, queryClient } from '../api/query.ts';
import { isServerUp, serverBack } from '../api/server-up.ts';

/**
 * True while the server does not answer: it is restarted, or cannot be reached. The broken live connection makes us look;
 * what failed meanwhile is asked for again as soon as it answers.
 */
export function useServerAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    let looking = false;
    const look = async (): Promise<void> => {
      if (looking) return;
      looking = true;
      if (!(await isServerUp()) && !ending.signal.aborted) {
        setAway(true);
        await serverBack(ending.signal);
        setAway(false);
        void invalidateLive();
        void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      }
      looking = false;
    };
    const stop = onLiveBreak(() => void look());
    return () => {
      stop();
      ending.abort();
    };
  }, []);
  return away;
}
