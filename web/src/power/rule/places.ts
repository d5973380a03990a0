// Addresses of rules contain owner and subject type: `rule/USER/WMS_ORG`, or `rule/WMS_ORG` for all owners.
import { RULE_OWNERS, RULE_SUBJECTS, type RuleOwner, type RuleSubject } from '@kuwei/contract/auth/rule-words';
import { usePage } from '../../page/page.ts';

export interface RulePlace {
  /** Null for all owners. */
  owner: RuleOwner | null;
  subject: RuleSubject;
}

export const ruleAddress = ({ owner, subject }: RulePlace, rest = ''): string =>
  `/def/power/rule/${owner === null ? '' : `${owner}/`}${subject}${rest}`;

export function useRulePlace(): RulePlace {
  const { params } = usePage();
  return {
    owner: RULE_OWNERS.find((each) => each === params['owner']) ?? null,
    subject: RULE_SUBJECTS.find((each) => each === params['subject']) ?? 'WMS_ORG',
  };
}
