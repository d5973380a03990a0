// Upper limits for roles of a person, organisations of a person and members of an organisation. They match what the forms accept:
// a form with more could not be saved.
import { ORGS_MAX, ROLES_MAX } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { MEMBERS_MAX } from '@kuwei/contract/wms/org-record';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { byKey, keyOf, ORGS, ROLES, type Grant, type GrantChange, type Kind } from './grants.ts';

/** Both sides of a grant, with their limits. */
const SIDES = {
  roles: { key: 'user_id', of: 'sys_user', max: ROLES_MAX, what: 'user.account.roles' },
  orgs: { key: 'user_id', of: 'sys_user', max: ORGS_MAX, what: 'user.account.orgs' },
  members: { key: 'org_id', of: 'wms_org', max: MEMBERS_MAX, what: 'org.members' },
} as const;
type Side = keyof typeof SIDES;

const holderOf = (side: Side, { userId, of }: Grant): string => (SIDES[side].key === 'user_id' ? userId : of);

/** @param name of the person or organisation at its limit */
export function grantLimitError(side: Side, name: string, locale: Locale, field?: string): AppError {
  const { max, what } = SIDES[side];
  const params = { name, max, what: say(locale, what).toLowerCase() };
  return new AppError('GIVEN_MAX', { params, ...(field !== undefined && { field }) });
}

/**
 * Runs once at the end of a write, after all rows: one row may make room for another.
 * @param given all grants added or changed
 * @throws AppError GIVEN_MAX
 */
export async function assertWithinLimits(
  { trx, origin: { locale } }: WriteContext<Caller>,
  kind: Kind,
  given: readonly Grant[],
): Promise<void> {
  if (given.length === 0) return;
  for (const side of kind === ROLES ? (['roles'] as const) : (['orgs', 'members'] as const)) {
    const { key, of, max } = SIDES[side];
    const ids = new Set(given.map((grant) => holderOf(side, grant)));
    const { rows } = await sql<{ name: string }>`
      select o.name from ${sql.table(kind.table)} g join ${sql.table(of)} o on o.id = g.${sql.ref(key)}
       where g.${sql.ref(key)} = ${anyOf([...ids])} group by o.id having count(*) > ${max}::int order by o.name limit 1`.execute(
      trx,
    );
    const [full] = rows;
    if (full) throw grantLimitError(side, full.name, locale);
  }
}

/** Rows processed before yielding to the event loop. */
const ROWS_BETWEEN_YIELDS = 500;

/** Effect of a row on the counts of one side. */
interface LimitCheck {
  side: 'orgs' | 'members';
  come: string[];
  change: string[];
  go: string[];
}

function buildLimitCheck(side: LimitCheck['side'], { before, wanted }: GrantChange): LimitCheck {
  const [had, has] = [byKey(before), byKey(wanted)];
  const holders = (grants: readonly Grant[]): string[] => grants.map((grant) => holderOf(side, grant));
  return {
    side,
    come: holders(wanted.filter((grant) => !had.has(keyOf(grant)))),
    change: holders(wanted.filter((grant) => had.has(keyOf(grant)) && !isDeepStrictEqual(had.get(keyOf(grant)), grant))),
    go: holders(before.filter((grant) => !has.has(keyOf(grant)))),
  };
}

/**
 * Finds the import rows whose memberships exceed the limits, counted in row order: those for which `assertWithinLimits` would
 * refuse the whole file.
 * @param fields where to report a person, or an organisation, at its limit; an omitted side is not checked
 * @returns refusals by row index
 */
export async function findRowsBeyondLimits(
  db: Kysely<DB>,
  locale: Locale,
  rows: readonly GrantChange[],
  fields: Readonly<Partial<Record<LimitCheck['side'], string>>>,
): Promise<Map<number, AppError>> {
  const sides = (['orgs', 'members'] as const).filter((side) => fields[side] !== undefined);
  const turns: LimitCheck[][] = [];
  for await (const row of yieldingRows(rows)) turns.push(sides.map((side) => buildLimitCheck(side, row)));
  const stored = new Map<string, { name: string; count: number }>();
  for (const side of sides) {
    const ids = turns.flatMap((row) =>
      row.filter((turn) => turn.side === side).flatMap(({ come, change }) => [...come, ...change]),
    );
    for (const { id, ...rest } of await countGrants(db, side, ids)) stored.set(id, rest);
  }
  const refused = new Map<number, AppError>();
  // A refused row frees no places either, so count again without it.
  for (let isOver = false; !isOver;) {
    isOver = true;
    const counts = new Map([...stored].map(([id, { count }]) => [id, count]));
    const add = (ids: readonly string[], by: number): void => {
      for (const id of ids) if (counts.has(id)) counts.set(id, counts.get(id)! + by);
    };
    const left = [...turns.entries()].filter(([at]) => !refused.has(at));
    for await (const [, row] of yieldingRows(left)) for (const { go } of row) add(go, -1);
    for await (const [at, row] of yieldingRows(left)) {
      const full = row.flatMap(({ side, come, change }) => {
        const isFull = (more: number) => (id: string) => (counts.get(id) ?? 0) + more > SIDES[side].max;
        const id = come.find(isFull(1)) ?? change.find(isFull(0));
        return id === undefined ? [] : [grantLimitError(side, stored.get(id)!.name, locale, fields[side])];
      });
      if (full.length === 0) for (const { come } of row) add(come, 1);
      else {
        refused.set(at, full[0]!);
        if (row.some(({ go }) => go.length > 0)) isOver = false;
      }
    }
  }
  return refused;
}

/** Yields to the event loop, so that a file of thousands does not block other requests. */
async function* yieldingRows<R>(rows: readonly R[]): AsyncGenerator<R> {
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) await setImmediate();
    yield row;
  }
}

async function countGrants(
  db: Kysely<DB>,
  side: LimitCheck['side'],
  ids: readonly string[],
): Promise<readonly { id: string; name: string; count: number }[]> {
  if (ids.length === 0) return [];
  const { key, of } = SIDES[side];
  const { rows } = await sql<{ id: string; name: string; count: number }>`
    select o.id, o.name, (select count(*)::int from ${sql.table(ORGS.table)} g where g.${sql.ref(key)} = o.id) as count
      from ${sql.table(of)} o where o.id = ${anyOf([...new Set(ids)])}`.execute(db);
  return rows;
}
