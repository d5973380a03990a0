// Overlays opened on any page, by a header button or a shortcut.
import { create } from 'zustand';

export type Overlay = 'finder' | 'keys';

export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }));

/** Typed after the finder was asked for, before its field has the focus. */
let ahead = '';
/** Should the finder not come, keys must not be lost for long. */
const AHEAD_MS = 5_000;
function collect(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  ahead += event.key;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function takeTypedAhead(): string {
  window.removeEventListener('keydown', collect, true);
  const text = ahead;
  ahead = '';
  return text;
}

export function openOverlay(open: Overlay | null): void {
  takeTypedAhead();
  if (open === 'finder' && useOverlay.getState().open === null) {
    window.addEventListener('keydown', collect, true);
    setTimeout(takeTypedAhead, AHEAD_MS);
  }
  useOverlay.setState({ open });
}
