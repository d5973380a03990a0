// Whether somebody is pressing on something: what moves under a button between press and release takes the click away.

let pressed = false;
const listen = (type: string, to: boolean): void => window.addEventListener(type, () => (pressed = to), { capture: true });
listen('pointerdown', true);
listen('pointerup', false);
listen('pointercancel', false);

/** At once, or where something is pressed as soon as it is let go, before the click arrives. */
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
