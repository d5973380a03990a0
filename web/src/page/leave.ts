// Unsaved changes are not lost without being asked about: on a change of page, on going back, on closing a tab, on reload.
import { isReloading } from '../browser/chunk-reload.ts';
import { history, type Place } from '../browser/history.ts';
import { pageKey } from '../navigation/page-key.ts';
import type { OpenPage } from '../navigation/resolve.ts';
import { endPages, finishPage, discardChanges, isInFront, isLostOnReload, listDraftSavers, usePages } from './pages.ts';
import { titleText, useTitles } from './titles.ts';

/** Pages whose unsaved changes are about to be lost. */
export interface UnsavedPages {
  /** As their tabs are called, as far as they are. */
  names: readonly string[];
  /** Saves all of them as drafts, and answers whether they are saved; null where one cannot be. */
  save: (() => Promise<boolean>) | null;
}

/** Asks the person whether changes may be lost. @returns true where they may be, or are saved */
type LeaveAsker = (losing: UnsavedPages) => Promise<boolean>;
let leaveAsker: LeaveAsker = () => Promise.resolve(false);

/** The shell lends its dialog. */
export function setLeaveAsker(ask: LeaveAsker): void {
  leaveAsker = ask;
}

function describeUnsaved(keys: readonly string[]): UnsavedPages {
  const { titles } = useTitles.getState();
  const saves = listDraftSavers(keys);
  const save = async (): Promise<boolean> => {
    for (const [at, saveOne] of saves!.entries())
      if (!(await saveOne())) {
        show(keys[at]!);
        return false;
      }
    return true;
  };
  return { names: keys.flatMap((key) => titleText(titles[key]) ?? []), save: saves && save };
}

/** What could not be saved is looked at. */
function show(key: string): void {
  const tab = usePages.getState().tabs.find((each) => each.key === key);
  if (tab !== undefined && !isInFront(key)) history.push(tab.fullPath);
}

/**
 * Whether every open page may go. Nothing is given up yet: what is done then ends the pages, or fails and leaves them as
 * they are.
 */
export async function confirmDiscardAll(): Promise<boolean> {
  const { dirty } = usePages.getState();
  return dirty.size === 0 || leaveAsker(describeUnsaved([...dirty]));
}

/** Whether these pages may go with what they hold; asks when one of them holds something, and gives it up. */
export async function confirmDiscard(keys: readonly string[]): Promise<boolean> {
  const { dirty } = usePages.getState();
  const losing = keys.filter((key) => dirty.has(key));
  if (losing.length === 0) return true;
  if (!(await leaveAsker(describeUnsaved(losing)))) return false;
  discardChanges(losing);
  return true;
}

async function canEndPages(keys: readonly string[]): Promise<boolean> {
  const may = await confirmDiscard(keys);
  if (may) endPages(keys);
  return may;
}

/** The page that going to `to` would lose: the one in front, where it has no tab that it stays in. */
export function affectedPaths(to: Pick<Place, 'pathname' | 'search'>): string[] {
  const { active, activeTab } = usePages.getState();
  const stays = active === null || activeTab !== null || pageKey(to.pathname, to.search, undefined) === active;
  return stays ? [] : [active];
}

/** Leaves a page for good, for its list; asks first where it holds unsaved changes. */
export async function leavePage(page: OpenPage): Promise<void> {
  if (await confirmDiscard([page.key])) finishPage(page);
}

export function watchLeaving(): void {
  history.guard((to) => {
    const losing = affectedPaths(to).filter((key) => usePages.getState().dirty.has(key));
    return losing.length === 0 || canEndPages(losing);
  });
  window.addEventListener('beforeunload', (event) => {
    const { dirty } = usePages.getState();
    if (isReloading() ? isLostOnReload() : dirty.size > 0) event.preventDefault();
  });
}
