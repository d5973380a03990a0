// Finds pages the user can open, and actions, by part of their name.
import { hasWords, normalizeText } from '@kuwei/contract/normalize-text';
import { itemsRevealedBy, visibleMenu, type MenuNode, type MenuViewer } from '@kuwei/contract/menu';

/** An entry of the finder. */
export interface Choice {
  key: string;
  name: string;
  /** Distinguishes entries of the same name: the menu branches of a page, the owner of a document. */
  above: string;
}

export interface Target extends Choice {
  /** Additional search terms. */
  words: string;
}

export interface PageTarget extends Target {
  code: string;
  url: string;
}

/** All pages a user can open, under any page role: opening a page activates that role. */
export function targetsOf(
  menu: readonly MenuNode[],
  viewer: MenuViewer,
  nameOf: (node: MenuNode) => string,
  wordsOf: (node: MenuNode) => string,
): PageTarget[] {
  const walk = (nodes: readonly MenuNode[], above: string): PageTarget[] =>
    nodes.flatMap((node) => {
      const name = nameOf(node);
      const { code, url } = node;
      const own = url === null ? [] : [{ key: code, code, url, name, above, words: `${above} ${name} ${wordsOf(node)}` }];
      const subs = node.subs.length > 0 ? node.subs : itemsRevealedBy(menu, node, viewer);
      return [...own, ...walk(subs, above === '' ? name : `${above} / ${name}`)];
    });
  return walk(visibleMenu(menu, viewer), '');
}

/** Entries that contain every typed word; those whose name starts with the first word come first. */
export function findTargets<T extends Target>(targets: readonly T[], typed: string): T[] {
  const [first = ''] = normalizeText(typed).toLowerCase().split(' ');
  const fits = targets.filter((target) => hasWords(target.words, typed));
  const rank = ({ name }: T): number => (name.toLowerCase().startsWith(first) ? 0 : 1);
  return fits.sort((a, b) => rank(a) - rank(b));
}
