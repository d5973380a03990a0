import { IDENTITY_DIC } from '@kuwei/contract/auth/account';
import type { ssoRoutes, Trial } from '@kuwei/contract/auth/sso';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { checkSsoRules } from './gate.ts';
import { readRules, ruleFor, type Claims } from './rules.ts';
import { buildAccountByRule, isExistingAccount, type ProvisioningResult } from './provision.ts';

export const ssoHandlers: Handlers<typeof ssoRoutes> = {
  trySsoRules: async ({ body: { rules: text, username, claims: pairs } }, { db, origin: { locale } }): Promise<Trial> => {
    const refused = await checkSsoRules(db, text, locale);
    const refusal = refused ? say(locale, refused.key, refused.params) : null;
    // No prototype: a claim may be called `constructor`.
    const claims = Object.create(null) as Record<string, string[]>;
    for (const { name, value } of pairs) (claims[name] ??= []).push(value);
    const rule = ruleFor(readRules(text).rules, claims satisfies Claims);
    const none = { line: rule?.line ?? null, refusal, account: null };
    if (!rule) return { outcome: 'NONE', ...none };
    // The provider is not contacted, so identities already bound to an account are not recognised here.
    if (await isExistingAccount(db, username)) return { outcome: 'KNOWN', ...none };
    const made = await buildAccountByRule(db, rule, { username, claims }, locale);
    return 'why' in made
      ? { outcome: made.why, ...none }
      : { outcome: 'TAKEN', ...none, account: await formatTrial(db, made.form, locale) };
  },
};

async function formatTrial(
  db: Kysely<DB>,
  form: Extract<ProvisioningResult, { form: unknown }>['form'],
  locale: Locale,
): Promise<Trial['account']> {
  const codes = form.roles.map(({ code }) => code);
  const ids = form.orgs.map(({ orgId }) => orgId);
  const { rows } = await sql<{ key: string; name: string }>`
    select r.code as key, ${named(locale, 'r')} as name from sys_role r where r.code = any(${codes}::text[])
    union all select o.id::text, ${named(locale, 'o')} from wms_org o where o.id = any(${ids}::uuid[])`.execute(db);
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  const nameOf = (key: string): string => names.get(key) ?? key;
  const identity = form.identity && (await dicNames(db, IDENTITY_DIC, locale))(form.identity);
  return { username: form.username, name: form.name, identity, roles: codes.map(nameOf), orgs: ids.map(nameOf) };
}
