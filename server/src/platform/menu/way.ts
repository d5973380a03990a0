// The way to an entry, from the top of the menu down.
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import type { Laid } from './lay.ts';

/** An entry with all that it stands below, top first; none where it is not there. */
export function chainOf(entries: readonly Laid[], id: string): Laid[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const chain: Laid[] = [];
  for (let at = byId.get(id); at && !chain.includes(at); at = at.parentId === null ? undefined : byId.get(at.parentId))
    chain.unshift(at);
  return chain;
}

/** Names of an entry and of all above it. */
export const wayTo = (entries: readonly Laid[], id: string, locale: Locale): string =>
  chainOf(entries, id)
    .map((entry) => nameIn(locale, entry))
    .join(' / ');
