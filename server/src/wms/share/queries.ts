// Reads offers, visible to everyone who may request, and requests, visible to both sides and the reviewers.
import type { Locale } from '@kuwei/contract/constants';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { QueryOf } from '@kuwei/contract/route';
import type { Offer, Share, ShareDocument, ShareRecord, shareRoutes } from '@kuwei/contract/wms/share';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { canDecideTask, ownCandidateIdentity } from '../../bpm/task-candidates.ts';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type List } from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type { DB, SysUser, WmsOrg, WmsOrgProduct, WmsProduct, WmsShareRequest, WmsWarehouse } from '../../db/types.ts';
import { available } from '../product-box/filter.ts';
import type { Reader } from '../product/prices.ts';
import { toOption, categoryTree, optionJson, type Option } from '../product/queries.ts';
import { ownReadScope, readAsReviewer, readScopeOf } from '../scope.ts';
import { grantedShareConditions } from '../read-conditions.ts';
import { QTY_RETURNED, QTY_RETURNING, SHARE_TYPE, QTY_TAKEN } from './loan.ts';

type OfferQuery = QueryOf<(typeof shareRoutes)['listOffers']>;
export type ShareQuery = QueryOf<(typeof shareRoutes)['listShares']>;

/** The caller's user ids: the account, and the proxy acting for it. */
export const actorIdsOf = ({ userId, proxyUserId }: Caller): string[] => [userId, ...(proxyUserId === null ? [] : [proxyUserId])];

const ownOrgId = (caller: Caller): RawBuilder<string> => sql<string>`${ownReadScope(caller).own.orgId}::uuid`;

/**
 * Visible listings `l` of products `p`: groups see campus offers, suppliers and buyers the mall, and everyone what their own
 * organisation lists for itself.
 */
const isOffered = (caller: Caller): RawBuilder<unknown> => sql`l.state = 'ON' and p.state = 'ACTIVE' and p.deleted_at is null
  and (l.visible_to = any(${caller.pageRole === 'ROLE_TEACHER' ? ['CAMPUS', 'MALL'] : ['MALL']}::text[])
    or l.org_id = ${ownOrgId(caller)})
  and (l.from_day is null or l.from_day <= current_date) and (l.until_day is null or l.until_day >= current_date)`;

const OFFERS = sql`wms_org_product l join wms_product p on p.id = l.product_id join wms_org o on o.id = l.org_id and o.valid`;

type OfferRow = Omit<Offer, 'product'> & { product: Option };

const offerRows = (caller: Caller, locale: Locale): RawBuilder<OfferRow> =>
  rowsOf<OfferRow, { l: WmsOrgProduct; o: WmsOrg; x: { available: string; places: Offer['places'] } }>(
    {
      id: 'l.id',
      orgId: 'l.org_id',
      orgName: named(locale, 'o'),
      product: optionJson(locale),
      assessed: sql<boolean>`p.hazard <> 'UNKNOWN'`,
      visibleTo: 'l.visible_to',
      shareMode: 'l.share_mode',
      price: 'l.price',
      maxQty: 'l.max_qty',
      untilDay: 'l.until_day',
      note: 'l.note',
      ours: sql<boolean>`l.org_id = ${ownOrgId(caller)}`,
      available: 'x.available',
      places: 'x.places',
    },
    sql`page join wms_org_product l on l.id = page.id join wms_product p on p.id = l.product_id join wms_org o on o.id = l.org_id
     cross join lateral (
       select coalesce(sum(y.free), 0) as available,
              coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'available', trim_scale(y.free)::text) order by y.free desc, y.id), '[]') as places
         from (select w.id, ${named(locale, 'w')} as name, sum(s.qty - s.reserved) as free
                 from wms_product_box s join wms_warehouse w on w.id = s.warehouse_id and w.state = 'ACTIVE' and w.deleted_at is null
                 join wms_batch b on b.id = s.batch_id and coalesce(b.expires_on >= current_date, true)
                where s.owner_org_id = l.org_id and s.product_id = l.product_id and ${available} group by w.id) y) x`,
  );

const toOffer = ({ product, ...row }: OfferRow, reader: Reader): Offer => ({ ...row, product: toOption(product, reader) });

export async function listOffers(db: Kysely<DB>, query: OfferQuery, caller: Caller, locale: Locale) {
  const conditions = conditionsOf(query, {
    orgId: (id) => sql`l.org_id = ${id}`,
    categoryId: (id) => sql`p.category_id in ${categoryTree(id)}`,
    shareMode: (modes) => sql`l.share_mode = any(${modes}::text[])`,
    q: (q) => sql`(${matchesText(sql`p.search`, q)} or lower(o.name) like ${like(q)} or lower(o.name_en) like ${like(q)})`,
  });
  const sorts = { product: { by: byName(locale, 'p') }, org: { by: byName(locale, 'o') }, updatedAt: { by: sql`l.updated_at` } };
  const page = await listPage(db, query, {
    id: sql`l.id`,
    from: sql`${OFFERS} where ${all([isOffered(caller), ...conditions])}`,
    order: orderOf(query.sort ?? '-updatedAt', sorts, sql`l.id`),
    rows: offerRows(caller, locale),
  });
  return { ...page, list: page.list.map((row) => toOffer(row, caller)) };
}

/** @throws AppError NOT_FOUND, also for listings not offered to the caller */
export async function getOffer(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<Offer> {
  const ids = sql`select l.id from ${OFFERS} where l.id = ${id} and ${isOffered(caller)}`;
  return toOffer(await oneRow(db, ids, offerRows(caller, locale)), caller);
}

const isReviewer = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(r.state = 'SUBMITTED' and exists (
  select from bpm_task k where k.biz_type = ${SHARE_TYPE} and k.biz_id = r.id and ${canDecideTask(ownCandidateIdentity(caller))}))`;

/** Visible requests `r`: of both sides, those to review, and those opened by data rules. */
function isShareVisible(caller: Caller, action: RuleAction | null): RawBuilder<boolean> {
  const { opened } = action === null ? ownReadScope(caller) : readScopeOf(caller, action);
  const ways = [
    sql`r.org_id = ${ownOrgId(caller)}`,
    sql`r.owner_org_id = ${ownOrgId(caller)}`,
    isReviewer(caller),
    ...grantedShareConditions(opened),
  ];
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

const SHARES = sql`wms_share_request r join wms_product p on p.id = r.product_id`;

export function shareList(
  query: Omit<ShareQuery, 'page' | 'size'>,
  caller: Caller,
  action: RuleAction,
  locale: Locale,
): List<Share> {
  const isOut = sql`r.state = 'APPROVED' and r.mode = 'LEND' and ${QTY_TAKEN} > ${QTY_RETURNED}`;
  const conditions = conditionsOf(query, {
    side: (side) => (side === 'BY_US' ? sql`r.org_id = ${ownOrgId(caller)}` : sql`r.owner_org_id = ${ownOrgId(caller)}`),
    state: (states) => sql`r.state = any(${states}::text[])`,
    mode: (modes) => sql`r.mode = any(${modes}::text[])`,
    loan: (loans) => (loans.includes('OUT') ? isOut : sql`${isOut} and r.give_back_by < current_date`),
    q: (q) => sql`(lower(r.no) like ${like(q)} or ${matchesText(sql`p.search`, q)})`,
  });
  const sorts = {
    no: { by: sql`r.no` },
    createdAt: { by: sql`r.created_at` },
    giveBackBy: { by: sql`r.give_back_by`, nullable: true as const },
    product: { by: byName(locale, 'p') },
  };
  return {
    id: sql`r.id`,
    from: sql`${SHARES} where ${all([isShareVisible(caller, action), ...conditions])}`,
    order: orderOf(query.sort ?? '-createdAt', sorts, sql`r.id`),
    rows: shareRows(caller, locale),
  };
}

/** @throws AppError NOT_FOUND, also for a request that is not visible */
export const getShare = (
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  action: RuleAction | null = null,
): Promise<Share> =>
  readAsReviewer(caller, (reader) =>
    oneRow(
      db,
      sql`select r.id from ${SHARES} where r.id = ${id} and ${isShareVisible(reader, action)}`,
      shareRows(reader, locale),
    ),
  );

interface Tables {
  r: Omit<WmsShareRequest, 'mode'> & { mode: Share['mode'] };
  p: WmsProduct;
  u: SysUser;
  w: WmsWarehouse;
  e: Joined<SysUser>;
  n: { taken: string; back: string; coming: string; documents: ShareDocument[] };
}

const shareRows = (caller: Caller, locale: Locale): RawBuilder<Share> =>
  rowsOf<Share, Tables>(
    {
      id: 'r.id',
      no: 'r.no',
      listingId: 'r.listing_id',
      ownerOrgId: 'r.owner_org_id',
      ownerOrgName: named(locale, 'o'),
      orgId: 'r.org_id',
      orgName: named(locale, 'a'),
      applicantId: 'r.applicant_id',
      applicantName: 'u.name',
      productId: 'r.product_id',
      productCode: 'p.code',
      productName: named(locale, 'p'),
      baseUnit: 'p.base_unit',
      warehouseId: 'r.warehouse_id',
      warehouseName: named(locale, 'w'),
      qty: 'r.qty',
      mode: 'r.mode',
      price: 'r.price',
      purpose: 'r.purpose',
      neededBy: 'r.needed_by',
      giveBackBy: 'r.give_back_by',
      state: 'r.state',
      step: sql<string | null>`(select string_agg(distinct ${named(locale, 'k')}, ${locale === 'en' ? ', ' : '、'})
        from bpm_task k where k.biz_type = ${SHARE_TYPE} and k.biz_id = r.id and k.state = 'OPEN' and k.kind <> 'COPY')`,
      nobody: sql<boolean>`exists (select from bpm_task k where k.biz_type = ${SHARE_TYPE} and k.biz_id = r.id and k.state = 'OPEN' and k.stuck_at is not null)`,
      levels: 'r.levels',
      endedAt: 'r.ended_at',
      documents: 'n.documents',
      taken: 'n.taken',
      back: 'n.back',
      out: sql<string | null>`case when r.mode = 'LEND' then n.taken - n.back end`,
      late: sql<boolean>`r.mode = 'LEND' and n.taken > n.back and r.give_back_by < current_date`,
      side: sql<
        Share['side']
      >`case when r.org_id = ${ownOrgId(caller)} then 'BY_US' when r.owner_org_id = ${ownOrgId(caller)} then 'OF_US' end`,
      mayWithdraw: sql<boolean>`(r.state = 'SUBMITTED' and r.applicant_id = ${caller.userId} and r.org_id = ${ownOrgId(caller)})`,
      mayDecide: isReviewer(caller),
      mayGiveBack: sql<boolean>`(r.state = 'APPROVED' and r.mode = 'LEND' and r.org_id = ${ownOrgId(caller)} and n.taken - n.back > n.coming)`,
      rev: 'r.rev',
      createdAt: 'r.created_at',
      updatedAt: 'r.updated_at',
      updatedBy: 'e.name',
    },
    sql`page join wms_share_request r on r.id = page.id join wms_product p on p.id = r.product_id join sys_user u on u.id = r.applicant_id
      join wms_org o on o.id = r.owner_org_id join wms_org a on a.id = r.org_id join wms_warehouse w on w.id = r.warehouse_id
      left join sys_user e on e.id = r.updated_by
     cross join lateral (
       select ${QTY_TAKEN} as taken, ${QTY_RETURNED} as back, ${QTY_RETURNING} as coming,
              coalesce((select json_agg(json_build_object('id', t.id, 'no', t.no, 'type', t.type, 'state', t.state,
                          'done', (select trim_scale(coalesce(sum(l.qty_done), 0))::text from wms_transaction_line l where l.transaction_id = t.id),
                          'reversed', exists (select from wms_transaction v where v.reverses_id = t.id)) order by t.type desc, t.created_at, t.id)
                 from wms_transaction t where ${isDocumentOfShare(caller)}), '[]') as documents) n`,
  );

/** Documents `t` of request `r`; drafts are visible only to their own side. */
const isDocumentOfShare = (
  caller: Caller,
): RawBuilder<boolean> => sql<boolean>`(t.share_request_id = r.id and t.deleted_at is null
  and t.reverses_id is null and (t.submitted_at is not null or t.owner_org_id = ${ownOrgId(caller)}))`;

/**
 * Steps of the request, and those of its documents that concern both sides; the warehouse staff behind them are shown only on the
 * documents.
 * @throws AppError NOT_FOUND as `getShare`
 */
export const listShareRecords = (db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<ShareRecord[]> =>
  readAsReviewer(caller, async (reader) => {
    await getShare(db, id, reader, locale, 'SEE');
    const { rows } = await sql<ShareRecord>`
    select 'r' || e.id as id, e.at, null as "documentNo", e.action, e.to_state as "toState",
           ${locale === 'en' ? sql`coalesce(e.step_en, e.step)` : sql`e.step`} as step, u.name as "actorName", x.name as "otherName", e.comment
      from wms_share_record e join sys_user u on u.id = e.actor_id left join sys_user x on x.id = e.other_id where e.share_request_id = ${id}
    union all
    select 'd' || e.id, e.at, t.no, e.action, e.to_state, null, null, null,
           case when e.action in ('return', 'reject', 'cancel', 'void', 'cut', 'closeShort', 'reverse') then e.comment end
      from wms_share_request r join wms_transaction t on ${isDocumentOfShare(reader)} join wms_transaction_record e on e.transaction_id = t.id
     where r.id = ${id} and e.action in ('submit', 'approve', 'return', 'reject', 'withdraw', 'cancel', 'void', 'finish', 'cut', 'closeShort', 'reverse')
     order by at, id`.execute(db);
    return rows;
  });
