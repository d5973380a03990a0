import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { OrgQuota, quotaRoutes } from '@kuwei/contract/wms/org-quota';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { conditionsOf, rowsOf, valuesOf } from '../../db/columns.ts';
import { touch } from '../../db/rows.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { all, countRows, assertFitsSheet, offsetOf, orderBy, orderOf, type SortsOf } from '../../db/list.ts';
import type { DB, WmsOrg, WmsOrgQuota, WmsWarehouse } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { numberCell, sheetOfRows, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { ownerQuota } from '../transaction/quota-use.ts';
import { ownerOrg, readScopeOf, type ReadScope } from '../scope.ts';
import { isWarehouseVisible } from '../read-conditions.ts';

export const quotaHandlers: Handlers<typeof quotaRoutes> = {
  getOwnQuota: ({ query }, { db, caller }) => ownerQuota(db, ownerOrg(caller), query.warehouseId),

  listQuotas: ({ query }, { db, caller, origin }) => quotaPage(db, query, readScopeOf(caller), origin.locale),

  exportQuotas: async ({ query }, { db, caller, origin: { locale } }) => {
    const everything = { ...query, page: 1, size: EXPORT_ROWS_MAX + 1 };
    const { list } = await quotaPage(db, everything, readScopeOf(caller, 'EXPORT'), locale);
    assertFitsSheet(list.length);
    return sheetOfRows('quotas', sheet, list, locale);
  },

  setQuota: async ({ body: { orgId, warehouseId, maxBoxes, maxVolumeL } }, context) => {
    const { trx, origin, logChange } = context;
    await touch(context, 'wms_org', [orgId]);
    await assertExists(context, orgId, warehouseId);
    logChange({ entity: 'wms_org_quota', id: orgId, change: { warehouseId, maxBoxes, maxVolumeL } });
    const key = { org_id: orgId, warehouse_id: warehouseId };
    if (maxBoxes === null && maxVolumeL === null) {
      await trx.deleteFrom('wms_org_quota').where('org_id', '=', orgId).where('warehouse_id', '=', warehouseId).execute();
      return null;
    }
    const limits = valuesOf('q', QUOTA, { maxBoxes, maxVolumeL });
    await trx
      .insertInto('wms_org_quota')
      .values({ ...key, ...limits })
      .onConflict((conflict) => conflict.columns(['org_id', 'warehouse_id']).doUpdateSet(limits))
      .execute();
    const from = sql`${JOINED} where q.org_id = ${orgId} and q.warehouse_id = ${warehouseId}`;
    return (await quotaRows(from, origin.locale).execute(trx)).rows[0]!;
  },
};

type QuotaQuery = QueryOf<(typeof quotaRoutes)['listQuotas']>;

const JOINED = sql`wms_org_quota q join wms_org o on o.id = q.org_id join wms_warehouse w on w.id = q.warehouse_id`;

const sortsOf = (locale: Locale): SortsOf<QuotaQuery> => ({ org: { by: byName(locale, 'o') }, warehouse: { by: sql`w.code` } });

/** Quotas of visible warehouses. The key is a pair, so rows are not fetched by id; there are few. */
async function quotaPage(db: Kysely<DB>, query: QuotaQuery, readScope: ReadScope, locale: Locale): Promise<Page<OrgQuota>> {
  const { page, size, sort = 'org' } = query;
  const conditions = conditionsOf(query, {
    orgId: (id) => sql`q.org_id = ${id}`,
    warehouseId: (id) => sql`q.warehouse_id = ${id}`,
    q: (q) => matchesNameOrCode('o', q),
  });
  const found = sql`${JOINED} where ${all([isWarehouseVisible(readScope), sql`w.deleted_at is null`, ...conditions])}`;
  const order = orderBy(orderOf(sort, sortsOf(locale), sql`(q.org_id, q.warehouse_id)`));
  const [{ rows: list }, counted] = await Promise.all([
    quotaRows(sql`${found} order by ${order} limit ${size} offset ${offsetOf(query)}`, locale).execute(db),
    countRows(db, found),
  ]);
  return { list, ...counted, page, size };
}

const sheet: SheetColumns<OrgQuota, 'orgId' | 'warehouseId'> = {
  orgCode: { phrase: 'quota.orgCode', width: 18 },
  orgName: { phrase: 'wms.stock.owner', width: 24 },
  warehouseCode: { phrase: 'wms.warehouse.code', width: 14 },
  warehouseName: { phrase: 'wms.stock.warehouse', width: 18 },
  boxes: { phrase: 'wms.space.boxes', width: 10 },
  maxBoxes: { phrase: 'quota.maxBoxes', width: 10 },
  volumeL: { phrase: 'wms.space.volume', width: 12, cell: ({ volumeL }) => numberCell(volumeL) },
  maxVolumeL: { phrase: 'quota.maxVolume', width: 12, cell: ({ maxVolumeL }) => numberCell(maxVolumeL) },
};

/** Over the stock of quota `q`'s owner in its warehouse. */
const stock = <T>(value: RawBuilder<T>) => sql<T>`(
  select ${value} from wms_product_box s join wms_product p on p.id = s.product_id
   where s.owner_org_id = q.org_id and s.warehouse_id = q.warehouse_id and s.qty > 0)`;

const QUOTA = {
  orgId: 'q.org_id',
  orgCode: 'o.code',
  warehouseId: 'q.warehouse_id',
  warehouseCode: 'w.code',
  maxBoxes: 'q.max_boxes',
  maxVolumeL: 'q.max_volume_l',
  boxes: stock(sql<number>`count(distinct s.box_id)::int`),
  volumeL: stock(sql<string>`coalesce(sum(s.qty * p.unit_volume_l), 0)`),
} as const;

const quotaRows = (from: RawBuilder<unknown>, locale: Locale): RawBuilder<OrgQuota> =>
  rowsOf<OrgQuota, { q: WmsOrgQuota; o: WmsOrg; w: WmsWarehouse }>(
    { ...QUOTA, orgName: named(locale, 'o'), warehouseName: named(locale, 'w') },
    from,
  );

/** @throws AppError NOT_FOUND at the field, also for a warehouse of others, or an owner that cannot keep goods */
async function assertExists({ trx, caller }: WriteContext<Caller>, orgId: string, warehouseId: string): Promise<void> {
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
