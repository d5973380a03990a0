import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { OrgQuota, quotaRoutes } from '@kuwei/contract/wms/org-quota';
import type { QueryOf } from '@kuwei/contract/route';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { byName, named, namedLike } from '../../db/named.ts';
import { mustFitSheet } from '../../db/list.ts';
import { orderBy, pageOf } from '../../db/page.ts';
import type { DB } from '../../db/types.ts';
import { like } from '../../db/search.ts';
import type { Handlers } from '../../http/register.ts';
import { numberCell, sheetOf, type Column } from '../../sys/workbook.ts';
import { ownerQuota } from '../transaction/quota-use.ts';
import { ownerOrg } from '../scope.ts';

export const quotaHandlers: Handlers<typeof quotaRoutes> = {
  getOwnQuota: ({ query }, { db, caller }) => ownerQuota(db, ownerOrg(caller), query.warehouseId),

  listQuotas: ({ query }, { db, caller, origin: { locale } }) =>
    pageOf(db, query, found(db, query, caller, locale), sortsOf(locale), 'org', KEY),

  exportQuotas: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await found(db, query, caller, locale)
      .orderBy(orderBy(query.sort ?? 'org', sortsOf(locale), KEY))
      .limit(EXPORT_ROWS_MAX + 1)
      .execute();
    mustFitSheet(rows.length);
    const cells = rows.map((row) => ({
      ...row,
      volumeL: numberCell(row.volumeL),
      maxVolumeL: numberCell(row.maxVolumeL),
    }));
    return sheetOf('quotas', columns, cells, locale);
  },

  setQuota: async ({ body: { orgId, warehouseId, maxBoxes, maxVolumeL } }, context) => {
    const { trx, caller, origin, logChange } = context;
    await mustExist(context, orgId, warehouseId);
    logChange({ entity: 'wms_org_quota', id: orgId, change: { warehouseId, maxBoxes, maxVolumeL } });
    const key = { org_id: orgId, warehouse_id: warehouseId };
    if (maxBoxes === null && maxVolumeL === null) {
      await trx.deleteFrom('wms_org_quota').where('org_id', '=', orgId).where('warehouse_id', '=', warehouseId).execute();
      return null;
    }
    const limits = { max_boxes: maxBoxes, max_volume_l: maxVolumeL };
    await trx
      .insertInto('wms_org_quota')
      .values({ ...key, ...limits })
      .onConflict((conflict) => conflict.columns(['org_id', 'warehouse_id']).doUpdateSet(limits))
      .execute();
    return quotas(trx, ownerOrg(caller), origin.locale)
      .where('q.org_id', '=', orgId)
      .where('q.warehouse_id', '=', warehouseId)
      .executeTakeFirstOrThrow();
  },
};

const KEY = sql`(q.org_id, q.warehouse_id)`;
const sortsOf = (locale: Locale) => ({ org: byName(locale, 'o'), warehouse: sql`w.code` });

/** What a list of quotas finds. */
const found = (db: Kysely<DB>, query: QueryOf<(typeof quotaRoutes)['listQuotas']>, caller: Caller, locale: Locale) =>
  quotas(db, ownerOrg(caller), locale)
    .$if(query.orgId !== undefined, (qb) => qb.where('q.org_id', '=', query.orgId!))
    .$if(query.warehouseId !== undefined, (qb) => qb.where('q.warehouse_id', '=', query.warehouseId!))
    .$if(query.q !== undefined, (qb) => qb.where(namedLike('o', like(query.q!))));

const columns: Column[] = [
  { key: 'orgCode', phrase: 'quota.orgCode', width: 18 },
  { key: 'orgName', phrase: 'wms.stock.owner', width: 24 },
  { key: 'warehouseCode', phrase: 'wms.warehouse.code', width: 14 },
  { key: 'warehouseName', phrase: 'wms.stock.warehouse', width: 18 },
  { key: 'boxes', phrase: 'wms.space.boxes', width: 10 },
  { key: 'maxBoxes', phrase: 'quota.maxBoxes', width: 10 },
  { key: 'volumeL', phrase: 'wms.space.volume', width: 12 },
  { key: 'maxVolumeL', phrase: 'quota.maxVolume', width: 12 },
];

/** Quotas in the warehouses of an organisation, with what is taken of them. */
const quotas = (db: Kysely<DB>, keeperOrgId: string, locale: Locale) =>
  db
    .selectFrom('wms_org_quota as q')
    .innerJoin('wms_org as o', 'o.id', 'q.org_id')
    .innerJoin('wms_warehouse as w', 'w.id', 'q.warehouse_id')
    .where('w.org_id', '=', keeperOrgId)
    .where('w.deleted_at', 'is', null)
    .select([
      'q.org_id as orgId',
      'o.code as orgCode',
      named(locale, 'o').as('orgName'),
      'q.warehouse_id as warehouseId',
      'w.code as warehouseCode',
      named(locale, 'w').as('warehouseName'),
      'q.max_boxes as maxBoxes',
      'q.max_volume_l as maxVolumeL',
      stock(sql<number>`count(distinct s.box_id)::int`).as('boxes'),
      stock(sql<string>`coalesce(sum(s.qty * p.unit_volume_l), 0)`).as('volumeL'),
    ])
    .$castTo<OrgQuota>();

/** Of the goods that the owner of quota `q` has in its warehouse. */
const stock = <T>(value: RawBuilder<T>) => sql<T>`(
  select ${value} from wms_product_box s join wms_product p on p.id = s.product_id
   where s.owner_org_id = q.org_id and s.warehouse_id = q.warehouse_id and s.qty > 0)`;

/** @throws AppError NOT_FOUND at the field: a warehouse of somebody else does not exist, nor an owner that keeps nothing */
async function mustExist({ trx, caller }: WriteContext<Caller>, orgId: string, warehouseId: string): Promise<void> {
  const found = await trx
    .selectNoFrom([
      sql<boolean>`exists (select from wms_org where id = ${orgId} and valid and type <> 'WAREHOUSE')`.as('org'),
      sql<boolean>`exists (select from wms_warehouse where id = ${warehouseId} and org_id = ${ownerOrg(caller)}
        and deleted_at is null)`.as('warehouse'),
    ])
    .executeTakeFirstOrThrow();
  if (!found.org) throw new AppError('NOT_FOUND', { field: 'orgId' });
  if (!found.warehouse) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
}
