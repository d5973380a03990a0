// Keys pressed before the code that reads a hand scanner is here. They act as usual, and may be the beginning of a code.

const pressed: { key: string; at: number }[] = [];
const MOST = 300;
let isTaken = false;

/** Whether keys go into a text field. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));

const note = ({ key, timeStamp, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void => {
  if (ctrlKey || metaKey || altKey || isWriting(target) || pressed.length === MOST) return;
  if (key.length === 1 || key === 'Enter') pressed.push({ key: key === 'Enter' ? '\n' : key, at: timeStamp });
};

/** @returns stops it */
export function watchEarlyKeys(): () => void {
  if (!isTaken) window.addEventListener('keydown', note, true);
  return () => window.removeEventListener('keydown', note, true);
}

/**
 * Ends the watch.
 * @param pauseMs longest pause between two keys of a code
 * @returns what was typed since the last longer pause, Enter as a line end, and when its last key was pressed
 */
export function takeEarlyKeys(pauseMs: number): { text: string; at: number } {
  isTaken = true;
  window.removeEventListener('keydown', note, true);
  const all = pressed.splice(0);
  const from = all.findLastIndex(({ at }, index) => at - (all[index - 1]?.at ?? -Infinity) > pauseMs);
  const text = all.slice(Math.max(from, 0)).map(({ key }) => key);
  return { text: text.join(''), at: all.at(-1)?.at ?? -Infinity };
}
