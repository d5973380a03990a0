// What can be found by typing a part of its name: the pages a person can open, and what the console can do for them.
import { hasWords, normalizeText } from '@kuwei/contract/normalize-text';
import { itemsRevealedBy, visibleMenu, type MenuNode, type MenuViewer } from '@kuwei/contract/menu';

/** Something to choose in the finder. */
export interface Choice {
  key: string;
  name: string;
  /** What tells it from others of the same name: the branches above a page, the owner of a document. */
  above: string;
}

export interface Target extends Choice {
  /** What it is called otherwise, to be found by. */
  words: string;
}

export interface PageTarget extends Target {
  code: string;
  url: string;
}

/** Every page a person can open, under whichever page role: opening it puts that role on. */
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

/** Those in which every word typed occurs; names that begin with it first. */
export function findTargets<T extends Target>(targets: readonly T[], typed: string): T[] {
  const [first = ''] = normalizeText(typed).toLowerCase().split(' ');
  const fits = targets.filter((target) => hasWords(target.words, typed));
  const rank = ({ name }: T): number => (name.toLowerCase().startsWith(first) ? 0 : 1);
  return fits.sort((a, b) => rank(a) - rank(b));
}
