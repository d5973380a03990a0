// A scanner at the desk is a keyboard that types faster than anybody: what it types where nobody writes is a code, and
// goes to whoever takes codes on the page in front. Single keys go on to be the shortcuts that they are.
import { useEffect, useEffectEvent } from 'react';
import { useActiveEffect } from '../../page/page.ts';

/** Between two keys of one code. Hands take twice as long, but for two keys that are rolled. */
const GAP_MS = 50;
/** Shorter ones are keys that happened to come together. */
const LEAST = 6;
/** What a code begins with, brackets of GS1 included. Keys that lead into a field work at once: what is typed next belongs there. */
const BEGINNING = /[\da-z(\]]/i;
/** As scanners send the separator of GS1 codes. */
const SEPARATOR = '\u001d';

type ScanListener = (text: string) => void;
const scanListeners: ScanListener[] = [];

function take(taker: ScanListener): () => void {
  scanListeners.push(taker);
  return () => {
    scanListeners.splice(scanListeners.lastIndexOf(taker), 1);
  };
}

/** While the page is in front, it takes what is scanned; of two, the one that came last. */
export function useScans(onScan: (text: string) => void): void {
  const taken = useEffectEvent(onScan);
  useActiveEffect(() => take((text) => taken(text)), []);
}

/** Takes what no page takes. */
export function useUnclaimedScans(onScan: (text: string) => void): void {
  const taken = useEffectEvent(onScan);
  useEffect(() => {
    const taker = (text: string): void => taken(text);
    scanListeners.unshift(taker);
    return () => {
      scanListeners.splice(scanListeners.indexOf(taker), 1);
    };
  }, []);
}

interface Held {
  event: KeyboardEvent;
  target: EventTarget;
}

/** Listens to every key of the window before anything else does. @returns ends it */
export function watchHandScanner(): () => void {
  let held: Held[] = [];
  let text = '';
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = new WeakSet<Event>();

  const forget = (): void => {
    clearTimeout(timer);
    held = [];
    text = '';
  };
  /** They were no code: whoever listens to single keys hears them now. */
  const letGo = (): void => {
    const keys = held;
    forget();
    for (const { event, target } of keys) {
      const copy = copyOf(event);
      again.add(copy);
      // What had the focus may have gone meanwhile, and would be heard by nobody.
      const isGone = target instanceof Node && !target.isConnected;
      (isGone ? (document.activeElement ?? document.body) : target).dispatchEvent(copy);
    }
  };
  /** Enter after a key that was held back: what that key has moved the focus to is pressed, once it has. */
  const pressLater = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const target = document.activeElement ?? document.body;
        const copy = copyOf(event);
        again.add(copy);
        if (target.dispatchEvent(copy) && target instanceof HTMLElement && target.matches('a[href], button, summary'))
          target.click();
      }),
    );
  };
  const hold = (event: KeyboardEvent, character: string): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push({ event, target: event.target ?? window });
    text += character;
    last = event.timeStamp;
    clearTimeout(timer);
    timer = setTimeout(letGo, GAP_MS);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (again.has(event) || event.isComposing) return;
    if (event.key === 'Shift') return;
    // A key that is held down comes as fast, and again and again.
    if (event.repeat) return letGo();
    if (held.length > 0 && event.timeStamp - last > GAP_MS) letGo();
    const isSeparator = event.ctrlKey && !event.altKey && event.key === ']' && held.length > 0;
    if (isSeparator) return hold(event, SEPARATOR);
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return letGo();
    if ((event.key === 'Enter' || event.key === 'Tab') && text.length >= LEAST) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const code = text;
      forget();
      scanListeners.at(-1)?.(code);
      return;
    }
    if (event.key.length === 1 && (held.length > 0 || BEGINNING.test(event.key))) return hold(event, event.key);
    if (event.key === 'Enter' && held.length > 0) pressLater(event);
    letGo();
  };
  window.addEventListener('keydown', pressed, true);
  return () => {
    forget();
    window.removeEventListener('keydown', pressed, true);
  };
}

const copyOf = ({ key, code, shiftKey }: KeyboardEvent): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true, composed: true });

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));
