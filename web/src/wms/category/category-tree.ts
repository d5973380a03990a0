import type { Category } from '@kuwei/contract/wms/category';

export interface CategoryLine {
  category: Category;
  /** Steps below the top. */
  depth: number;
  /** Categories right below it. */
  children: number;
}

/** The tree as lines, top down. @param wanted keeps those whose code or name has it, and what stands above them */
export function shownTree(all: readonly Category[], wanted: string): CategoryLine[] {
  const text = wanted.trim().toLowerCase();
  const known = new Set(all.map(({ id }) => id));
  const below = (parent: string | null): Category[] =>
    all.filter(({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null) === parent);
  const isMeant = ({ code, name, nameEn }: Category): boolean =>
    [code, name, nameEn ?? ''].some((each) => each.toLowerCase().includes(text));
  const walk = (parent: string | null, depth: number): CategoryLine[] =>
    below(parent).flatMap((category) => {
      const inside = walk(category.id, depth + 1);
      const line = { category, depth, children: below(category.id).length };
      return isMeant(category) || inside.length > 0 ? [line, ...inside] : [];
    });
  return walk(null, 0);
}
