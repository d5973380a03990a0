import { expect, test } from 'vitest';
import { WMS_ROLES as R } from '../src/kit/access.ts';
import { transactionRefusal, type Actor, type TransactionFacts } from '../src/wms/transaction-state.ts';

const SUBMITTED: TransactionFacts = {
  type: 'INBOUND',
  state: 'SUBMITTED',
  applicantId: 'applicant',
  round: 1,
  appliedBy: ['applicant', 'colleague'],
  reviewRoles: ['ROLE_REVIEWER'],
  reviewers: ['named'],
  decidedBy: ['first'],
  begun: true,
  twoToFinish: false,
  twoToReverse: false,
  assignedBy: [],
  reversalAsked: false,
  planned: false,
  cosignedBy: null,
  cosignedFor: null,
  posted: false,
  reversal: false,
  reversed: false,
};
const actor = (userId: string, codes: string[] = [], proxyUserId: string | null = null): Actor => ({
  userId,
  proxyUserId,
  codes,
});
const REVIEWER = ['ROLE_REVIEWER'];

test.each([
  ['with the role', actor('x', REVIEWER), null],
  ['asked by name, without the role', actor('named'), null],
  ['neither', actor('x', [R.box]), 'NOT_REVIEWER'],
  ['the applicant', actor('applicant', REVIEWER), 'OWN_APPLICATION'],
  ['who changed the application', actor('colleague', REVIEWER), 'OWN_APPLICATION'],
  ['the applicant acting for a reviewer', actor('x', REVIEWER, 'applicant'), 'OWN_APPLICATION'],
  ['who decided at the level before', actor('first', REVIEWER), 'SAME_REVIEWER'],
  ['who decided before, acting for another reviewer', actor('x', REVIEWER, 'first'), 'SAME_REVIEWER'],
] as const)('[S6.44] a review is open to those asked who took no part: %s', (_, who, code) => {
  for (const action of ['approve', 'return', 'reject'] as const)
    expect(transactionRefusal(action, SUBMITTED, who), action).toBe(code);
});

test("[S6.44] reviewers don't execute what they reviewed, and one storekeeper cannot be both", () => {
  const executing: TransactionFacts = { ...SUBMITTED, state: 'EXECUTING', twoToFinish: true, planned: true, assignedBy: ['one'] };
  const keeper = (userId: string, proxyUserId: string | null = null) => actor(userId, [R.box], proxyUserId);
  for (const action of ['assign', 'finish', 'cosign'] as const)
    for (const who of [keeper('first'), keeper('x', 'first')])
      expect(transactionRefusal(action, executing, who), action).toBe('KEEPER_REVIEWED');
  expect(transactionRefusal('finish', executing, actor('x'))).toBe('FORBIDDEN');
  expect(transactionRefusal('finish', executing, keeper('one'))).toBe('SECOND_KEEPER_NEEDED');
  expect(transactionRefusal('cosign', executing, keeper('one'))).toBe('SAME_KEEPER');
  expect(transactionRefusal('cosign', executing, keeper('two'))).toBeNull();
  const signed = { ...executing, cosignedBy: 'two', cosignedFor: 'FINISH' as const };
  expect(transactionRefusal('finish', signed, keeper('one'))).toBeNull();
  expect(transactionRefusal('finish', signed, keeper('x', 'two'))).toBe('SAME_KEEPER');
});

test('[S6.44] a cosignature for finishing does not reverse, nor vice versa', () => {
  const partly: TransactionFacts = {
    ...SUBMITTED,
    state: 'PARTIAL',
    twoToFinish: true,
    twoToReverse: true,
    posted: true,
    assignedBy: ['one'],
  };
  const keeper = (userId: string) => actor(userId, [R.box]);
  const reviewer = actor('second', [R.inbound2]);
  // Without assignments there is nothing to confirm.
  expect(transactionRefusal('cosign', partly, keeper('two'))).toBe('ILLEGAL_TRANSITION');
  const planned = { ...partly, planned: true };
  expect(transactionRefusal('cosign', planned, keeper('two'))).toBeNull();
  const forFinish: TransactionFacts = { ...planned, cosignedBy: 'two', cosignedFor: 'FINISH' };
  expect(transactionRefusal('finish', forFinish, keeper('one'))).toBeNull();
  // An API token would be a second person out of the first one's account.
  expect(transactionRefusal('finish', forFinish, { ...keeper('one'), isToken: true })).toBe('API_TOKEN');
  expect(transactionRefusal('reverse', forFinish, reviewer)).toBe('SECOND_KEEPER_NEEDED');
  expect(transactionRefusal('askReversal', forFinish, reviewer)).toBeNull();
  // If a reversal is requested while the rest is planned, each can be confirmed separately.
  const asked = { ...planned, reversalAsked: true };
  expect(transactionRefusal('cosign', asked, keeper('one'), 'REVERSAL')).toBeNull();
  expect(transactionRefusal('cosign', asked, keeper('one'), 'FINISH')).toBe('SAME_KEEPER');
  expect(transactionRefusal('cosign', asked, keeper('two'), 'FINISH')).toBeNull();
  expect(transactionRefusal('cosign', planned, keeper('two'), 'REVERSAL')).toBe('ILLEGAL_TRANSITION');
  const forReversal: TransactionFacts = { ...planned, cosignedBy: 'two', cosignedFor: 'REVERSAL' };
  expect(transactionRefusal('reverse', forReversal, reviewer)).toBeNull();
  expect(transactionRefusal('askReversal', forReversal, reviewer)).toBe('ILLEGAL_TRANSITION');
  expect(transactionRefusal('finish', forReversal, keeper('one'))).toBe('SECOND_KEEPER_NEEDED');
  expect(transactionRefusal('cosign', forReversal, keeper('two'), 'FINISH')).toBeNull();
});

test('a user who sees a document by a data rule only cannot act on it', () => {
  const guest = { ...SUBMITTED, guest: true };
  expect(transactionRefusal('approve', guest, actor('x', REVIEWER))).toBe('FORBIDDEN');
  expect(transactionRefusal('cancel', guest, actor('applicant'))).toBe('FORBIDDEN');
});
