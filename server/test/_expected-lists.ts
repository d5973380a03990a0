// Expected contents of lists, computed independently row by row.
import type { RuleSubject } from '@kuwei/contract/auth/rule-words';
import { sql } from 'kysely';
import type { Db } from '../src/db/open.ts';

interface Document {
  id: string;
  type: string;
  state: string;
  owner: string;
  warehouse: string;
  target: string | null;
  applicant: string;
  submitted: boolean;
  deleted: boolean;
  controlled: boolean;
  late: boolean;
  day: string;
  products: string[];
  texts: string;
}
interface Goods {
  id: string;
  owner: string;
  warehouse: string;
  box: string;
  container: string;
  product: string;
  category: string;
  batch: string;
  expires: string | null;
  /** Days since arrival, and to expiry. */
  age: number;
  left: number | null;
  qty: number;
  overdue: boolean;
  frozen: boolean;
  available: boolean;
  flags: string[];
  texts: string;
}
interface Moved {
  id: string;
  owner: string;
  warehouse: string;
  stock: string;
  product: string;
  box: string;
  batch: string;
  document: string | null;
  kind: string;
  at: number;
  after: number;
  texts: string;
}
export interface AllRows {
  documents: Document[];
  goods: Goods[];
  entries: Moved[];
  /** By code or user name. */
  ids: Record<string, string>;
}

/** All rows, with the properties that filters use. */
export async function loadAllRows(db: Db): Promise<AllRows> {
  const all = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(db)).rows;
  const names = await all(sql<{ code: string; id: string }>`
    select code, id from wms_org union all select code, id from wms_warehouse union all select code, id from wms_warehouse_box
    union all select code, id from wms_product union all select username, id from sys_user`);
  return {
    ids: Object.fromEntries(names.map(({ code, id }) => [code, id])),
    documents: await all(sql<Document>`
      select t.id, t.type, t.state, t.owner_org_id as owner, t.warehouse_id as warehouse, t.target_warehouse_id as target, t.applicant_id as applicant,
             t.submitted_at is not null as submitted, t.deleted_at is not null as deleted, t.controlled, coalesce(t.plan_date < current_date, false) as late,
             to_char(t.created_at, 'YYYY-MM-DD') as day, array(select product_id from wms_transaction_line l where l.transaction_id = t.id) as products,
             lower(concat_ws(' ', t.no, t.purchase_no, t.delivery_no, u.name, o.name, o.name_en,
               (select string_agg(p.search || ' ' || coalesce(l.batch_no, ''), ' ') from wms_transaction_line l join wms_product p on p.id = l.product_id
                 where l.transaction_id = t.id))) as texts
        from wms_transaction t join sys_user u on u.id = t.applicant_id join wms_org o on o.id = t.owner_org_id`),
    goods: await all(sql<Goods>`
      select s.id, s.owner_org_id as owner, s.warehouse_id as warehouse, s.box_id as box, b.container_id as container, s.product_id as product,
             p.category_id as category, s.batch_id as batch, t.expires_on::text as expires, current_date - s.first_in_at::date as age,
             t.expires_on - current_date as left, s.qty::float8 as qty,
             coalesce(s.deposit_until < current_date, false) as overdue, s.frozen, s.qty > s.reserved and not s.frozen and t.status = 'OK' as available,
             p.control_flags as flags, lower(concat_ws(' ', p.search, t.batch_no, b.code)) as texts
        from wms_product_box s join wms_warehouse_box b on b.id = s.box_id join wms_product p on p.id = s.product_id join wms_batch t on t.id = s.batch_id`),
    entries: await all(sql<Moved>`
      select l.seq::text as id, l.owner_org_id as owner, l.warehouse_id as warehouse, l.product_box_id as stock, l.product_id as product, l.box_id as box,
             l.batch_id as batch, l.transaction_id as document, l.kind, extract(epoch from l.at)::float8 * 1000 as at, l.qty_after::float8 as after, lower(concat_ws(' ', p.search, x.no, t.batch_no, b.code)) as texts
        from wms_ledger l join wms_product p on p.id = l.product_id join wms_batch t on t.id = l.batch_id
        join wms_warehouse_box b on b.id = l.box_id left join wms_transaction x on x.id = l.transaction_id order by l.seq`),
  };
}

export type Query = Record<string, string>;
/** A tri-state filter: matches if unset or equal. */
const is = (asked: string | undefined, fact: boolean): boolean => asked === undefined || (asked === 'true') === fact;
/** A flag filter: matches everything unless set. */
const only = (asked: string | undefined, fact: boolean): boolean => asked !== 'true' || fact;
const same = (asked: string | undefined, ...facts: (string | null)[]): boolean => asked === undefined || facts.includes(asked);
const says = (asked: string | undefined, texts: string): boolean => asked === undefined || texts.includes(asked.toLowerCase());

const WAY = ['APPROVED', 'EXECUTING', 'PARTIAL'];
const OVER = ['DONE', 'REJECTED', 'CANCELED'];
const matchesDocumentQuery = ({ me }: ListViewer, t: Document, q: Query): boolean =>
  t.type === q['type'] &&
  same(q['state'], t.state) &&
  (t.type === 'MOVE' ? same(q['warehouseId'], t.warehouse, t.target) : same(q['warehouseId'], t.warehouse)) &&
  same(q['ownerOrgId'], t.owner) &&
  same(q['productId'], ...t.products) &&
  only(q['mine'], t.applicant === me) &&
  only(q['controlled'], t.controlled) &&
  (q['task'] === undefined || WAY.includes(t.state)) &&
  only(q['overdue'], t.late && !OVER.includes(t.state)) &&
  (q['from'] === undefined || t.day >= q['from']) &&
  (q['to'] === undefined || t.day <= q['to']) &&
  says(q['q'], t.texts);

/** Quantity as of a moment: after the last entry until then. */
const qtyAt = ({ entries }: AllRows, s: Goods, moment: string): number =>
  entries.findLast((l) => l.stock === s.id && l.at <= Date.parse(moment))?.after ?? 0;

/** The smallest of some limits in days that a number of days is within. */
const bucketOf = (days: number, limits: readonly number[], beyond: string): string =>
  String(limits.find((limit) => days <= limit) ?? beyond);
const expiryOf = (left: number | null): string =>
  left === null ? 'NONE' : left < 0 ? 'EXPIRED' : bucketOf(left, [30, 90], 'LATER');

const matchesGoodsQuery = (of: AllRows, s: Goods, q: Query): boolean =>
  (q['withEmpty'] === 'true' || (q['asOf'] === undefined ? s.qty : qtyAt(of, s, q['asOf'])) > 0) &&
  same(q['productId'], s.product) &&
  same(q['categoryId'], s.category) &&
  same(q['ownerOrgId'], s.owner) &&
  same(q['warehouseId'], s.warehouse) &&
  same(q['containerId'], s.container) &&
  same(q['boxId'], s.box) &&
  same(q['batchId'], s.batch) &&
  (q['expiresBefore'] === undefined || (s.expires !== null && s.expires < q['expiresBefore'])) &&
  same(q['age'], bucketOf(s.age, [30, 90, 180, 365], 'OLDER')) &&
  same(q['expiry'], expiryOf(s.left)) &&
  is(q['depositOverdue'], s.overdue) &&
  is(q['frozen'], s.frozen) &&
  is(q['available'], s.available) &&
  (q['controlFlag'] === undefined || s.flags.includes(q['controlFlag'])) &&
  says(q['q'], s.texts);

const matchesEntryQuery = (l: Moved, q: Query): boolean =>
  same(q['productBoxId'], l.stock) &&
  same(q['productId'], l.product) &&
  same(q['transactionId'], l.document) &&
  same(q['boxId'], l.box) &&
  same(q['batchId'], l.batch) &&
  same(q['ownerOrgId'], l.owner) &&
  same(q['kind'], l.kind) &&
  (q['from'] === undefined || l.at >= Date.parse(q['from'])) &&
  (q['to'] === undefined || l.at <= Date.parse(q['to'])) &&
  says(q['q'], l.texts);

export type Rules = Partial<Record<RuleSubject, 'all' | string[]>>;
/** The viewer: for an organisation, or for the warehouses that it runs. */
export interface ListViewer {
  me: string;
  org: string;
  houses: readonly string[] | null;
  rules: Rules;
}
const isOpenedByRule = ({ rules }: ListViewer, subject: RuleSubject, id: string): boolean =>
  rules[subject] === 'all' || rules[subject]?.includes(id) === true;
const isOwn = ({ org, houses }: ListViewer, row: { owner: string; warehouse: string }): boolean =>
  houses === null ? row.owner === org : houses.includes(row.warehouse);
const isOfViewer = (who: ListViewer, row: { owner: string; warehouse: string }): boolean =>
  isOwn(who, row) || isOpenedByRule(who, 'WMS_ORG', row.owner) || isOpenedByRule(who, 'WMS_WAREHOUSE', row.warehouse);

// As in decision 120.
const isDocumentVisible = (who: ListViewer, t: Document): boolean =>
  !t.deleted &&
  ((isOwn(who, t) && (who.houses === null ? t.type !== 'MOVE' : t.submitted || t.type === 'MOVE')) ||
    (t.submitted &&
      ((isOpenedByRule(who, 'WMS_ORG', t.owner) && t.type !== 'MOVE') || isOpenedByRule(who, 'WMS_WAREHOUSE', t.warehouse))));
const isStockVisible = (who: ListViewer, s: Goods): boolean =>
  isOfViewer(who, s) || isOpenedByRule(who, 'WMS_CONTAINER', s.container) || isOpenedByRule(who, 'CATEGORY', s.category);

/** Expected rows of each list, unordered. */
export const expectedIds: Record<string, (of: AllRows, who: ListViewer, q: Query) => string[]> = {
  listTransactions: ({ documents }, who, q) =>
    documents.filter((t) => isDocumentVisible(who, t) && matchesDocumentQuery(who, t, q)).map(({ id }) => id),
  listStock: (of, who, q) => of.goods.filter((s) => isStockVisible(who, s) && matchesGoodsQuery(of, s, q)).map(({ id }) => id),
  listLedger: ({ entries }, who, q) => entries.filter((l) => isOfViewer(who, l) && matchesEntryQuery(l, q)).map(({ id }) => id),
  listSpace: (of, who, q) => {
    const lines = new Map<string, number>();
    for (const s of of.goods.filter((s) => s.qty > 0 && isStockVisible(who, s) && matchesGoodsQuery(of, s, q))) {
      const key = [s.owner, s.warehouse, q['by'] === 'place' ? s.container : s.product].join(':');
      lines.set(key, (lines.get(key) ?? 0) + 1);
    }
    return [...lines].map(([key, count]) => `${key} ${count}`);
  },
};
