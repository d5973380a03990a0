// Server reachability, checked past all caches.
import { create } from 'zustand';

const PROBE_TIMEOUT_MS = 5_000;

/** `away` from the first failed check until the server answers. */
export const useServer = create<{ away: boolean }>(() => ({ away: false }));

async function isServerUp(): Promise<boolean> {
  try {
    const response = await fetch(new URL('/api/health', location.origin), {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** Delay between checks, with jitter so that not all windows of a campus check at once. */
const AGAIN_MS = 2_000;
const JITTER_MS = 1_000;

async function untilUp(): Promise<void> {
  while (!(await isServerUp())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS + Math.random() * JITTER_MS));
}

let looking: Promise<boolean> | null = null;

/** Checks the server after a request was lost. @returns false if it is unreachable */
export function checkServer(): Promise<boolean> {
  if (useServer.getState().away) return Promise.resolve(false);
  looking ??= checkOnce().finally(() => {
    looking = null;
  });
  return looking;
}

async function checkOnce(): Promise<boolean> {
  if (await isServerUp()) return true;
  useServer.setState({ away: true });
  void untilUp().then(() => useServer.setState({ away: false }));
  return false;
}

/** Resolves when the server answers; concurrent waiters share the check. Called after a request was lost. */
export async function waitForServer(): Promise<void> {
  if (await checkServer()) return;
  await new Promise<void>((resolve) => {
    const stop = useServer.subscribe(({ away }) => {
      if (away) return;
      stop();
      resolve();
    });
  });
}

/** Resolves immediately, unless the server is known to be unreachable: then once it is back. */
export const waitWhileServerAway = async (): Promise<void> => {
  if (useServer.getState().away) await waitForServer();
};
