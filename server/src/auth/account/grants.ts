// Grants to people: roles and organisation memberships, each with a first and a last day.
import type { Membership } from '@kuwei/contract/auth/account';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { joinList } from '@kuwei/contract/phrase';
import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { assertMayGrant } from '../role/rights.ts';
import { isLeftToPeople } from '../rule/given.ts';

/** The table of the grants. */
export interface Kind {
  table: 'sys_role_grant' | 'wms_org_member';
  /** Column of the role or organisation. */
  of: 'role_code' | 'org_id';
  /** Columns that only this table has. */
  more: readonly 'relation'[];
}
export const ROLES: Kind = { table: 'sys_role_grant', of: 'role_code', more: [] };
export const ORGS: Kind = { table: 'wms_org_member', of: 'org_id', more: ['relation'] };

export interface Grant {
  userId: string;
  /** Code of the role, or id of the organisation. */
  of: string;
  relation?: Membership['relation'];
  fromDay: string | null;
  untilDay: string | null;
}

/** Current and requested grants of one person, or of one organisation. */
export interface GrantChange {
  before: readonly Grant[];
  wanted: readonly Grant[];
}

export const keyOf = ({ userId, of }: Grant): string => `${userId} ${of}`;
/** A map, because an organisation may have thousands of members. */
export const byKey = (grants: readonly Grant[]): Map<string, Grant> => new Map(grants.map((grant) => [keyOf(grant), grant]));

/**
 * Applies the difference between current and requested grants. Unchanged grants keep their grantor and date. The sessions
 * concerned are notified with the commit. Callers check `assertWithinLimits` at the end.
 * @returns people and targets concerned, and the grants that were added or changed
 * @throws AppError BEYOND_RIGHTS for a role that the caller may not grant
 */
export async function updateGrants(
  context: WriteContext<Caller>,
  kind: Kind,
  holdings: readonly GrantChange[],
): Promise<{ people: string[]; of: string[]; given: readonly Grant[] }> {
  const { trx, caller, origin } = context;
  const gone = holdings.flatMap(({ before, wanted }) => {
    const staying = byKey(wanted);
    return before.filter((grant) => !staying.has(keyOf(grant)));
  });
  const given = holdings.flatMap(({ before, wanted }) => {
    const had = byKey(before);
    return wanted.filter((grant) => !isDeepStrictEqual(had.get(keyOf(grant)), grant));
  });
  const changed = [...gone, ...given];
  if (kind === ROLES) await assertMayGrant(trx, { caller, locale: origin.locale }, new Set(changed.map(({ of: role }) => role)));
  else if (caller.userId === SYSTEM_ID) await assertRightsToAffected(context, changed);
  const people = [...new Set(changed.map(({ userId }) => userId))];
  const about = { people, of: [...new Set(changed.map((grant) => grant.of))], given };
  // Notifies this process at once; the database notifies the others.
  if (people.length > 0) context.emit({ to: people, ...EVENTS.rights, d: {} });
  const table = sql.table(kind.table);
  const of = sql.ref(kind.of);
  if (gone.length > 0)
    await sql`delete from ${table} g using ${rowsOf(kind, gone)} x where g.user_id = x.user_id and g.${of} = x.${of}`.execute(
      trx,
    );
  if (given.length === 0) return about;
  const columns = sql.join(['user_id', kind.of, ...kind.more, 'from_day', 'until_day'].map((column) => sql.ref(column)));
  const replaced = sql.join(
    [...kind.more, 'from_day', 'until_day', 'begun', 'granted_by'].map(
      (column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`,
    ),
  );
  await sql`
    insert into ${table} (${columns}, begun, granted_by)
    select ${columns}, coalesce(from_day <= current_date, true) and coalesce(until_day >= current_date, true), ${caller.userId}::uuid from ${rowsOf(kind, given)} x
    on conflict (user_id, ${of}) do update set ${replaced}, granted_at = now()`.execute(trx);
  return about;
}

/** Checks members of warehouse departments and of organisations with data rules. @throws AppError BEYOND_RIGHTS */
async function assertRightsToAffected(
  { trx, origin: { locale } }: WriteContext<Caller>,
  changed: readonly Grant[],
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select ${named(locale, 'o')} as name from wms_org o
     where ${isLeftToPeople} and o.id = ${anyOf([...new Set(changed.map(({ of: id }) => id))])}`.execute(trx);
  const names = rows.map(({ name }) => name);
  if (names.length > 0) throw new AppError('BEYOND_RIGHTS', { params: { names: joinList(locale, names) } });
}

const rowsOf = ({ table, of, more }: Kind, grants: readonly Grant[]): RawBuilder<unknown> => {
  const rows = grants.map((grant) => ({
    user_id: grant.userId,
    [of]: grant.of,
    ...Object.fromEntries(more.map((column) => [column, grant[column]])),
    from_day: grant.fromDay,
    until_day: grant.untilDay,
  }));
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
};
