// Keyboard shortcuts of a list. They work anywhere on the page unless the user is typing or a dialog is open.
import { useEffectEvent, useMemo, type RefObject } from 'react';
import { useKeyGroup, type KeyGroup } from '../page/keys.ts';
import { useActiveEffect } from '../page/page.ts';

interface ListKeys {
  /** Root element of the list. */
  root: RefObject<HTMLElement | null>;
  onStep: (step: 1 | -1) => void;
  /** Null if rows cannot be selected. */
  onSelect: (() => void) | null;
  onPage: (step: 1 | -1) => void;
  onRefresh: () => void;
  /** Null if nothing can be created. */
  onNew: (() => void) | null;
  /** Closes details, or clears the selection. @returns whether there was anything to do */
  onEscape: () => boolean;
}

const LIST_KEYS: KeyGroup = {
  title: 'keys.list',
  keys: [
    { keys: ['/'], label: 'keys.search' },
    { keys: ['↓', '↑', 'j', 'k'], label: 'keys.step' },
    { keys: ['Enter'], label: 'keys.open' },
    { keys: ['Space', 'x'], label: 'keys.select' },
    { keys: ['[', ']'], label: 'keys.page' },
    { keys: ['n'], label: 'keys.new' },
    { keys: ['r'], label: 'keys.refresh' },
    { keys: ['Esc'], label: 'keys.escape' },
    { keys: ['Alt', '←'], label: 'keys.columnWidth' },
    { keys: ['Alt', 'Shift', '←'], label: 'keys.columnMove' },
  ],
};

export function useListKeys({ root, ...actions }: ListKeys): void {
  const [selects, makes] = [actions.onSelect !== null, actions.onNew !== null];
  const group = useMemo((): KeyGroup => {
    const works = (label: string): boolean => (label !== 'keys.select' || selects) && (label !== 'keys.new' || makes);
    return { ...LIST_KEYS, keys: LIST_KEYS.keys.filter(({ label }) => works(label)) };
  }, [selects, makes]);
  useKeyGroup(group);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const leaves = event.key === 'ArrowDown' && target.matches('[data-search]');
    if ((isTyping(target) && !leaves) || isElsewhere(target, root.current) || dialogOpen(root.current)) return;
    if (act(event.key, target)) event.preventDefault();
  });

  function act(key: string, target: HTMLElement): boolean {
    const inRow = target.closest('[data-row]') !== null;
    switch (key) {
      case '/':
        root.current?.querySelector<HTMLInputElement>('[data-search]')?.select();
        return true;
      case 'j':
      case 'ArrowDown':
        actions.onStep(1);
        return true;
      case 'k':
      case 'ArrowUp':
        actions.onStep(-1);
        return true;
      case ' ':
        // Buttons and checkboxes in the row handle their own keys.
        if (!inRow || target.matches('button, input')) return false;
        actions.onSelect?.();
        return true;
      case 'x':
        actions.onSelect?.();
        return true;
      case '[':
      case ']':
        actions.onPage(key === ']' ? 1 : -1);
        return true;
      case 'r':
        actions.onRefresh();
        return true;
      case 'n':
        actions.onNew?.();
        return true;
      case 'Escape':
        return actions.onEscape();
      default:
        return false;
    }
  }

  useActiveEffect(() => {
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

const isTyping = (element: HTMLElement): boolean =>
  element.isContentEditable || element.matches('textarea, select, input:not([type=checkbox], [type=radio])');

/** The header, the menu and open panels handle their own keys. */
const isElsewhere = (element: HTMLElement, root: HTMLElement | null): boolean =>
  !element.matches('body, .frame-content') && root?.contains(element) !== true && element.closest('.slot-scroll') === null;

const dialogOpen = (root: HTMLElement | null): boolean =>
  [...(root?.closest('.slot')?.querySelectorAll('.slot-popups [aria-modal=true]') ?? [])].some((dialog) =>
    dialog.checkVisibility(),
  );
