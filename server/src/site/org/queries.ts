import type { Locale } from '@kuwei/contract/constants';
import type { orgQuery, OrgRecord, orgRecordRoutes, OrgRow } from '@kuwei/contract/wms/org-record';
import type { ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { grantOriginFields } from '../../auth/account/record.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import type { Origin } from '../../context.ts';
import { conditionsOf, pick, rowsOf, type Joined } from '../../db/columns.ts';
import { all, materializeKeys, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, SysUser, WmsOrg } from '../../db/types.ts';
import { ORG } from './record.ts';
import { isReferenced, isTypeFixed, ownsGoods } from './references.ts';

export type OrgQuery = z.output<typeof orgQuery>;

const sortsOf = (locale: Locale): SortsOf<OrgQuery> => ({
  code: { by: sql`o.code collate wms_natural` },
  name: { by: byName(locale, 'o') },
  updatedAt: { by: sql`o.updated_at` },
});

/** Excludes members with deleted accounts, which are few and indexed. */
const isExistingMember = sql`not exists (select from sys_user d where d.id = m.user_id and d.deleted_at is not null)`;

/** Current leaders of `o`, whether or not they can sign in. */
const isLeader = sql`wms_org_user m join sys_user u on u.id = m.user_id and u.deleted_at is null
  where m.org_id = o.id and m.relation = 'LEADER'`;

export function orgList(query: Omit<OrgQuery, 'page' | 'size'>, locale: Locale): List<OrgRow> {
  const conditions = conditionsOf(query, {
    q: (q) => sql`${matchesText(sql`o.search`, q)}`,
    type: (types) => sql`o.type = any(${types}::text[])`,
    state: (states) => sql`(case when o.valid then 'ACTIVE' else 'DISABLED' end) = any(${states}::text[])`,
    leaderId: (id) => sql`o.id in (select m.org_id from wms_org_user m where m.user_id = ${id} and m.relation = 'LEADER')`,
    without: (what) =>
      what === 'LEADER'
        ? sql`not exists (select from ${isLeader} and ${maySignIn})`
        : sql`o.id = any(array(select e.id from wms_org e except select m.org_id from wms_org_user m where ${isExistingMember}))`,
    owns: (owns) => sql`${ownsGoods} = ${owns}`,
  });
  const from = sql`wms_org o where ${all(conditions)}`;
  const order = orderOf(query.sort ?? 'code', sortsOf(locale), sql`o.id`);
  return { ...materializeKeys(from, order, query.owns !== undefined || query.without !== undefined), rows: orgRows(locale) };
}

interface Tables {
  o: WmsOrg;
  b: Joined<SysUser>;
}

const shared = (locale: Locale) => ({
  mergedInto: sql<OrgRecord['mergedInto']>`(
    select json_build_object('id', i.id, 'name', ${named(locale, 'i')}) from wms_org i where i.id = o.merged_into_id)`,
  ownsGoods,
  updatedBy: 'b.name' as const,
});

const FROM = sql`page join wms_org o on o.id = page.id left join sys_user b on b.id = o.updated_by`;

const orgRows = (locale: Locale): RawBuilder<OrgRow> =>
  rowsOf<OrgRow, Tables>(
    {
      ...pick(ORG, 'id', 'code', 'name', 'nameEn', 'type', 'contact', 'phone', 'state', 'rev', 'createdAt', 'updatedAt'),
      ...shared(locale),
      leaders: sql<OrgRow['leaders']>`coalesce((
        select json_agg(json_build_object('id', u.id, 'name', u.name, 'isActive', ${maySignIn}) order by u.name collate "zh-x-icu", u.id) from ${isLeader}), '[]')`,
      memberCount: sql<number>`coalesce(n.members, 0)`,
    },
    sql`${FROM} left join (
      select m.org_id, count(*)::int as members from wms_org_user m
       where m.org_id in (select id from page) and ${isExistingMember} group by m.org_id) n on n.org_id = o.id`,
  );

const recordRows = (locale: Locale): RawBuilder<OrgRecord> =>
  rowsOf<OrgRecord, Tables>(
    {
      ...ORG,
      ...shared(locale),
      people: sql<OrgRecord['people']>`coalesce((
        select json_agg(json_build_object('id', u.id, 'name', u.name, 'username', u.username, 'staffNo', u.staff_no,
                 'isActive', ${maySignIn},
                 'when', case when m.from_day > current_date then 'LATER' when m.until_day < current_date then 'OVER' else 'NOW' end, ${grantOriginFields('m')})
                 order by m.relation <> 'LEADER', u.name collate "zh-x-icu", u.id)
          from wms_org_member m join sys_user u on u.id = m.user_id where m.org_id = o.id), '[]')`,
      places: sql<OrgRecord['places']>`coalesce((
        select json_agg(json_build_object('id', w.id, 'name', ${named(locale, 'w')}, 'boxes', x.boxes, 'volumeL', trim_scale(x.volume)::text)
                 order by w.code collate wms_natural, w.id)
          from wms_org_quota q join wms_warehouse w on w.id = q.warehouse_id
         cross join lateral (
               select count(distinct s.box_id)::int as boxes, coalesce(sum(s.qty * p.unit_volume_l), 0) as volume
                 from wms_product_box s join wms_product p on p.id = s.product_id
                where s.owner_org_id = o.id and s.warehouse_id = w.id and s.qty > 0) x
         where q.org_id = o.id), '[]')`,
      codeFixed: isReferenced,
      typeFixed: isTypeFixed,
    },
    FROM,
  );

/** @throws AppError NOT_FOUND */
export const findOrg = (db: Kysely<DB>, id: string, { origin }: { origin: Pick<Origin, 'locale'> }): Promise<OrgRecord> =>
  oneRow(db, sql<{ id: string }>`select id from wms_org where id = ${id}`, recordRows(origin.locale));

type QuotaWarehouse = ReplyOf<(typeof orgRecordRoutes)['selectQuotaWarehouses']>[number];

/** All warehouses, whoever runs them. */
export async function selectQuotaWarehouses(db: Kysely<DB>, locale: Locale): Promise<QuotaWarehouse[]> {
  const { rows } = await sql<QuotaWarehouse>`
    select w.id, w.code, ${named(locale, 'w')} as name, ${named(locale, 'o')} as "orgName"
      from wms_warehouse w join wms_org o on o.id = w.org_id
     where w.deleted_at is null order by ${byName(locale, 'o')}, w.code collate wms_natural, w.id`.execute(db);
  return rows;
}
