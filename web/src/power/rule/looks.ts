import type { Rule } from '@kuwei/contract/auth/rule';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const ruleLooks: StateLooks<Rule['when']> = {
  NOW: { label: 'rights.rule.when.NOW', tone: 'success', shape: 'dot' },
  LATER: { label: 'rights.rule.when.LATER', tone: 'info', shape: 'ring' },
  OVER: { label: 'rights.rule.when.OVER', tone: 'quiet', shape: 'bar' },
};
