// Registry of screens by address. `main.tsx` registers them, since screens are above this folder.
import type { Screen } from '@kuwei/contract/screens';
import type { GuardName } from './guards.ts';
import type { LazyPage } from './lazy-page.ts';

/** default: header, sidebar, tabs; easy: header; empty: page only. */
export type Layout = 'default' | 'easy' | 'empty';

export interface ScreenEntry {
  page: LazyPage;
  layout?: Layout;
  /** Names of guards, in addition to the token guard; defaults to `access` and `group`. */
  guards?: readonly GuardName[];
  /** Uses no components of the UI kit, so it need not wait for it. */
  bare?: boolean;
}

export type Screens = Readonly<Record<Screen, ScreenEntry>>;

let registeredScreens: Screens | undefined;

/** Called before the first address is resolved. */
export function registerScreens(screens: Screens): void {
  registeredScreens = screens;
}

export function entryOf(screen: Screen): ScreenEntry {
  if (!registeredScreens) throw new Error('No screens were handed in');
  return registeredScreens[screen];
}
