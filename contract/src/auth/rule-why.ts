// What is said of why somebody sees something: by pages of rules and by the server, apart from what every page may read.
import { opensRows, type RuleOwner, type RuleSubject } from './rule-words.ts';

/** What is said of a reason: of an entry of the menu a rule counts whomever they work for. */
export const whyKey = <K extends string>({ kind, ownerType }: { kind: K; ownerType: RuleOwner | null }, type: RuleSubject) => {
  if (kind !== 'RULE') return `rights.rule.why.${kind as Exclude<K, 'RULE'>}` as const;
  return ownerType === 'ORG' && !opensRows(type)
    ? 'rights.rule.why.RULE.ORG.entry'
    : (`rights.rule.why.RULE.${ownerType ?? 'USER'}` as const);
};
