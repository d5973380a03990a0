// What somebody sees of the menu, and why not the rest: asked of the very functions that the console draws it by.
import { allowed, PAGE_ROLES, type RoleHeld } from '@kuwei/contract/access';
import { isOutside, menuTree, visibleMenu, type MenuNode } from '@kuwei/contract/menu';
import { isScreen, matchScreen, opensScreen, SCREEN_NEEDS } from '@kuwei/contract/screens';
import type { MENU_WHY } from '@kuwei/contract/sys/menu';
import { itemOf, type Laid } from './lay.ts';

type Why = (typeof MENU_WHY)[number];
export interface Seen {
  id: string;
  why: Why;
  under: string[];
  /** Codes of which any would do. */
  needs: readonly string[];
}

export function previewOf(entries: readonly Laid[], roles: readonly RoleHeld[]): Seen[] {
  const tree = menuTree(entries.map(itemOf));
  const held = PAGE_ROLES.filter((role) => roles.some(({ code }) => code === role));
  const wearing = held.length > 0 ? held : [null];
  const seenBy = wearing.map((pageRole) => ({
    pageRole,
    ids: idsIn(visibleMenu(tree, { roles, pageRole, opens: opensScreen })),
  }));
  const walk = (nodes: readonly MenuNode[], isAboveSeen: boolean): Seen[] =>
    nodes.flatMap((node) => {
      const under = seenBy.filter(({ ids }) => ids.has(node.id)).flatMap(({ pageRole }) => pageRole ?? []);
      const isSeen = seenBy.some(({ ids }) => ids.has(node.id));
      const mine: Seen = isSeen
        ? { id: node.id, why: 'SEEN', under: under.length === wearing.length ? [] : under, needs: [] }
        : { id: node.id, under: [], ...(isAboveSeen ? lackOf(node, roles) : { why: 'ABOVE', needs: [] }) };
      // What stands below one that is empty, or leads nowhere, is kept from them by itself.
      return [
        mine,
        ...walk(node.subs, isAboveSeen && (isSeen || mine.why === 'EMPTY' || mine.why === 'NOWHERE' || mine.why === 'SCREEN')),
      ];
    });
  return walk(tree, true);
}

const idsIn = (nodes: readonly MenuNode[]): Set<string> => {
  const ids = (level: readonly MenuNode[]): string[] => level.flatMap(({ id, subs }) => [id, ...ids(subs)]);
  return new Set(ids(nodes));
};

/** What keeps somebody from an entry who sees what is above it. */
function lackOf({ show, role, pageRole, url }: MenuNode, roles: readonly RoleHeld[]): Pick<Seen, 'why' | 'needs'> {
  if (!show) return { why: 'HIDDEN', needs: [] };
  if (!allowed(role, roles)) return { why: 'ROLE', needs: role };
  if (pageRole.length > 0 && !pageRole.some((code) => roles.some((each) => each.code === code)))
    return { why: 'PAGE_ROLE', needs: pageRole };
  if (url === null) return { why: 'EMPTY', needs: [] };
  const screen = isOutside(url) ? null : matchScreen(url)?.screen;
  if (screen === undefined && !isScreen(url)) return { why: 'NOWHERE', needs: [] };
  const needs = screen ? SCREEN_NEEDS[screen] : [];
  // Whoever has a role that its page asks for has it under another page role than the menu puts on.
  if (typeof needs === 'string' || allowed(needs, roles)) return { why: 'PAGE_ROLE', needs: pageRole };
  return { why: 'SCREEN', needs };
}
