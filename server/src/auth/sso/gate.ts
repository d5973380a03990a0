// Validation of sign-on rules when they are saved.
import { IDENTITY_DIC } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import type { Refusal } from '@kuwei/contract/rule';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { resolveCode, checkDicCodes, loadOfferedEntries } from '../../platform/dic/codes.ts';
import { truncateText } from '../../platform/import/rows.ts';
import { readRules } from './rules.ts';
import { findAutoGrantableRoles } from '../role/rights.ts';
import { findOrgsForRules } from './provision.ts';

/** Refuses lines that cannot be parsed, and lines that grant more than a rule may. */
export async function checkSsoRules(db: Kysely<DB>, text: string, locale: Locale): Promise<Refusal | undefined> {
  const { rules, unread } = readRules(text);
  const [first] = unread;
  if (first) return { key: 'rule.ssoLine', params: { line: first.line, text: truncateText(first.text) } };
  const named = (is: 'identity' | 'role' | 'org') =>
    rules.flatMap(({ line, given }) =>
      given.filter((part) => part.is === is && !part.ofClaim).map((part) => ({ line, value: part.value })),
    );
  const roles = await findAutoGrantableRoles(
    db,
    named('role').map((each) => each.value),
  );
  const role = named('role').find((each) => !roles.has(each.value));
  if (role) return { key: 'rule.ssoRole', params: { line: role.line, name: truncateText(role.value) } };
  const orgs = await findOrgsForRules(
    db,
    named('org').map((each) => each.value),
  );
  const org = named('org').find((each) => !orgs.has(each.value.toUpperCase()));
  if (org) return { key: 'rule.ssoOrg', params: { line: org.line, name: truncateText(org.value) } };
  const offered = await loadOfferedEntries(db, [IDENTITY_DIC]);
  const isOffered = (name: string): boolean => {
    const use = { path: 'identity', dic: IDENTITY_DIC, codes: [resolveCode(offered, IDENTITY_DIC, name)], kept: [] };
    return checkDicCodes(offered, [use], locale).length === 0;
  };
  const identity = named('identity').find((each) => !isOffered(each.value));
  return identity && { key: 'rule.ssoIdentity', params: { line: identity.line, name: truncateText(identity.value) } };
}
