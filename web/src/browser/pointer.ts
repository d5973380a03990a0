// Whether a pointer is down: content that moves under a button between press and release loses the click.

let pressed = false;
const listen = (type: string, to: boolean): void => window.addEventListener(type, () => (pressed = to), { capture: true });
listen('pointerdown', true);
listen('pointerup', false);
listen('pointercancel', false);

/** Runs immediately, or on pointer release before the click is dispatched. */
export function runAfterRelease(run: () => void): void {
  if (!pressed) return run();
  const controller = new AbortController();
  const released = (): void => {
    controller.abort();
    run();
  };
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(type, released, { capture: true, signal: controller.signal });
}
