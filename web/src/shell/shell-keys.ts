// Shortcuts available on every page.
import { useEffect, useEffectEvent } from 'react';
import { useHasPendingStep, useUser } from '../session/user.ts';
import { isMac } from '../ui/platform.ts';
import { openOverlay } from './overlay.ts';

/** Ctrl+K works even while typing; `?` only outside text fields. */
export function useShellKeys(): void {
  const isDue = useHasPendingStep();
  const signedIn = useUser((state) => state.user !== null) && !isDue;
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const command = isMac ? event.metaKey : event.ctrlKey;
    if (signedIn && command && !event.shiftKey && event.key.toLowerCase() === 'k') openOverlay('finder');
    else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTaken(event.target as HTMLElement)) openOverlay('keys');
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

const isTaken = (element: HTMLElement): boolean =>
  element.isContentEditable ||
  element.closest('textarea, select, input:not([type=checkbox], [type=radio]), [aria-modal=true]') !== null;
