// Just-in-time provisioning: creates accounts by rule for people whom the university authenticates. All or nothing: if part of a
// rule cannot be granted, the person is refused.
import { IDENTITY_DIC, accountForm, type AccountForm } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { WriteContext } from '../../context.ts';
import { valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { insertRows } from '../../db/rows.ts';
import { searchText } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { resolveCode, loadOfferedEntries } from '../../platform/dic/codes.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { checkAccounts } from '../account/gates.ts';
import { ACCOUNT, ACCOUNTS } from '../account/record.ts';
import { findAutoGrantableRoles } from '../role/rights.ts';
import { isLeftToPeople } from '../rule/given.ts';
import type { Identity } from './provider.ts';
import { resolveGrants, readRules, ruleFor, type Rule } from './rules.ts';

/** Organisations by code that a rule may name: no warehouse departments, and none with data rules. */
export async function findOrgsForRules(db: Kysely<DB>, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; id: string }>`
    select o.code, o.id from wms_org o
     where o.code = any(${codes.map((code) => code.toUpperCase())}::text[]) and o.valid and not ${isLeftToPeople}`.execute(db);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** @returns id of the new account; null if none is created */
export async function provisionAccount(context: WriteContext<null>, identity: Identity): Promise<string | null> {
  const { services, trx } = context;
  const { rules } = readRules(services.settings.get('SYS_SSO_RULES'));
  const rule = ruleFor(rules, identity.claims);
  if (!rule) return null;
  // The rights lock: two windows may sign in for the first time concurrently, or an administrator may create the account.
  await sql`select from sys_role where code = 'ROLE_ADMIN' for no key update`.execute(trx);
  const bound = await sql`
    select from sys_user_identity where provider = ${identity.provider} and subject = ${identity.subject}`.execute(trx);
  if (bound.rows.length > 0 || (await isExistingAccount(trx, identity.username))) return null;
  const made = await buildAccountByRule(trx, rule, identity, context.origin.locale);
  if ('why' in made) {
    services.log.warn({ rule: rule.line, why: made.why }, 'single sign-on: the rule cannot be applied, no account was created');
    return null;
  }
  const { form } = made;
  const id = newId();
  const named = [form.username, form.name, form.staffNo, form.email, form.phone];
  const values = { ...valuesOf('u', ACCOUNT, form, 'roles', 'orgs'), search: await searchText(named) };
  await insertRows(trx, ACCOUNTS, [{ id, ...values, created_by: SYSTEM_ID, updated_by: SYSTEM_ID }]);
  const roles = form.roles.map(({ code }) => ({ user_id: id, role_code: code, begun: true }));
  const orgs = form.orgs.map(({ orgId, relation }) => ({ org_id: orgId, user_id: id, relation, begun: true }));
  await insertRows(trx, 'sys_role_grant', roles);
  await insertRows(trx, 'wms_org_member', orgs);
  context.logChange({ entity: ACCOUNTS, id, change: { ...form, way: 'sso', line: rule.line } });
  return id;
}

/** Whether an account has this username, including disabled and deleted ones, which a rule must not restore. */
export async function isExistingAccount(db: Kysely<DB>, username: string): Promise<boolean> {
  const { rows } = await sql`select from sys_user where lower(username) = ${username.toLowerCase()} limit 1`.execute(db);
  return rows.length > 0;
}

/** The account that a rule creates, or why it cannot. */
export type ProvisioningResult = { form: AccountForm } | { why: 'CLAIM' | 'ROLE' | 'ORG' | 'ACCOUNT' };

/** Builds the account; `provisionAccount` writes it. */
export async function buildAccountByRule(
  db: Kysely<DB>,
  rule: Rule,
  { username, claims }: Pick<Identity, 'username' | 'claims'>,
  locale: Locale,
): Promise<ProvisioningResult> {
  const given = resolveGrants(rule, claims);
  if (!given) return { why: 'CLAIM' };
  const [roles, orgs, offered] = await Promise.all([
    findAutoGrantableRoles(db, given.role),
    findOrgsForRules(db, given.org),
    loadOfferedEntries(db, [IDENTITY_DIC]),
  ]);
  const [codes, groups] = [new Set(given.role), new Set(given.org.map((code) => code.toUpperCase()))];
  if (roles.size < codes.size) return { why: 'ROLE' };
  if (orgs.size < groups.size) return { why: 'ORG' };
  const span = { fromDay: null, untilDay: null };
  const form = z.safeParse(accountForm, {
    username,
    name: given.name[0] ?? username,
    staffNo: null,
    identity: given.identity[0] === undefined ? null : resolveCode(offered, IDENTITY_DIC, given.identity[0]),
    email: null,
    phone: null,
    untilDay: null,
    remark: null,
    roles: [...codes].map((code) => ({ code, ...span })),
    orgs: [...groups].map((code) => ({ orgId: orgs.get(code)!, relation: 'MEMBER', ...span })),
  });
  if (!form.success) return { why: 'ACCOUNT' };
  const faults = await checkAccounts(db, { userId: SYSTEM_ID, locale }, [{ before: null, form: form.data }]);
  return faults[0]!.length === 0 ? { form: form.data } : { why: 'ACCOUNT' };
}
