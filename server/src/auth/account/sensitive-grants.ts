// Roles and memberships that open more than one's own requests. Imports confirm them, nightly imports refuse them (decision 191).
import type { AccountForm } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { ReadRow } from '../../platform/import/kind.ts';
import { isLater } from '../role/days.ts';
import { findAutoGrantableRoles } from '../role/rights.ts';
import { isLeftToPeople } from '../rule/given.ts';
import { accountsById } from './record.ts';

/** Names, by code, of roles that are reserved, belong to the warehouse, carry powers or data rules, or approve. */
export async function sensitiveRoles(db: Kysely<DB>, locale: Locale): Promise<Map<string, string>> {
  const { rows } = await sql<{
    code: string;
    name: string;
  }>`select r.code, ${named(locale, 'r')} as name from sys_role r`.execute(db);
  const free = await findAutoGrantableRoles(
    db,
    rows.map(({ code }) => code),
  );
  return new Map(rows.filter(({ code }) => !free.has(code)).map(({ code, name }) => [code, name]));
}

/** Names, by id, of warehouse departments and organisations with data rules. */
export async function sensitiveOrgs(db: Kysely<DB>, locale: Locale): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, ${named(locale, 'o')} as name from wms_org o where ${isLeftToPeople}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Names of the sensitive grants that import rows add, change or extend, by row number. */
export const findAccountGrants =
  (db: Kysely<DB>, locale: Locale) =>
  async (rows: readonly ReadRow<AccountForm>[]): Promise<Map<number, string[]>> => {
    const [roles, orgs, stored] = await Promise.all([
      sensitiveRoles(db, locale),
      sensitiveOrgs(db, locale),
      accountsById(
        db,
        rows.flatMap(({ proposal }) => proposal.id ?? []),
      ),
    ]);
    const given = rows.map(({ row, proposal: { id, form } }): [number, string[]] => {
      const before = id === null ? undefined : stored.get(id)?.form;
      const isExtended = before !== undefined && isLater(form.untilDay, before.untilDay);
      const isNew = <G>(grant: G, kept: readonly G[] = []): boolean =>
        isExtended || !kept.some((each) => isDeepStrictEqual(each, grant));
      return [
        row,
        [
          ...form.roles.flatMap((grant) => (isNew(grant, before?.roles) ? (roles.get(grant.code) ?? []) : [])),
          ...form.orgs.flatMap((grant) => (isNew(grant, before?.orgs) ? (orgs.get(grant.orgId) ?? []) : [])),
        ],
      ];
    });
    return new Map(given.filter(([, names]) => names.length > 0));
  };
