// What an address may open. Which screens there are is known above: `main.tsx` hands them in.
import type { Screen } from '@kuwei/contract/screens';
import type { GuardName } from './guards.ts';
import type { LazyPage } from './lazy-page.ts';

/** default: header, sidebar, tabs; easy: header; empty: nothing but the page. */
export type Layout = 'default' | 'easy' | 'empty';

export interface ScreenEntry {
  page: LazyPage;
  layout?: Layout;
  /** Guards by name, beside the token rule that holds everywhere; `access` and `group` when left out. */
  guards?: readonly GuardName[];
  /** Shows nothing of the UI kit, and so need not wait for it. */
  bare?: boolean;
}

export type Screens = Readonly<Record<Screen, ScreenEntry>>;

let registeredScreens: Screens | undefined;

/** Before the first address is followed. */
export function registerScreens(screens: Screens): void {
  registeredScreens = screens;
}

export function entryOf(screen: Screen): ScreenEntry {
  if (!registeredScreens) throw new Error('No screens were handed in');
  return registeredScreens[screen];
}
