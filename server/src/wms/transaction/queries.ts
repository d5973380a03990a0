// Reads one document, whole or its head.
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { UnfinishedLine } from '@kuwei/contract/wms/transaction-form';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { preparedStatement } from '../../db/prepared.ts';
import { asText, jsonOf, rowsOf, type Joined } from '../../db/columns.ts';
import { inEach } from '../../db/constant-sql.ts';
import { named } from '../../db/named.ts';
import type { DB, WmsBatch, WmsProductBox, WmsTransactionLine, WmsTransactionLineBox, WmsWarehouseBox } from '../../db/types.ts';
import { openLineRisks } from './risks.ts';
import type { Reader } from '../product/prices.ts';
import { toOption, optionJson, type Option } from '../product/queries.ts';
import { UNMEASURED } from '../product/record.ts';
import { readScopeOf } from '../scope.ts';
import {
  applicantIds,
  assignedBy,
  DECISIONS,
  documentGoods,
  openReview,
  isDocumentVisible,
  readVisible,
  isPlanned,
  reversalAsked,
  reviewPeople,
  isInScope,
} from './document.ts';
import { FORM_COLUMNS, HEAD, namesFor, type LineRow, type Tables } from './columns.ts';

type Head = Omit<Transaction, 'lines' | 'unfinished' | 'guest'> & { unfinished: UnfinishedLine[]; lines: LineRow[] };

const headRows = inEach((locale) =>
  rowsOf<Head, Tables>(
    {
      ...HEAD,
      ...FORM_COLUMNS,
      ...namesFor(locale),
      appliedBy: applicantIds,
      timeZone: sql<string>`current_setting('TimeZone')`,
      warehouseOrgName: named(locale, 'wo'),
      // Its own, else that of its department.
      warehousePhone: sql<string | null>`coalesce(w.phone, wo.phone)`,
      warehouseCampus: 'w.campus',
      warehouseAddress: 'w.address',
      warehouseHours: 'w.opening_hours',
      targetWarehouseName: named(locale, 'tw'),
      supplierName: named(locale, 'so'),
      toxic: 'goods.toxic',
      approvedAt: 't.approved_at',
      twoToFinish: 'goods.open_takes_two',
      twoToReverse: 'goods.posted_takes_two',
      goodsOrgId: 't.goods_org_id',
      goodsOrgName: sql<string | null>`(select ${named(locale, 'g')} from wms_org g where g.id = t.goods_org_id)`,
      shareId: 't.share_request_id',
      shareNo: sql<string | null>`(select r.no from wms_share_request r where r.id = t.share_request_id)`,
      cases: sql<Transaction['cases']>`coalesce((
        select json_agg(json_build_object('id', c.id, 'no', c.no) order by c.no) from wms_after_sales c
         where c.id = any(array(
           select t.after_sales_id union
           select k.id from wms_transaction_line x join wms_after_sales k on k.transaction_line_id = x.id
            where x.transaction_id = t.id and k.state <> 'DRAFT'))), '[]')`,
      assignedBy,
      reversalAsked,
      reversalReason: sql<string | null>`(
        select case when r.action = 'askReversal' then r.comment end from wms_transaction_record r
         where r.transaction_id = t.id and r.action <> 'cosign' order by r.id desc limit 1)`,
      pickupLockedUntil: sql<string | null>`case when t.pickup_locked_until > now() then t.pickup_locked_until end`,
      planned: isPlanned,
      cosignedFor: sql<Transaction['cosignedFor']>`case when t.cosigned_rev = t.rev then t.cosigned_for end`,
      cosignedBy: sql<string | null>`case when t.cosigned_rev = t.rev then t.cosigned_by end`,
      cosignedName: sql<string | null>`case when t.cosigned_rev = t.rev then cu.name end`,
      reviewers: sql<string[]>`case when review.level is null then '{}' else ${reviewPeople} end`,
      decidedBy: 'decided.people',
      begun: 'decided.begun',
      posted: 'goods.posted',
      reversal: sql<boolean>`t.reverses_id is not null`,
      reversesId: 't.reverses_id',
      reversesNo: 'rt.no',
      reversed: sql<boolean>`rb.id is not null`,
      reversedById: 'rb.id',
      reversedByNo: 'rb.no',
      unfinished: 't.unfinished',
      lines: 'goods.lines',
      attachments: sql<Transaction['attachments']>`case when t.attachments = '{}' then '[]' else coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size))
          from sys_file f where f.id = any(t.attachments)), '[]') end`,
    },
    sql`wms_transaction t
      join wms_org o on o.id = t.owner_org_id
      join sys_user u on u.id = t.applicant_id
      join wms_warehouse w on w.id = t.warehouse_id
      join wms_org wo on wo.id = w.org_id
      left join wms_warehouse tw on tw.id = t.target_warehouse_id
      left join wms_org so on so.id = t.supplier_org_id
      left join sys_user cu on cu.id = t.cosigned_by
      cross join ${openReview(locale)}
      cross join ${DECISIONS}
      cross join ${documentGoods(lineOf(locale), LINES)}
      left join wms_transaction rt on rt.id = t.reverses_id
      left join wms_transaction rb on rb.reverses_id = t.id`,
  ),
);

/** @throws AppError NOT_FOUND outside the caller's scope */
export async function getTransaction(
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  action: RuleAction | null = null,
): Promise<Transaction> {
  const read = async (which: RawBuilder<boolean>): Promise<Head | undefined> => {
    const { rows } = await sql<Head>`${preparedStatement} ${headRows(locale)} where t.id = ${id} and ${which}`.execute(db);
    return rows[0];
  };
  const { found: head, guest } = await readVisible(caller, read, action);
  const lines = head.lines.map((line) => ({ ...line, product: toOption(line.product, caller) }));
  return { ...head, guest, unfinished: await unfinishedOf(db, head.unfinished, caller, locale), lines };
}

/** With the products already chosen. */
async function unfinishedOf(
  db: Kysely<DB>,
  lines: readonly UnfinishedLine[],
  reader: Reader,
  locale: Locale,
): Promise<Transaction['unfinished']> {
  const ids = lines.map(({ productId }) => productId).filter((id) => id !== null);
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ option: Option }>`
    select ${optionJson(locale)} as option from wms_product p where p.id = any(${ids}::uuid[]) and p.deleted_at is null`.execute(
          db,
        );
  const byId = new Map(rows.map(({ option }) => [option.id, toOption(option, reader)]));
  return lines.map((line) => ({ ...line, product: byId.get(line.productId ?? '') ?? null }));
}

type LineBox = TransactionLine['boxes'][number];

interface LineTables {
  l: WmsTransactionLine;
  sb: Joined<WmsWarehouseBox>;
}
interface LineBoxTables {
  x: WmsTransactionLineBox;
  xs: Joined<WmsProductBox>;
  xb: Joined<WmsBatch>;
  xsb: Joined<WmsWarehouseBox>;
  xt: Joined<WmsWarehouseBox>;
}

const boxOfLine = (locale: Locale): RawBuilder<LineBox> =>
  jsonOf<LineBox, LineBoxTables>({
    id: 'x.id',
    productBoxId: 'x.product_box_id',
    sourceBoxId: 'xs.box_id',
    sourceBoxCode: 'xsb.code',
    batchNo: sql<string | null>`nullif(xb.batch_no, '-')`,
    batchStatus: sql<LineBox['batchStatus']>`xb.status`,
    expiresOn: 'xb.expires_on',
    ownerOrgName: named(locale, 'xo'),
    blocked: sql<LineBox['blocked']>`case
      when xb.status in ('HOLD', 'RECALLED') and (t.type <> 'MOVE' or t.target_warehouse_id is not null) then xb.status
      when xs.frozen then 'FROZEN' end`,
    boxId: 'x.box_id',
    boxCode: 'xt.code',
    count: sql<BoxCount | null>`coalesce(wms_box_count(xsb.id, xsb.lock_reason), wms_box_count(xt.id, xt.lock_reason))`,
    qty: asText('x.qty'),
    qtyDone: asText('x.qty_done'),
  });

const lineOf = (locale: Locale): RawBuilder<LineRow> =>
  jsonOf<LineRow, LineTables>({
    id: 'l.id',
    lineNo: 'l.line_no',
    product: optionJson(locale),
    productBoxId: 'l.product_box_id',
    sourceBoxCode: 'sb.code',
    ownerOrgName: sql<string | null>`(select ${named(locale, 'so')} from wms_org so where so.id = s.owner_org_id)`,
    batchNo: sql<string | null>`coalesce(l.batch_no, nullif(b.batch_no, '-'))`,
    batchStatus: sql<LineRow['batchStatus']>`b.status`,
    madeOn: sql<string | null>`coalesce(l.made_on, b.made_on)`,
    expiresOn: sql<string | null>`coalesce(l.expires_on, b.expires_on)`,
    unit: 'l.unit',
    unitFactor: asText('l.unit_factor'),
    qty: asText('l.qty'),
    qtyReq: asText('l.qty_req'),
    qtyAppr: asText('l.qty_appr'),
    qtyDone: asText('l.qty_done'),
    unitPrice: asText('l.unit_price'),
    rejectReason: 'l.reject_reason',
    remark: 'l.remark',
    unmeasured: UNMEASURED,
    risks: openLineRisks,
    boxes: sql<LineBox[]>`coalesce((
        select json_agg(${boxOfLine(locale)} order by coalesce(xsb.code, xt.code) collate wms_natural, xt.code collate wms_natural, x.id)
          from wms_transaction_line_box x
          left join wms_product_box xs on xs.id = x.product_box_id
          left join wms_warehouse_box xsb on xsb.id = xs.box_id
          left join wms_batch xb on xb.id = xs.batch_id
          left join wms_org xo on xo.id = xs.owner_org_id
          left join wms_warehouse_box xt on xt.id = x.box_id
         where x.line_id = l.id), '[]')`,
  });
const LINES = sql`wms_transaction_line l
      join wms_product p on p.id = l.product_id
      left join wms_product_box s on s.id = l.product_box_id
      left join wms_warehouse_box sb on sb.id = s.box_id
      left join wms_batch b on b.id = coalesce(l.batch_id, s.batch_id)`;

/** A document's head for a reader. @throws AppError NOT_FOUND outside the caller's scope, unless a candidate of its review */
export async function getHeadOnly(db: Kysely<DB>, id: string, caller: Caller, action: RuleAction | null = null) {
  const read = (which: RawBuilder<boolean>) =>
    db
      .selectFrom('wms_transaction as t')
      .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
      .where('t.id', '=', id)
      .where(which)
      .selectAll('t')
      .$narrowType<{ type: TransactionType }>()
      .executeTakeFirst();
  return (await readVisible(caller, read, action)).found;
}

export async function findByNo(db: Kysely<DB>, no: string, caller: Caller): Promise<{ id: string; type: Transaction['type'] }> {
  const row = await db
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .where('t.no', '=', no)
    .where(isDocumentVisible(readScopeOf(caller)))
    .select(['t.id', 't.type'])
    .$narrowType<{ type: TransactionType }>()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/**
 * The owner organisation of a document, among those that the caller can choose under the active page role.
 * @throws AppError NOT_FOUND if it belongs to none of them
 */
export async function findOwner(db: Kysely<DB>, id: string, caller: Caller, locale: Locale) {
  const type = caller.pageRole === null ? undefined : ORG_TYPE_OF[caller.pageRole];
  const mine = caller.orgs.filter((org) => org.type === type).map((org) => org.id);
  const org = await db
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .innerJoin('wms_org as o', (join) =>
      join.on(type === 'WAREHOUSE' ? sql<boolean>`o.id = w.org_id` : sql<boolean>`o.id = t.owner_org_id`),
    )
    .where('t.id', '=', id)
    .where(sql<boolean>`o.valid and o.id = any(${mine}::uuid[])`)
    .where((eb) => eb.or(mine.map((orgId) => isInScope({ kind: type === 'WAREHOUSE' ? 'warehouse' : 'owner', orgId }))))
    .select(['o.id', named(locale, 'o').as('name'), 'o.type'])
    .executeTakeFirst();
  if (!org) throw new AppError('NOT_FOUND');
  return org;
}
