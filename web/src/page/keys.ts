// Keyboard shortcuts of a page, registered by their handlers; `?` lists those of the page in front.
import type { PlainKey } from '@kuwei/contract/phrase';
import { useActiveEffect } from './page.ts';

export interface KeyGroup {
  title: PlainKey;
  keys: readonly { keys: readonly string[]; label: PlainKey }[];
}

const inFront = new Set<KeyGroup>();

/** Distinct groups of the page in front, in order of registration. */
export const keysInFront = (): readonly KeyGroup[] => [...inFront];

/** @param group a module constant, since identity matters; null while inactive */
export function useKeyGroup(group: KeyGroup | null): void {
  useActiveEffect(() => {
    if (group === null) return undefined;
    inFront.add(group);
    return () => void inFront.delete(group);
  }, [group]);
}
