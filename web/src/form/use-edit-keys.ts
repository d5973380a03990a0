import { useRef } from 'react';
import { useKeyGroup, type KeyGroup } from '../page/keys.ts';
import { useActiveEffect } from '../page/page.ts';
import { settleChooser } from '../ui/settle-chooser.ts';
import type { EditState, AfterSave } from './use-edit.ts';

const EDIT_KEYS: KeyGroup = {
  title: 'keys.form',
  keys: [
    { keys: ['Ctrl', 'S'], label: 'keys.save' },
    { keys: ['Ctrl', 'Enter'], label: 'keys.saveBack' },
  ],
};

/** The action of a shortcut: Ctrl+S saves and stays, Ctrl+Enter saves and goes back. */
export function toSaveAction({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): AfterSave | null {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return null;
  return key.toLowerCase() === 's' ? 'stay' : key === 'Enter' ? 'back' : null;
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Shortcuts of the page in front; a drawer or dialog over it has its own. */
export function useEditKeys(state: EditState): void {
  const now = useRef(state);
  now.current = state;
  useKeyGroup(EDIT_KEYS);
  useActiveEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const then = toSaveAction(event);
      if (then === null || event.defaultPrevented || isInDialog(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      void settleChooser().then(() => now.current.submit(then));
    };
    // Capture: before the kit's selects, which open on Enter regardless of modifiers.
    window.addEventListener('keydown', pressed, true);
    return () => window.removeEventListener('keydown', pressed, true);
  }, []);
}
