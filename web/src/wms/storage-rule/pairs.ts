// Pairs of storage groups while they are being edited.
import type { PairChange, RuleLevel, StorageRules } from '@kuwei/contract/wms/storage-rule';

/** What has been clicked, by `level a b`; it may say what holds already. */
export type Draft = ReadonlyMap<string, boolean>;

/** A pair is the same read either way. */
const keyOf = (level: RuleLevel, a: string, b: string): string => (a <= b ? `${level} ${a} ${b}` : `${level} ${b} ${a}`);

const isAllowedNow = ({ pairs }: StorageRules, key: string): boolean =>
  pairs.some((pair) => keyOf(pair.level, pair.a, pair.b) === key);

export const isAllowed = (rules: StorageRules, draft: Draft, level: RuleLevel, a: string, b: string): boolean => {
  const key = keyOf(level, a, b);
  return draft.get(key) ?? isAllowedNow(rules, key);
};

export const isChanged = (rules: StorageRules, draft: Draft, level: RuleLevel, a: string, b: string): boolean =>
  isAllowed(rules, draft, level, a, b) !== isAllowedNow(rules, keyOf(level, a, b));

/** What shares a box shares the cabinet around it: allowing the one allows the other, forbidding the other forbids the one. */
export function toggled(rules: StorageRules, draft: Draft, level: RuleLevel, a: string, b: string): Draft {
  const next = new Map(draft);
  const allowed = !isAllowed(rules, draft, level, a, b);
  next.set(keyOf(level, a, b), allowed);
  if (level === 'BOX' && allowed) next.set(keyOf('CABINET', a, b), true);
  if (level === 'CABINET' && !allowed) next.set(keyOf('BOX', a, b), false);
  return next;
}

/** What would differ from the rules as they are. */
export const changesOf = (rules: StorageRules, draft: Draft): PairChange[] =>
  [...draft]
    .filter(([key, allowed]) => isAllowedNow(rules, key) !== allowed)
    .map(([key, allowed]) => {
      const [level, a, b] = key.split(' ') as [RuleLevel, PairChange['a'], PairChange['b']];
      return { level, a, b, allowed };
    });

/** Each pair once, on however many levels it changes. */
export const pairsOf = (changes: readonly PairChange[]): string[] => [...new Set(changes.map(({ a, b }) => `${a} ${b}`))];
