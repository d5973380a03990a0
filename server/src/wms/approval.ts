// Shared parts of all warehouse document kinds in the approval engine: their places, and the code sets of their conditions.
import { ORG_TYPES } from '@kuwei/contract/org';
import type { Locale } from '@kuwei/contract/constants';
import { CONTROL_FLAGS, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { NamedCode, DecisionPlace, Place } from '../bpm/kind.ts';
import { byName, named } from '../db/named.ts';
import type { DB } from '../db/types.ts';
import { t } from '../phrase.ts';
import { mayKeep } from './warehouse/keepers.ts';

export async function warehousePlaces(db: Kysely<DB>, locale: Locale): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select w.id, ${named(locale, 'w')} as name, w.org_id as "orgId" from wms_warehouse w where w.deleted_at is null
     order by ${byName(locale, 'w')}, w.id`.execute(db);
  return rows;
}

/** Warehouses by id, since codes may change. */
const warehouses = async (db: Kysely<DB>, locale: Locale): Promise<NamedCode[]> =>
  (await warehousePlaces(db, locale)).map(({ id, name }) => ({ code: id, name }));

const CODES = {
  warehouse: warehouses,
  storageGroups: async (_: Kysely<DB>, locale: Locale) =>
    STORAGE_GROUPS.map((code) => ({ code, name: `${code} ${t(locale, `hazard.group.${code}`)}` })),
  controlFlags: async (_: Kysely<DB>, locale: Locale) =>
    CONTROL_FLAGS.map((code) => ({ code, name: t(locale, `wms.control.${code}`) })),
  ownerType: async (_: Kysely<DB>, locale: Locale) => ORG_TYPES.map((code) => ({ code, name: t(locale, `org.type.${code}`) })),
} as const;

/** @param facts of type `set` of a kind */
export const codesOf =
  (...facts: (keyof typeof CODES)[]) =>
  async (db: Kysely<DB>, locale: Locale): Promise<Record<string, NamedCode[]>> => {
    const codes: Record<string, NamedCode[]> = {};
    for (const fact of facts) codes[fact] = await CODES[fact](db, locale);
    return codes;
  };

/** Risks of product `p` that its reviewers see in their lists, as text[]. */
export const goodsMarks = sql<string[]>`array_remove(array[
  case when 'TOXIC' = any(p.control_flags) then 'TOXIC' when p.control_flags <> '{}' then 'CONTROLLED' end,
  case when p.hazard = 'UNKNOWN' then 'NOT_ASSESSED' end], null)`;

/** Storage groups of goods; unassessed ones may be of any group. */
export const storageGroupsOf = (goods: readonly { group: string | null; assessed: boolean }[]): string[] =>
  goods.some(({ assessed }) => !assessed)
    ? [...STORAGE_GROUPS]
    : [...new Set(goods.map(({ group }) => group).filter((group) => group !== null))].toSorted();

/** Storekeepers of a warehouse, without former ones. @param warehouseOf of a document, by its id */
export async function keepersAt(
  db: Kysely<DB>,
  at: DecisionPlace,
  warehouseOf: (bizId: string) => RawBuilder<unknown>,
): Promise<string[]> {
  const which = 'placeId' in at ? sql`${at.placeId}::uuid` : sql`(${warehouseOf(at.bizId)})`;
  const { rows } = await sql<{ id: string }>`
    select u.id from wms_warehouse_keeper k join sys_user u on u.id = k.user_id join wms_warehouse w on w.id = k.warehouse_id
     where k.warehouse_id = ${which} and ${mayKeep} order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}
