// A desktop scanner is a keyboard that types faster than people: fast input outside a field is a code, and is sent to the scan handler
// of the page in front. Other keys are passed on as shortcuts.
import { useEffect, useEffectEvent } from 'react';
import { useActiveEffect } from '../../page/page.ts';
import { isWriting, takeEarlyKeys } from './early-keys.ts';

/** Longest gap between the first keys of a code. People take longer, except for rolled keys. */
const GAP_MS = 80;
/** People do not type this many keys so fast: what follows is of the code even after a pause, as wireless scanners make them. */
const SURE = 4;
const PAUSE_MS = 300;
/** Shorter input is coincidence. */
const LEAST = 6;
/** First character of a code, including GS1 brackets. Keys that move the focus to a field act at once: what follows belongs there. */
const BEGINNING = /[\da-z(\]]/i;
/** The GS1 separator as scanners send it. */
const SEPARATOR = '\u001d';

type ScanListener = (text: string) => void;
const scanListeners: ScanListener[] = [];
/** A code scanned before any listener was there. */
let unheard: { text: string; until: number } | null = null;
/** Longest wait for a listener: one that comes later would surprise. */
const HEARD_WITHIN_MS = 5_000;

/** The code that waited goes to the listener in front, be it of a page or the general one. */
function deliverUnheard(): void {
  const waiting = unheard;
  unheard = null;
  if (waiting && waiting.until > Date.now()) deliver(waiting.text);
}

function deliver(text: string): void {
  const listener = scanListeners.at(-1);
  if (listener) listener(text);
  else unheard = { text, until: Date.now() + HEARD_WITHIN_MS };
}

function take(taker: ScanListener): () => void {
  scanListeners.push(taker);
  deliverUnheard();
  return () => {
    scanListeners.splice(scanListeners.lastIndexOf(taker), 1);
  };
}

/** Handles scans while the page is in front; the handler registered last wins. */
export function useScans(onScan: (text: string) => void): void {
  const taken = useEffectEvent(onScan);
  useActiveEffect(() => take((text) => taken(text)), []);
}

/** Handles scans that no page handles. */
export function useUnclaimedScans(onScan: (text: string) => void): void {
  const taken = useEffectEvent(onScan);
  useEffect(() => {
    const taker = (text: string): void => taken(text);
    scanListeners.unshift(taker);
    deliverUnheard();
    return () => {
      scanListeners.splice(scanListeners.indexOf(taker), 1);
    };
  }, []);
}

interface Held {
  event: KeyboardEvent;
  target: EventTarget;
}

/**
 * Captures every key of the window first.
 * @param isOn whether scans are wanted now
 * @returns stops it
 */
export function watchHandScanner(isOn: () => boolean = () => true): () => void {
  let held: Held[] = [];
  let text = '';
  let last = 0;
  /** Keys released because of a pause; a code that goes on soon after began with them. */
  let head = { text: '', until: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const redispatched = new WeakSet<Event>();

  const forget = (): void => {
    clearTimeout(timer);
    held = [];
    text = '';
  };
  const gap = (): number => (text.length < SURE ? GAP_MS : PAUSE_MS);
  const releasePaused = (): void => {
    head = { text: last <= head.until ? head.text + text : text, until: last + PAUSE_MS };
    releaseKeys();
  };
  /** The keys were not a code: dispatch them again to their listeners. */
  const releaseKeys = (): void => {
    const keys = held;
    forget();
    const { activeElement } = document;
    for (const { event, target } of keys) {
      // The focus has moved into a field since: it is what is being typed into.
      if (target !== activeElement && isWriting(activeElement)) {
        document.execCommand('insertText', false, event.key);
        continue;
      }
      const copy = copyOf(event);
      redispatched.add(copy);
      // The focused element may have been removed meanwhile, so that its events would reach no listener.
      const isGone = target instanceof Node && !target.isConnected;
      (isGone ? (document.activeElement ?? document.body) : target).dispatchEvent(copy);
    }
  };
  /** Enter after a held key: presses the element that key has focused, once it has. */
  const pressLater = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const target = document.activeElement ?? document.body;
        const copy = copyOf(event);
        redispatched.add(copy);
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
    timer = setTimeout(releasePaused, gap());
  };
  const pressed = (event: KeyboardEvent): void => {
    if (redispatched.has(event) || event.isComposing || !isOn()) return;
    if (event.key === 'Shift') return;
    // Autorepeat of a held key is as fast as a scanner.
    if (event.repeat) return releaseKeys();
    if (held.length > 0 && event.timeStamp - last > gap()) releasePaused();
    const isSeparator = event.ctrlKey && !event.altKey && event.key === ']' && held.length > 0;
    if (isSeparator) return hold(event, SEPARATOR);
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return releaseKeys();
    if ((event.key === 'Enter' || event.key === 'Tab') && text.length >= LEAST) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const code = held[0]!.event.timeStamp <= head.until ? head.text + text : text;
      head = { text: '', until: 0 };
      forget();
      deliver(code);
      return;
    }
    if (event.key.length === 1 && (held.length > 0 || BEGINNING.test(event.key))) return hold(event, event.key);
    if (event.key === 'Enter' && held.length > 0) pressLater(event);
    releaseKeys();
  };
  // A whole code may have been scanned already, or its first part.
  const early = takeEarlyKeys(PAUSE_MS);
  const whole = early.text.endsWith('\n') ? early.text.slice(0, -1) : '';
  if (whole.length >= LEAST && !whole.includes('\n')) deliver(whole);
  else head = { text: early.text, until: early.at + PAUSE_MS };
  window.addEventListener('keydown', pressed, true);
  return () => {
    forget();
    window.removeEventListener('keydown', pressed, true);
  };
}

const copyOf = ({ key, code, shiftKey }: KeyboardEvent): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true, composed: true });
