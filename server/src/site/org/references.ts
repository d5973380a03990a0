// References to an organisation, and what it owns.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { joinList } from '@kuwei/contract/phrase';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import type { OwnedRecords } from '@kuwei/contract/wms/org-record';
import { sql, type Kysely } from 'kysely';
import { rowsOf } from '../../db/columns.ts';
import { constant } from '../../db/constant-sql.ts';
import { named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB, WmsOrg } from '../../db/types.ts';
import { t } from '../../phrase.ts';
import { inUseError } from '../../wms/place/in-use.ts';
import { QTY_RETURNED, QTY_TAKEN } from '../../wms/share/loan.ts';

/** Documents and boxes listed. */
const SHOWN = 10;

/**
 * Of `o`, a row of wms_org. Ordered by the owner index: for an owner of nearly all stock, the planner would otherwise scan all of
 * it.
 */
export const ownsGoods = sql<boolean>`(
  (select true from wms_product_box s where s.owner_org_id = o.id and s.qty > 0 order by s.owner_org_id, s.last_move_at limit 1) is true)`;

/** Whether stock or documents reference `o`, including history. */
export const isReferenced = sql<boolean>`(
  exists (select from wms_product_box s where s.owner_org_id = o.id)
  or exists (select from wms_transaction x where x.owner_org_id = o.id or x.supplier_org_id = o.id)
  or exists (select from wms_share_request x where o.id in (x.org_id, x.owner_org_id))
  or exists (select from wms_batch x where x.supplier_org_id = o.id)
  or exists (select from wms_stock_limit x where x.org_id = o.id)
  or exists (select from wms_permit x where x.org_id = o.id)
  or exists (select from wms_ews x where x.org_id = o.id))`;

export const isTypeFixed = sql<boolean>`(${isReferenced}
  or exists (select from wms_org_member m where m.org_id = o.id)
  or exists (select from wms_warehouse_box x where x.owner_org_id = o.id)
  or exists (select from wms_warehouse w where w.org_id = o.id))`;

/** By id, whether code or type are fixed. */
export async function loadFixedFields(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<Map<string, { code: boolean; type: boolean }>> {
  const { rows } = await sql<{ id: string; code: boolean; type: boolean }>`
    select o.id, ${isReferenced} as code, ${isTypeFixed} as type from wms_org o where o.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...fixed }) => [id, fixed]));
}

const isOpen = sql`x.deleted_at is null and x.state <> all(${constant(FINAL_STATES)})`;

/** What an organisation owns now. @throws AppError NOT_FOUND */
export async function getOwned(db: Kysely<DB>, id: string, locale: Locale): Promise<OwnedRecords> {
  const { rows } = await rowsOf<
    OwnedRecords,
    { o: WmsOrg; s: { stock_rows: number; boxes: number; value: string | null; unpriced: number } }
  >(
    {
      stockRows: 's.stock_rows',
      boxes: 's.boxes',
      value: 's.value',
      unpriced: 's.unpriced',
      ownBoxes: sql<number>`(select count(*)::int from wms_warehouse_box x where x.owner_org_id = o.id and x.state <> 'RETIRED')`,
      ownBoxCodes: sql<string[]>`array(select x.code from wms_warehouse_box x where x.owner_org_id = o.id and x.state <> 'RETIRED'
        order by x.code collate wms_natural limit ${SHOWN})`,
      openDocuments: sql<number>`(select count(*)::int from wms_transaction x where x.owner_org_id = o.id and ${isOpen})`,
      documents: sql<OwnedRecords['documents']>`coalesce((
        select json_agg(json_build_object('id', y.id, 'no', y.no, 'type', y.type, 'state', y.state) order by y.created_at desc, y.id)
          from (select x.* from wms_transaction x where x.owner_org_id = o.id and ${isOpen} order by x.created_at desc, x.id limit ${SHOWN}) y), '[]')`,
      warehouses: sql<OwnedRecords['warehouses']>`coalesce((
        select json_agg(json_build_object('id', w.id, 'name', ${named(locale, 'w')}) order by w.code collate wms_natural)
          from wms_warehouse w where w.org_id = o.id and w.deleted_at is null), '[]')`,
      openCases: sql<number>`(select count(*)::int from wms_after_sales x
        where o.id in (x.owner_org_id, x.applicant_org_id) and x.state not in ('DONE', 'REJECTED', 'CANCELED'))`,
      openCounts: sql<number>`(select count(*)::int from wms_inventory x where x.state in ('COUNTING', 'SUBMITTED')
        and exists (select from wms_inventory_line l where l.inventory_id = x.id and l.owner_org_id = o.id))`,
      openShares: sql<number>`(select count(*)::int from wms_share_request r where o.id in (r.org_id, r.owner_org_id)
        and (r.state = 'SUBMITTED' or (r.state = 'APPROVED' and r.mode = 'LEND' and ${QTY_TAKEN} > ${QTY_RETURNED})))`,
    },
    sql`wms_org o
      cross join lateral (
        select count(*)::int as stock_rows, count(distinct s.box_id)::int as boxes, trim_scale(round(sum(s.qty * p.price), 2))::text as value,
               (count(*) filter (where p.price is null))::int as unpriced
          from wms_product_box s join wms_product p on p.id = s.product_id where s.owner_org_id = o.id and s.qty > 0) s
      where o.id = ${id}`,
  ).execute(db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** The same in words; null for nothing. */
export function formatOwned(owned: OwnedRecords, locale: Locale): string | null {
  const { boxes, openDocuments, ownBoxes, warehouses, openCases, openCounts, openShares } = owned;
  const parts = [
    ...(boxes > 0 ? [t(locale, 'wms.used.stock', { n: boxes })] : []),
    ...(openDocuments > 0 ? [t(locale, 'wms.used.openDocuments', { n: openDocuments })] : []),
    ...(ownBoxes > 0 ? [t(locale, 'org.used.ownBoxes', { n: ownBoxes })] : []),
    ...(warehouses.length > 0 ? [t(locale, 'org.used.warehouses', { n: warehouses.length })] : []),
    ...(openCases > 0 ? [t(locale, 'org.used.openCases', { n: openCases })] : []),
    ...(openCounts > 0 ? [t(locale, 'org.used.openCounts', { n: openCounts })] : []),
    ...(openShares > 0 ? [t(locale, 'org.used.openShares', { n: openShares })] : []),
  ];
  return parts.length === 0 ? null : joinList(locale, parts);
}

interface References {
  id: string;
  members: number;
  documents: number;
  boxes: number;
  warehouses: number;
  merged: number;
  rules: number;
  history: boolean;
}

/** @throws AppError IN_USE_BY with all references */
export async function assertUnreferenced(db: Kysely<DB>, id: string, locale: Locale): Promise<void> {
  const used = (await findReferencedOrgs(db, [id], locale)).get(id);
  if (used) throw used;
}

/**
 * @param isEmptied ignores members
 * @returns by id, IN_USE_BY with all references, for those with any
 */
export async function findReferencedOrgs(
  db: Kysely<DB>,
  ids: readonly string[],
  locale: Locale,
  isEmptied = false,
): Promise<Map<string, AppError>> {
  const { rows } = await sql<References>`
    select o.id, (select count(*)::int from wms_org_member m where m.org_id = o.id) as members,
           (select count(*)::int from wms_transaction x where (x.owner_org_id = o.id or x.supplier_org_id = o.id) and x.deleted_at is null) as documents,
           (select count(*)::int from wms_warehouse_box x where x.owner_org_id = o.id) as boxes,
           (select count(*)::int from wms_warehouse w where w.org_id = o.id and w.deleted_at is null) as warehouses,
           (select count(*)::int from wms_org i where i.merged_into_id = o.id) as merged,
           (select count(*)::int from sys_rule k where k.org_id = o.id) as rules,
           ${isReferenced} or exists (select from wms_warehouse w where w.org_id = o.id) or exists (select from sys_file x where x.org_id = o.id)
             or exists (select from bpm_instance x where o.id in (x.org_id, x.applicant_org_id, x.owner_org_id))
             or exists (select from bpm_task x where x.org_id = o.id)
             or exists (select from wms_inventory_line x where x.owner_org_id = o.id)
             or exists (select from wms_after_sales x where o.id in (x.owner_org_id, x.applicant_org_id, x.supplier_org_id)) as history
      from wms_org o where o.id = ${anyOf(ids)}`.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const by = formatReferences(isEmptied ? { ...row, members: 0 } : row, locale);
      return by === null ? [] : [[row.id, inUseError(by)] as const];
    }),
  );
}

function formatReferences(naming: References, locale: Locale): string | null {
  const { members, documents, boxes, warehouses, merged, rules, history } = naming;
  const parts = [
    ...(members > 0 ? [t(locale, 'org.used.members', { n: members })] : []),
    ...(documents > 0 ? [t(locale, 'wms.used.documents', { n: documents })] : []),
    ...(boxes > 0 ? [t(locale, 'org.used.ownBoxes', { n: boxes })] : []),
    ...(warehouses > 0 ? [t(locale, 'org.used.warehouses', { n: warehouses })] : []),
    ...(merged > 0 ? [t(locale, 'org.used.merged', { n: merged })] : []),
    ...(rules > 0 ? [t(locale, 'rights.role.use.rules', { n: rules })] : []),
  ];
  if (parts.length > 0) return joinList(locale, parts);
  return history ? t(locale, 'wms.used.history') : null;
}
