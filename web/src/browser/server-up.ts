// Whether the server answers at all, asked past every cache.
import { create } from 'zustand';

const PROBE_TIMEOUT_MS = 5_000;

/** `away` from when it was found not to answer until it does. */
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

/** How long after one failed try the next one is: not all windows of a campus in the same moment. */
const AGAIN_MS = 2_000;
const JITTER_MS = 1_000;

async function untilUp(): Promise<void> {
  while (!(await isServerUp())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS + Math.random() * JITTER_MS));
}

let looking: Promise<boolean> | null = null;

/** Looks for the server because something was lost on the way to it. @returns false where it is away from here on */
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

/** Resolves when the server answers, for everybody who waits in the same moment. Something was lost on the way to it. */
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

/** Resolves at once, unless the server is known to be away: then when it is back. */
export const waitWhileServerAway = async (): Promise<void> => {
  if (useServer.getState().away) await waitForServer();
};
