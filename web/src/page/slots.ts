// Kept pages. Pure functions: each returns the next list.
import { MAX_CACHED_PAGES } from '@kuwei/contract/constants';
import { fullPath } from '../browser/history.ts';
import type { OpenPage } from '../navigation/resolve.ts';
import { tabOf } from './tabs.ts';

export interface Slot {
  key: string;
  /** Incremented to rebuild the page. */
  turn: number;
  page: OpenPage;
}

export const tabCode = (page: OpenPage): string | null => tabOf(page)?.routeName ?? null;

/** Whether a page is kept when another one is shown. */
const isKept = ({ page, key }: Slot, isDirty: (key: string) => boolean): boolean =>
  (page.entry.layout ?? 'default') === 'default' && (page.item?.keepalive !== false || isDirty(key));

/**
 * The slots with this page in front.
 * @param recency keys, most recently shown first, including this page's
 * @param isDirty pages with unsaved changes are not evicted
 */
export function showPage(
  slots: readonly Slot[],
  page: OpenPage,
  recency: readonly string[],
  isDirty: (key: string) => boolean,
): Slot[] {
  const known = slots.find((slot) => slot.key === page.key);
  const others = slots.filter((slot) => slot.key === page.key || isKept(slot, isDirty));
  const isUnchanged = known !== undefined && isSame(known.page, page);
  const shown = known
    ? others.map((slot) => (slot === known && !isUnchanged ? { ...slot, page } : slot))
    : [...others, { key: page.key, turn: 0, page }];
  return withinLimit(shown, recency, (key) => key === page.key || isDirty(key));
}

/** Whether nothing visible to the page has changed, so that it need not rerender. */
const isSame = (one: OpenPage, other: OpenPage): boolean =>
  fullPath(one.place) === fullPath(other.place) && one.pageRole === other.pageRole && one.item === other.item;

function withinLimit(slots: readonly Slot[], recency: readonly string[], stays: (key: string) => boolean): Slot[] {
  const surplus = slots.length - MAX_CACHED_PAGES;
  if (surplus <= 0) return [...slots];
  const age = (slot: Slot): number => recency.indexOf(slot.key);
  const oldestFirst = slots.filter((slot) => !stays(slot.key)).sort((a, b) => age(b) - age(a));
  const dropped = new Set(oldestFirst.slice(0, surplus));
  return slots.filter((slot) => !dropped.has(slot));
}
