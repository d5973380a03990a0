// What a person sees of the menu, and why not the rest; uses the same functions as the console.
import { isAllowed, PAGE_ROLES, type RoleHeld } from '@kuwei/contract/access';
import {
  isItemOpen,
  isExternalUrl,
  menuTree,
  listGrantedItems,
  visibleMenu,
  type MenuAccess,
  type MenuNode,
  type MenuGrants,
} from '@kuwei/contract/menu';
import { isDeadLink, matchScreen, opensScreen, SCREEN_NEEDS } from '@kuwei/contract/screens';
import type { MENU_VISIBLE_REASONS, MenuPreview } from '@kuwei/contract/sys/menu';
import { itemOf, type MergedEntry } from './merge.ts';

type Why = (typeof MENU_VISIBLE_REASONS)[number];
export interface EntryPreview {
  id: string;
  why: Why;
  by: MenuPreview['by'];
  under: string[];
  /** Alternatives, any of which would do. */
  needs: readonly string[];
}

/** @param opened by data rules */
export function previewOf(entries: readonly MergedEntry[], roles: readonly RoleHeld[], opened: MenuGrants): EntryPreview[] {
  const tree = menuTree(entries.map(itemOf));
  const holder = { roles, opened: listGrantedItems(tree, opened) };
  const held = PAGE_ROLES.filter((role) => roles.some(({ code }) => code === role));
  const wearing = held.length > 0 ? held : [null];
  const seenBy = wearing.map((pageRole) => ({
    pageRole,
    ids: idsIn(visibleMenu(tree, { ...holder, pageRole, opens: opensScreen })),
  }));
  const walk = (nodes: readonly MenuNode[], above: readonly MenuNode[], isAboveSeen: boolean): EntryPreview[] =>
    nodes.flatMap((node) => {
      const chain = [...above, node];
      const under = seenBy.filter(({ ids }) => ids.has(node.id)).flatMap(({ pageRole }) => pageRole ?? []);
      const isSeen = seenBy.some(({ ids }) => ids.has(node.id));
      // Entries opened by a rule have a reason of their own, whatever is above; so do those below a mere heading of others.
      const isUnavailable = !node.show || !isAllowed(node.role, roles);
      const hasOwnReason = holder.opened.has(node.id) || (isAboveSeen && (isUnavailable || isItemOpen(above, holder)));
      const mine: EntryPreview = isSeen
        ? { id: node.id, why: 'SEEN', by: byOf(chain, holder), under: under.length === wearing.length ? [] : under, needs: [] }
        : { id: node.id, by: null, under: [], ...(hasOwnReason ? findHiddenReason(node, holder) : { why: 'ABOVE', needs: [] }) };
      // Children of an empty or dead entry have reasons of their own.
      return [mine, ...walk(node.subs, chain, isSeen || ['EMPTY', 'NOWHERE', 'SCREEN'].includes(mine.why))];
    });
  return walk(tree, [], true);
}

const byOf = (chain: readonly MenuNode[], holder: MenuAccess): NonNullable<EntryPreview['by']> => {
  if (isItemOpen(chain, { ...holder, opened: new Set() })) return 'ROLE';
  return isItemOpen(chain, holder) ? 'RULE' : 'BELOW';
};

const idsIn = (nodes: readonly MenuNode[]): Set<string> => {
  const ids = (level: readonly MenuNode[]): string[] => level.flatMap(({ id, subs }) => [id, ...ids(subs)]);
  return new Set(ids(nodes));
};

/** What hides an entry from someone who sees its parent. */
function findHiddenReason(
  { id, show, role, pageRole, url }: MenuNode,
  { roles, opened }: MenuAccess,
): Pick<EntryPreview, 'why' | 'needs'> {
  if (!show) return { why: 'HIDDEN', needs: [] };
  if (!opened.has(id) && !isAllowed(role, roles)) return { why: 'ROLE', needs: mentioned(role) };
  if (pageRole.length > 0 && !pageRole.some((code) => roles.some((each) => each.code === code)))
    return { why: 'PAGE_ROLE', needs: pageRole };
  if (url === null) return { why: 'EMPTY', needs: [] };
  if (isDeadLink(url)) return { why: 'NOWHERE', needs: [] };
  const screen = isExternalUrl(url) ? null : matchScreen(url)?.screen;
  const needs = screen ? SCREEN_NEEDS[screen] : [];
  // They hold a role that the page accepts, but under another page role than the entry sets.
  if (typeof needs === 'string' || isAllowed(needs, roles)) return { why: 'PAGE_ROLE', needs: pageRole };
  return { why: 'SCREEN', needs: mentioned(needs) };
}

/** Viewing is named for all powers of a subject: each of them includes it. */
const mentioned = (codes: readonly string[]): string[] =>
  codes.filter((code) => {
    const [, subject] = /^(POWER_(?:SYS|WMS)_\w+)_[A-Z]+$/.exec(code) ?? [];
    return subject === undefined || code === `${subject}_VIEW` || !codes.includes(`${subject}_VIEW`);
  });
