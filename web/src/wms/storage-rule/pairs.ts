// Pairs of storage groups being edited.
import type { PairChange, RuleLevel, StorageRules } from '@kuwei/contract/wms/storage-rule';

/** Clicked cells by `level a b`; may equal the stored rule. */
export type Draft = ReadonlyMap<string, boolean>;

/** Pairs are unordered. */
const keyOf = (level: RuleLevel, a: string, b: string): string => (a <= b ? `${level} ${a} ${b}` : `${level} ${b} ${a}`);

const isAllowedNow = ({ pairs }: StorageRules, key: string): boolean =>
  pairs.some((pair) => keyOf(pair.level, pair.a, pair.b) === key);

export const isAllowed = (rules: StorageRules, draft: Draft, level: RuleLevel, a: string, b: string): boolean => {
  const key = keyOf(level, a, b);
  return draft.get(key) ?? isAllowedNow(rules, key);
};

export const isChanged = (rules: StorageRules, draft: Draft, level: RuleLevel, a: string, b: string): boolean =>
  isAllowed(rules, draft, level, a, b) !== isAllowedNow(rules, keyOf(level, a, b));

/** Sharing a box implies sharing its cabinet: allowing the box allows the cabinet, forbidding the cabinet forbids the box. */
export function toggled(rules: StorageRules, draft: Draft, level: RuleLevel, a: string, b: string): Draft {
  const next = new Map(draft);
  const allowed = !isAllowed(rules, draft, level, a, b);
  next.set(keyOf(level, a, b), allowed);
  if (level === 'BOX' && allowed) next.set(keyOf('CABINET', a, b), true);
  if (level === 'CABINET' && !allowed) next.set(keyOf('BOX', a, b), false);
  return next;
}

/** The draft's differences from the stored rules. */
export const changesOf = (rules: StorageRules, draft: Draft): PairChange[] =>
  [...draft]
    .filter(([key, allowed]) => isAllowedNow(rules, key) !== allowed)
    .map(([key, allowed]) => {
      const [level, a, b] = key.split(' ') as [RuleLevel, PairChange['a'], PairChange['b']];
      return { level, a, b, allowed };
    });

/** Each pair once, whatever the number of levels it changes. */
export const pairsOf = (changes: readonly PairChange[]): string[] => [...new Set(changes.map(({ a, b }) => `${a} ${b}`))];
