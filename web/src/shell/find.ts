// Finding a page by typing a part of its name.
import { closedBranch, visibleMenu, type MenuNode, type MenuViewer } from '@kuwei/contract/menu';

export interface Target {
  code: string;
  url: string;
  /** Name of the page, and of the branches above it. */
  name: string;
  above: string;
  /** What it is called in any language, to be found by. */
  words: string;
}

/** Every page a person can open, under whichever page role: opening it puts that role on. */
export function targetsOf(
  menu: readonly MenuNode[],
  viewer: MenuViewer,
  nameOf: (node: MenuNode) => string,
  wordsOf: (node: MenuNode) => string,
): Target[] {
  const walk = (nodes: readonly MenuNode[], above: string): Target[] =>
    nodes.flatMap((node) => {
      const name = nameOf(node);
      const own =
        node.url === null ? [] : [{ code: node.code, url: node.url, name, above, words: `${above} ${name} ${wordsOf(node)}` }];
      const subs = node.subs.length > 0 ? node.subs : closedBranch(full.get(node.code) ?? node, viewer);
      return [...own, ...walk(subs, above === '' ? name : `${above} / ${name}`)];
    });
  const full = new Map(menu.map((node) => [node.code, node]));
  return walk(visibleMenu(menu, viewer), '');
}

/** Those in which every word typed occurs; names that begin with it first. */
export function findTargets(targets: readonly Target[], typed: string): Target[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = targets.filter((target) => words.every((word) => target.words.toLowerCase().includes(word)));
  const rank = ({ name }: Target): number => (name.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return fits.sort((a, b) => rank(a) - rank(b));
}
