// A desktop scanner types faster than people, ends with Enter, and ignores the focus.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUnclaimedScans, watchHandScanner } from '../src/ui/scan/hand-scanner.ts';

const scanned: string[] = [];
/** Keys that reach other listeners of the page. */
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

/** Presses a key after this many milliseconds. */
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

test('input at scanner speed is a code, and its keys reach no other listener', () => {
  const button = document.body.appendChild(document.createElement('button'));
  type('HTTPS://H/Q/S1', 12, button);
  const pressed = press('Enter', 12, { at: button });
  expect(scanned).toEqual(['HTTPS://H/Q/S1']);
  expect(keys).toEqual([]);
  expect(pressed, 'Enter does not press the button that has the focus').toBe(false);
});

test('manual typing reaches shortcut listeners, and Enter presses what they focused', () => {
  type('jjn', 150);
  vi.advanceTimersByTime(200);
  expect(press('Enter', 150)).toBe(true);
  expect([scanned, keys]).toEqual([[], ['j', 'j', 'n', 'Enter']]);
});

test('a few rolled keys are no code, and Enter presses what they focused', async () => {
  const link = document.body.appendChild(document.createElement('button'));
  const clicked = new Promise((done) => link.addEventListener('click', done));
  type('ab', 20);
  press('Enter', 20);
  link.focus();
  vi.useRealTimers();
  await clicked;
  expect([scanned, keys]).toEqual([[], ['a', 'b', 'Enter']]);
});

test('a key that focuses a field, and a held one, act at once', () => {
  press('/', 20);
  for (let at = 0; at < 6; at++) press('j', 30, { repeat: at > 0 });
  expect([scanned, keys]).toEqual([[], ['/', ...'jjjjjj']]);
});

test('an incomplete code is released, and the next one is complete', () => {
  type('690123', 10);
  vi.advanceTimersByTime(500);
  now += 500;
  type('W2-A-R1-B1', 10);
  press('Enter', 10);
  expect([scanned, keys]).toEqual([['W2-A-R1-B1'], [...'690123']]);
});

test('pauses within a code neither cut it nor lose its beginning', () => {
  const words = { late: [10, 10, 10, 10, 10, 280], uneven: [41, 62, 41, 75, 41, 55], early: [10, 120] };
  for (const gaps of Object.values(words)) {
    [...'W1-C01-R1-B1'].forEach((key, at) => void press(key, gaps[at] ?? 12));
    press('Enter', 12);
    vi.advanceTimersByTime(1_000);
    now += 1_000;
  }
  expect(scanned).toEqual(['W1-C01-R1-B1', 'W1-C01-R1-B1', 'W1-C01-R1-B1']);
});

test('what was scanned before the scanner was watched belongs to the code', async () => {
  end();
  const early = async (text: string, rest: string): Promise<void> => {
    vi.resetModules();
    const [{ watchEarlyKeys }, scanner] = await Promise.all([
      import('../src/ui/scan/early-keys.ts'),
      import('../src/ui/scan/hand-scanner.ts'),
    ]);
    const stop = watchEarlyKeys();
    const field = document.body.appendChild(document.createElement('input'));
    type('abc', 10, field);
    type('j', 200);
    press(text[0]!, 500);
    for (const key of text.slice(1)) press(key === '\n' ? 'Enter' : key, 12);
    stop();
    end = scanner.watchHandScanner();
    type(rest, 12);
    if (rest !== '') press('Enter', 12);
    renderHook(() => scanner.useUnclaimedScans((code) => scanned.push(code)));
    end();
  };
  await early('W1-C0', '1-R1-B1');
  await early('W1-C01-R1-B1\n', '');
  expect(scanned).toEqual(['W1-C01-R1-B1', 'W1-C01-R1-B1']);
});

test('a key is dispatched even if its target has been removed before', () => {
  const button = document.body.appendChild(document.createElement('button'));
  press('x', 150, { at: button });
  button.remove();
  vi.advanceTimersByTime(200);
  expect(keys).toEqual(['x']);
});

test('separators of manufacturer labels are kept', () => {
  type('0104006381333931', 10);
  type('10AB', 10);
  press(']', 10, { ctrlKey: true });
  type('17300131', 10);
  press('Enter', 10);
  expect(scanned).toEqual(['010400638133393110AB\u001d17300131']);
});

test('input in a text field is left alone', () => {
  const field = document.body.appendChild(document.createElement('input'));
  type('W2-A-R1-B1', 10, field);
  press('Enter', 10, { at: field });
  expect([scanned, keys.length]).toEqual([[], 11]);
});
