// What somebody had open in this window when their session here ended without them, or while they act as another person: the
// tabs are theirs again as soon as they are back.
import { KEYS, session } from '../browser/storage.ts';
import { useUser } from './user.ts';

interface OpenTabsSnapshot {
  user: string;
  kept: Readonly<Record<string, unknown>>;
}

const OPEN = [KEYS.tabs, KEYS.titles, KEYS.unsaved] as const;

/** Before the person is forgotten. What was opened as another person is nobody's to come back to. */
export function saveOpenTabs(): void {
  const { user } = useUser.getState();
  if (!user || user.authProxyUser) return;
  session.set(KEYS.left, { user: user.id, kept: Object.fromEntries(OPEN.map((key) => [key, session.get(key)])) });
}

/** @returns whether anything is there again: nothing is for who acts for somebody, nor for anybody else */
export function restoreOpenTabs(): boolean {
  const { user } = useUser.getState();
  const left = session.get(KEYS.left) as OpenTabsSnapshot | null;
  if (!user || !left || user.authProxyUser === left.user) return false;
  session.remove(KEYS.left);
  if (left.user !== user.id) return false;
  for (const key of OPEN) session.set(key, left.kept[key] ?? null);
  return true;
}

/** Whoever signs out by hand has been asked, and leaves nothing here. */
export const clearOpenTabs = (): void => session.remove(KEYS.left);
