// Asks before unsaved changes are lost: on navigation, going back, closing a tab, or reload.
import { isReloading } from '../browser/chunk-reload.ts';
import { history, type Place } from '../browser/history.ts';
import { pageKey } from '../navigation/page-key.ts';
import type { OpenPage } from '../navigation/resolve.ts';
import { endPages, finishPage, discardChanges, isInFront, isLostOnReload, listDraftSavers, usePages } from './pages.ts';
import { titleText, useTitles } from './titles.ts';

/** Pages whose unsaved changes would be lost. */
export interface UnsavedPages {
  /** Titles of their tabs, where they have one. */
  names: readonly string[];
  /** Saves all as drafts, and resolves to whether that worked; null if one of them cannot be saved. */
  save: (() => Promise<boolean>) | null;
}

/** Asks the user whether changes may be lost. @returns true if they may be, or are saved */
type LeaveAsker = (unsavedPages: UnsavedPages) => Promise<boolean>;
let leaveAsker: LeaveAsker = () => Promise.resolve(false);

/** Set by the shell, which has the dialog. */
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

/** Brings a page that could not be saved to the front. */
function show(key: string): void {
  const tab = usePages.getState().tabs.find((each) => each.key === key);
  if (tab !== undefined && !isInFront(key)) history.push(tab.fullPath);
}

/** Whether all open pages may be closed. Discards nothing yet: the caller's action then closes the pages, or fails and leaves them. */
export async function confirmDiscardAll(): Promise<boolean> {
  const { dirty } = usePages.getState();
  return dirty.size === 0 || leaveAsker(describeUnsaved([...dirty]));
}

/** Whether these pages may be closed; asks if any has unsaved changes, and then discards those. */
export async function confirmDiscard(keys: readonly string[]): Promise<boolean> {
  const { dirty } = usePages.getState();
  const unsavedPages = keys.filter((key) => dirty.has(key));
  if (unsavedPages.length === 0) return true;
  if (!(await leaveAsker(describeUnsaved(unsavedPages)))) return false;
  discardChanges(unsavedPages);
  return true;
}

async function canEndPages(keys: readonly string[]): Promise<boolean> {
  const may = await confirmDiscard(keys);
  if (may) endPages(keys);
  return may;
}

/** The page that navigating to `to` would lose: the one in front, unless it stays in a tab. */
export function affectedPaths(to: Pick<Place, 'pathname' | 'search'>): string[] {
  const { active, activeTab } = usePages.getState();
  const stays = active === null || activeTab !== null || pageKey(to.pathname, to.search, undefined) === active;
  return stays ? [] : [active];
}

/** Leaves a page for its list; asks first if it has unsaved changes. */
export async function leavePage(page: OpenPage): Promise<void> {
  if (await confirmDiscard([page.key])) finishPage(page);
}

export function watchLeaving(): void {
  history.guard((to) => {
    const unsavedPages = affectedPaths(to).filter((key) => usePages.getState().dirty.has(key));
    return unsavedPages.length === 0 || canEndPages(unsavedPages);
  });
  window.addEventListener('beforeunload', (event) => {
    const { dirty } = usePages.getState();
    if (isReloading() ? isLostOnReload() : dirty.size > 0) event.preventDefault();
  });
}
