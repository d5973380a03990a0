// The path to an entry, from the top of the menu down.
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import type { MergedEntry } from './merge.ts';

/** An entry after its ancestors, top first; empty if it does not exist. */
export function chainOf(entries: readonly MergedEntry[], id: string): MergedEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const chain: MergedEntry[] = [];
  for (let at = byId.get(id); at && !chain.includes(at); at = at.parentId === null ? undefined : byId.get(at.parentId))
    chain.unshift(at);
  return chain;
}

/** Names along the path to an entry. */
export const formatMenuPath = (entries: readonly MergedEntry[], id: string, locale: Locale): string =>
  chainOf(entries, id)
    .map((entry) => nameIn(locale, entry))
    .join(' / ');
