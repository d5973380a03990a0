// A scanner at the desk types faster than anybody, ends with Enter, and knows nothing of what has the focus.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUnclaimedScans, watchHandScanner } from '../src/ui/scan/hand-scanner.ts';

const scanned: string[] = [];
/** Single keys that somebody else on the page hears. */
const keys: string[] = [];
let end: () => void;
let now = 0;

const hear = (event: KeyboardEvent): void => void keys.push(event.key);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  end = watchHandScanner();
  window.addEventListener('keydown', hear);
  renderHook(() => useUnclaimedScans((text) => scanned.push(text)));
});
afterEach(() => {
  end();
  window.removeEventListener('keydown', hear);
  scanned.length = keys.length = 0;
  document.body.innerHTML = '';
  vi.useRealTimers();
});

/** Presses a key so many milliseconds after the last one. */
function press(
  key: string,
  after: number,
  { at, ctrlKey = false, repeat = false }: { at?: HTMLElement; ctrlKey?: boolean; repeat?: boolean } = {},
): boolean {
  now += after;
  vi.advanceTimersByTime(after);
  const event = new KeyboardEvent('keydown', { key, ctrlKey, repeat, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: now });
  return (at ?? document.body).dispatchEvent(event);
}
const type = (text: string, gap: number, at?: HTMLElement): void =>
  [...text].forEach((key) => void press(key, gap, at && { at }));

test('what comes at the speed of a scanner is a code, and nobody else hears its keys', () => {
  const button = document.body.appendChild(document.createElement('button'));
  type('HTTPS://H/Q/S1', 12, button);
  const pressed = press('Enter', 12, { at: button });
  expect(scanned).toEqual(['HTTPS://H/Q/S1']);
  expect(keys).toEqual([]);
  expect(pressed, 'Enter does not press the button that has the focus').toBe(false);
});

test('what a hand types goes to those who listen to single keys, and Enter presses what it did', () => {
  type('jjn', 150);
  vi.advanceTimersByTime(200);
  expect(press('Enter', 150)).toBe(true);
  expect([scanned, keys]).toEqual([[], ['j', 'j', 'n', 'Enter']]);
});

test('a few keys that are rolled are no code, and Enter presses what they have led to', async () => {
  const link = document.body.appendChild(document.createElement('button'));
  const clicked = new Promise((done) => link.addEventListener('click', done));
  type('ab', 20);
  press('Enter', 20);
  link.focus();
  vi.useRealTimers();
  await clicked;
  expect([scanned, keys]).toEqual([[], ['a', 'b', 'Enter']]);
});

test('a key that leads into a field, and one that is held down, work at once', () => {
  press('/', 20);
  for (let at = 0; at < 6; at++) press('j', 30, { repeat: at > 0 });
  expect([scanned, keys]).toEqual([[], ['/', ...'jjjjjj']]);
});

test('a code that stops half-way is let go, and the next one is whole', () => {
  type('690123', 10);
  vi.advanceTimersByTime(500);
  now += 500;
  type('W2-A-R1-B1', 10);
  press('Enter', 10);
  expect([scanned, keys]).toEqual([['W2-A-R1-B1'], [...'690123']]);
});

test('a key is heard though what had the focus has gone before it is let go', () => {
  const button = document.body.appendChild(document.createElement('button'));
  press('x', 150, { at: button });
  button.remove();
  vi.advanceTimersByTime(200);
  expect(keys).toEqual(['x']);
});

test('separators of labels of makers come through', () => {
  type('0104006381333931', 10);
  type('10AB', 10);
  press(']', 10, { ctrlKey: true });
  type('17300131', 10);
  press('Enter', 10);
  expect(scanned).toEqual(['010400638133393110AB\u001d17300131']);
});

test('whoever writes in a field is left alone', () => {
  const field = document.body.appendChild(document.createElement('input'));
  type('W2-A-R1-B1', 10, field);
  press('Enter', 10, { at: field });
  expect([scanned, keys.length]).toEqual([[], 11]);
});
