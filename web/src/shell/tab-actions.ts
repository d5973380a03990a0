// Actions on tabs. Asks before unsaved changes are lost.
import { create } from 'zustand';
import { KEYS, session } from '../browser/storage.ts';
import { confirmDiscard } from '../page/leave.ts';
import { closeTabs, keysIn, usePages } from '../page/pages.ts';
import { reloadPage } from '../page/query.ts';

const names = (): string[] => usePages.getState().tabs.map((tab) => tab.routeName);

export async function closeTab(routeName: string): Promise<void> {
  if (await confirmDiscard(keysIn([routeName]))) closeTabs([routeName]);
}

export async function closeOtherTabs(kept: string): Promise<void> {
  const others = names().filter((name) => name !== kept);
  if (await confirmDiscard(keysIn(others))) closeTabs(others);
}

export async function closeAllTabs(): Promise<void> {
  if (await confirmDiscard(keysIn(names()))) closeTabs(names());
}

export async function reloadTab(): Promise<void> {
  const { active } = usePages.getState();
  if (active !== null && (await confirmDiscard([active]))) await reloadPage();
}

/** Whether the tabs are collapsed to a list in the header. Stored per window session. */
export const useFolded = create<{ folded: boolean }>(() => ({ folded: session.get(KEYS.tabsFolded) === true }));

export function setFolded(folded: boolean): void {
  session.set(KEYS.tabsFolded, folded);
  useFolded.setState({ folded });
}
