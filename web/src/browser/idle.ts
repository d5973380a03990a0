// Waiting for a moment in which the browser has nothing else to do.

/** @param timeout the longest wait, ms; how long to wait where the browser does not say when it is idle */
export const whenIdle = (timeout: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, timeout);
  });
