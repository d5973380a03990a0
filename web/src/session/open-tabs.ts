// The tabs a user had open in this window when their session was ended for them, or before they impersonated another user: restored
// as soon as they are back.
import { KEYS, session } from '../browser/storage.ts';
import { useUser } from './user.ts';

interface OpenTabsSnapshot {
  user: string;
  kept: Readonly<Record<string, unknown>>;
}

const OPEN = [KEYS.tabs, KEYS.titles, KEYS.unsaved] as const;

/** Called before the user is cleared. Tabs opened while impersonating are not saved. */
export function saveOpenTabs(): void {
  const { user } = useUser.getState();
  if (!user || user.authProxyUser) return;
  session.set(KEYS.left, { user: user.id, kept: Object.fromEntries(OPEN.map((key) => [key, session.get(key)])) });
}

/** @returns whether tabs were restored: not while impersonating, nor for another user */
export function restoreOpenTabs(): boolean {
  const { user } = useUser.getState();
  const left = session.get(KEYS.left) as OpenTabsSnapshot | null;
  if (!user || !left || user.authProxyUser === left.user) return false;
  session.remove(KEYS.left);
  if (left.user !== user.id) return false;
  for (const key of OPEN) session.set(key, left.kept[key] ?? null);
  return true;
}

/** After a manual sign-out nothing is restored: the user was asked. */
export const clearOpenTabs = (): void => session.remove(KEYS.left);
