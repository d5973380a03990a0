// Whether the server answers at all, asked past every cache.
const PROBE_TIMEOUT_MS = 5_000;

export async function isServerUp(): Promise<boolean> {
  try {
    const response = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return response.ok;
  } catch {
    return false;
  }
}

/** How long after one failed try the next one is: not all windows of a campus in the same moment. */
const AGAIN_MS = 2_000;
const JITTER_MS = 1_000;

/** Resolves when the server answers. @param ending gives up waiting: never resolves then */
export async function serverBack(ending?: AbortSignal): Promise<void> {
  while (!(await isServerUp())) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS + Math.random() * JITTER_MS));
    if (ending?.aborted) return new Promise(() => {});
  }
}
