// Waits for browser idle time.

/** @param timeout longest wait in ms; the delay if the browser has no idle callback */
export const whenIdle = (timeout: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, timeout);
  });
