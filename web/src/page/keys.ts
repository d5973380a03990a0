// What the keys of a page do, said by whoever listens to them; `?` shows those of the page in front.
import type { PlainKey } from '@kuwei/contract/phrase';
import { useActiveEffect } from './page.ts';

export interface KeyGroup {
  title: PlainKey;
  keys: readonly { keys: readonly string[]; label: PlainKey }[];
}

const inFront = new Set<KeyGroup>();

/** The groups of the page in front, each once, in the order in which they came. */
export const keysInFront = (): readonly KeyGroup[] => [...inFront];

/** @param group of the module, not made again; null while it does nothing */
export function useKeyGroup(group: KeyGroup | null): void {
  useActiveEffect(() => {
    if (group === null) return undefined;
    inFront.add(group);
    return () => void inFront.delete(group);
  }, [group]);
}
