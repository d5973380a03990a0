// Phrases of why something is visible, for rule pages and server; separate from what every page loads.
import { isRowSubject, type RuleOwner, type RuleSubject } from './rule-words.ts';

/** Phrase key of a reason: for menu entries, a rule applies whatever organisation the user acts for. */
export const reasonPhraseKey = <K extends string>(
  { kind, ownerType }: { kind: K; ownerType: RuleOwner | null },
  type: RuleSubject,
) => {
  if (kind !== 'RULE') return `rights.rule.why.${kind as Exclude<K, 'RULE'>}` as const;
  return ownerType === 'ORG' && !isRowSubject(type)
    ? 'rights.rule.why.RULE.ORG.entry'
    : (`rights.rule.why.RULE.${ownerType ?? 'USER'}` as const);
};
