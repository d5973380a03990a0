// Unsaved changes are not lost without being asked about: on a change of page, on going back, on closing a tab, on reload.
import { isReloadingForChunk } from '../navigation/chunk-reload.ts';
import { history, type Place } from '../navigation/history.ts';
import { ownerChain } from '../navigation/owner.ts';
import { pageKey } from '../navigation/page-key.ts';
import { useVersion } from '../session/version.ts';
import { giveUp, losesByReload, usePages } from './pages.ts';

/** Asks the person whether changes may be lost. */
type Asker = () => Promise<boolean>;
let asker: Asker = () => Promise.resolve(false);

/** The shell lends its dialog. */
export function setAsker(ask: Asker): void {
  asker = ask;
}

/**
 * Whether every open page may go. Nothing is given up yet: what is done then ends the pages, or fails and leaves them as
 * they are.
 */
export async function mayLoseAll(): Promise<boolean> {
  return usePages.getState().dirty.size === 0 || asker();
}

/** Whether these pages may go with what they hold; asks when one of them holds something, and gives it up. */
export async function mayLose(keys: readonly string[]): Promise<boolean> {
  const { dirty } = usePages.getState();
  const losing = keys.filter((key) => dirty.has(key));
  if (losing.length === 0) return true;
  if (!(await asker())) return false;
  giveUp(losing);
  return true;
}

/**
 * The page that going to `to` would lose: the one in front, unless it stays open. It does when its tab does, that is,
 * when the other page stands in another tab or in none, and pages of this item are kept at all.
 */
export function lostBy(to: Pick<Place, 'pathname' | 'search'>): string[] {
  const { active, activeTab, slots } = usePages.getState();
  const page = slots.find((slot) => slot.key === active)?.page;
  if (active === null || !page) return [];
  const owner = ownerChain(useVersion.getState().menu, to.pathname + to.search, activeTab).at(-1);
  if (pageKey(to.pathname, to.search, owner) === active) return [];
  const staysOpen = activeTab !== null && owner?.code !== activeTab && page.item?.keepalive !== false;
  return staysOpen ? [] : [active];
}

export function watchLeaving(): void {
  history.guard((to) => {
    const losing = lostBy(to).filter((key) => usePages.getState().dirty.has(key));
    return losing.length === 0 || mayLose(losing);
  });
  window.addEventListener('beforeunload', (event) => {
    const { dirty } = usePages.getState();
    if (isReloadingForChunk() ? losesByReload() : dirty.size > 0) event.preventDefault();
  });
}
