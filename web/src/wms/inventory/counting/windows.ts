// Windows of one browser share the stored counts and notify each other of changes.

/** A changed count: boxes with changed lines, or all after a refetch. */
export interface CountChange {
  countId: string;
  boxIds: readonly string[] | 'all';
}
type Listener = (changed: CountChange) => void;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kuwei-count');
const listeners = new Set<Listener>();
const post = channel?.postMessage.bind(channel);
channel?.addEventListener('message', ({ data }) => notifyListeners(data as CountChange));

function notifyListeners(changed: CountChange): void {
  for (const listener of listeners) listener(changed);
}

export function notifyWindows(changed: CountChange): void {
  post?.(changed);
  notifyListeners(changed);
}

/** @returns a function that stops it */
export function onCountChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One window at a time: two would send the same values and overwrite newer lists. */
export const withCountLock = async <T>(countId: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`kuwei-count ${countId}`, work) : work();
