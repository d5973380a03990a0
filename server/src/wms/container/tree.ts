// The container tree as the rows of a workbook would make it, before writing.
import { AppError } from '@kuwei/contract/error';
import { CONTAINER_DEPTH_MAX } from '@kuwei/contract/wms/place';

export class Tree {
  readonly #parents = new Map<string, string | null>();
  readonly #children = new Map<string, Set<string>>();

  has(key: string): boolean {
    return this.#parents.has(key);
  }

  put(key: string, parent: string | null): void {
    const former = this.#parents.get(key);
    if (former) this.#children.get(former)?.delete(key);
    this.#parents.set(key, parent);
    if (parent === null) return;
    const siblings = this.#children.get(parent) ?? new Set();
    this.#children.set(parent, siblings.add(key));
  }

  /** Errors of a container at this position; its current position is always allowed. */
  refusalsOf(key: string, parent: string | null): AppError[] {
    if (parent === null || this.#parents.get(key) === parent) return [];
    let above = 0;
    for (let at: string | null = parent; at !== null; at = this.#parents.get(at) ?? null) {
      if (at === key) return [new AppError('CYCLE', { field: 'parent' })];
      above += 1;
    }
    const isDeep = above + this.#levels(key) > CONTAINER_DEPTH_MAX;
    return isDeep ? [new AppError('TOO_DEEP', { params: { max: CONTAINER_DEPTH_MAX }, field: 'parent' })] : [];
  }

  /** Height of its subtree. */
  #levels(key: string): number {
    return 1 + Math.max(0, ...[...(this.#children.get(key) ?? [])].map((child) => this.#levels(child)));
  }
}
