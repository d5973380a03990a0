// Submission: lines must be complete, outbound documents and moves reserve stock, and the workflow determines the reviewers.
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { compare, decimalOf, micros, multiply, subtract, sum } from '@kuwei/contract/decimal';
import { AppError, type Fault } from '@kuwei/contract/error';
import { foldBatchNo } from '@kuwei/contract/wms/batch-no';
import { nameIn } from '@kuwei/contract/name';
import type { Locale } from '@kuwei/contract/constants';
import type { TransactionState } from '@kuwei/contract/wms/transaction-state';
import type { UnfinishedLine } from '@kuwei/contract/wms/transaction-form';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { start } from '../../bpm/engine.ts';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { pipelined } from '../../db/pipeline.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertOf } from '../../db/rows.ts';
import { amountText } from '../unit-amount.ts';
import { say } from '../../phrase.ts';
import { untrackedBatchFaults } from '../batch/facts.ts';
import { batchByNo } from '../batch/by-number.ts';
import { post, type Entry, type PostedBy } from '../stock/posting.ts';
import { assertPermitted } from '../permit/requirement.ts';
import { assertOnLoan } from '../share/loan.ts';
import { storageGroupsOf } from '../approval.ts';
import { performAction, type ActingAs } from './act.ts';
import { actorOf, goodsOrgOf, type Locked } from './document.ts';
import { TRANSACTION_KINDS, type WorkflowVars } from './review-kind.ts';
import { isPositive, least, postedBy, type Line } from './lines.ts';
import { isOverQuota } from './quota-use.ts';

export async function submit(context: WriteContext<Caller>, id: string, rev: number, by: ActingAs = 'caller'): Promise<void> {
  const { trx, caller, origin } = context;
  await performAction(
    context,
    id,
    'submit',
    rev,
    async (document) => {
      const { lines } = document;
      refuseUnfinished(document);
      if (lines.length === 0) throw new AppError('LINES_NEEDED', { field: 'lines' });
      // Shared goods have agreed dates, which can't be changed.
      if (document.goods_org_id === null || document.type === 'INBOUND') refuseWrongDays(document);
      if (document.type === 'OUTBOUND') assertToxicAccounted(document, lines);
      if (document.type === 'INBOUND') await assertOnLoan(trx, document, lines, origin.locale);
      if (document.type === 'INBOUND') await assertBatchFacts(trx, lines, origin.locale);
      await assertPermitted(trx, context.services, document, lines, origin.locale);

      const round = document.round + 1;
      const vars = await varsOf(context.services, trx, document, lines);
      const { userId, proxyUserId } = actorOf(caller);
      const applicants = [document.applicant_id, ...document.facts.appliedBy, userId, proxyUserId].filter(
        (each) => each !== null,
      );
      const beginning = {
        bizId: id,
        round,
        orgId: document.warehouseOrgId,
        applicantOrgId: document.owner_org_id,
        ownerOrgId: document.owner_org_id,
        barred: [...new Set(applicants)],
      };
      const progress = await start(context, TRANSACTION_KINDS[requestOf(document.type)], beginning, vars);
      if (progress.state === 'REJECTED') throw new AppError('WORKFLOW_REFUSES');
      const isOpen = progress.state === 'RUNNING';
      const to: TransactionState = isOpen ? 'SUBMITTED' : 'APPROVED';
      return {
        to,
        set: {
          round,
          levels: progress.levels,
          controlled: vars.controlled === true,
          toxic: vars.toxic === true,
          submitted_at: new Date(),
          approved_at: isOpen ? null : new Date(),
          ...(isOpen ? {} : approvedColumns(document)),
        },
        last: async () => {
          if (document.type !== 'INBOUND') await reserve(trx, document, lines, postedBy(document, caller), origin.locale);
        },
      };
    },
    by,
  );
}

/** Columns set by an approval: outbound documents get a pick-up code known only to their owner. */
export const approvedColumns = (document: { type: string }) =>
  document.type === 'OUTBOUND' ? { pickup_salt: randomBytes(16), pickup_failures: 0, pickup_locked_until: null } : {};

/** Dates of a draft may have passed: the planned day can't be in the past, nor the end of the deposit before it. */
function refuseWrongDays({ plan_date: planned, deposit_until: until, today }: Locked): void {
  if (planned !== null && planned < today) throw new AppError('PLAN_DATE', { field: 'planDate' });
  if (until !== null && until < today) throw new AppError('DEPOSIT_UNTIL', { field: 'depositUntil' });
  if (planned !== null && until !== null && until < planned)
    throw new AppError('INVALID', { faults: [{ path: 'depositUntil', key: 'rule.notBeforePlan' }] });
}

function refuseUnfinished({ unfinished }: Locked): void {
  const faults = (unfinished as UnfinishedLine[]).map((_, at) => ({ path: `unfinished.${at}`, key: 'rule.unfinished' as const }));
  if (faults.length > 0) throw new AppError('INVALID', { faults });
}

/** Collecting highly toxic goods requires a purpose and a day, both printed for the register. */
function assertToxicAccounted(document: Locked, lines: readonly Line[]): void {
  if (!lines.some((line) => line.controlFlags.includes('TOXIC'))) return;
  const missing = [
    ...((document.purpose ?? '').trim() === '' ? ['purpose'] : []),
    ...(document.plan_date === null ? ['planDate'] : []),
  ];
  if (missing.length > 0) throw new AppError('INVALID', { faults: missing.map((path) => ({ path, key: 'rule.toxicNeeds' })) });
}

/**
 * Checks deposits: products are active, tracked batches are named, and there are no values that would not be stored. A missing
 * expiry date follows from the shelf life.
 */
async function assertBatchFacts(trx: Trx, lines: readonly Line[], locale: Locale): Promise<void> {
  const missing: string[] = [];
  const unstored: Fault[] = [];
  for (const [at, line] of lines.entries()) {
    const path = `lines.${at}`;
    if (line.productState !== 'ACTIVE')
      throw new AppError('PRODUCT_NOT_ACTIVE', {
        params: { name: nameIn(locale, { name: line.productName, nameEn: line.productNameEn }) },
        field: `${path}.productId`,
      });
    unstored.push(...untrackedBatchFaults(line, line.trackBatch, `${path}.`));
    if (line.trackBatch && line.batchNo === null) missing.push(`${path}.batchNo`);
    if (line.trackBatch && line.trackExpiry && line.expiresOn === null && (line.madeOn === null || line.shelfLifeDays === null)) {
      missing.push(`${path}.expiresOn`);
    }
  }
  const faults = [...missing.map((path): Fault => ({ path, key: 'rule.required' })), ...unstored];
  if (faults.length > 0) throw new AppError('INVALID', { faults });
  const undated = lines.filter((line) => line.trackBatch && line.trackExpiry && line.expiresOn === null).map((line) => line.id);
  if (undated.length > 0)
    await sql`${pipelined}
      update wms_transaction_line l
         set expires_on = l.made_on + p.default_shelf_life_days
        from wms_product p
       where p.id = l.product_id and l.id = any(${undated}::uuid[])`.execute(trx);
  await assertSameExpiry(trx, lines);
}

/** One batch has one expiry date across all deposits. */
async function assertSameExpiry(trx: Trx, lines: readonly Line[]): Promise<void> {
  if (lines.every((line) => line.batchNo === null)) return;
  const { rows } = await sql<{ id: string; batchNo: string; expiresOn: string }>`
    select l.id, b.batch_no as "batchNo", b.expires_on as "expiresOn"
      from wms_transaction_line l join lateral ${batchByNo(sql`l.product_id`, sql`l.batch_no`)} b on true
     where l.id = any(${lines.map((line) => line.id)}::uuid[]) and b.expires_on is not null
       and l.expires_on is not null and l.expires_on <> b.expires_on
     order by l.line_no limit 1`.execute(trx);
  const conflict = rows[0];
  if (!conflict) return;
  const at = lines.findIndex((line) => line.id === conflict.id);
  throw batchConflict(at, conflict.batchNo, conflict.expiresOn);
}

export const batchConflict = (at: number, batch: string, date: string): AppError =>
  new AppError('BATCH_CONFLICT', { params: { batch, date }, field: `lines.${at}.expiresOn` });

interface Candidate {
  id: string;
  productId: string;
  ownerOrgId: string;
  batchNo: string;
  available: string;
  /** Neither frozen, held nor expired: usable without being named. */
  free: boolean;
}

/** Reserves stock for every line, all or none: the named stock, else first expired first out. */
async function reserve(trx: Trx, document: Locked, lines: readonly Line[], by: PostedBy, locale: Locale): Promise<void> {
  const candidates = await lockCandidates(trx, document, lines);
  const left = new Map(candidates.map((candidate) => [candidate.id, candidate.available]));
  const taken: { line: Line; productBoxId: string; qty: string }[] = [];
  const short: Shortage[] = [];
  for (const [at, line] of lines.entries()) {
    const fitting = candidates.filter((candidate) =>
      line.productBoxId !== null ? candidate.id === line.productBoxId : candidate.free && matches(candidate, line, document),
    );
    let open = line.qtyReq;
    for (const { id } of fitting) {
      const qty = least(open, left.get(id)!);
      if (!isPositive(qty)) continue;
      taken.push({ line, productBoxId: id, qty });
      left.set(id, subtract(left.get(id)!, qty));
      open = subtract(open, qty);
    }
    if (isPositive(open)) {
      const held = candidates
        .filter((candidate) => !candidate.free && !fitting.includes(candidate) && matches(candidate, line, document))
        .map(({ available }) => available);
      const unknownBatch =
        line.productBoxId === null && line.batchNo !== null && !candidates.some((each) => matches(each, line, document));
      short.push({ at, line, available: subtract(line.qtyReq, open), held: sum(held), unknownBatch });
    }
  }
  if (short.length > 0) throw await buildInsufficientError(trx, short, locale);
  const entries = taken.map(({ line, productBoxId, qty }): Entry => ({
    productBoxId,
    kind: 'OUT',
    qty: '0',
    reserved: qty,
    lineId: line.id,
  }));
  await post(trx, by, entries);
  const rows = taken.map(({ line, productBoxId, qty }) => ({
    id: newId(),
    line_id: line.id,
    product_box_id: productBoxId,
    qty,
    reserved: qty,
  }));
  await sql`${pipelined} ${insertOf('wms_transaction_line_box', rows)}`.execute(trx);
}

const matches = (candidate: Candidate, line: Line, document: Locked): boolean =>
  candidate.productId === line.productId &&
  candidate.ownerOrgId === goodsOrgOf(document) &&
  (line.batchNo === null || foldBatchNo(candidate.batchNo) === foldBatchNo(line.batchNo));

interface Shortage {
  /** Index of the line in the document. */
  at: number;
  line: Line;
  /** Available quantity. */
  available: string;
  /** Quantity present but frozen, held, recalled or expired. */
  held: string;
  /** The owner has nothing of the named batch here. */
  unknownBatch: boolean;
}

/** Reports all lines that are short at once, by product and quantity. */
async function buildInsufficientError(trx: Trx, short: readonly Shortage[], locale: Locale): Promise<AppError> {
  const shortages = [];
  for (const { at, line, available, held, unknownBatch } of short) {
    const product = nameIn(locale, { name: line.productName, nameEn: line.productNameEn });
    const params: Record<string, string> = { product, available: await amountText(trx, available, line.productUnit, locale) };
    if (isPositive(held)) params['held'] = await amountText(trx, held, line.productUnit, locale);
    if (unknownBatch) params['batch'] = line.batchNo!;
    const key = unknownBatch ? 'rule.noSuchBatch' : isPositive(held) ? 'rule.insufficientHeld' : 'rule.insufficient';
    shortages.push({
      fault: { path: `lines.${at}.${unknownBatch ? 'productBoxId' : 'qty'}`, key, params } as const,
      row: { lineNo: line.lineNo, productCode: line.productCode, product },
    });
  }
  return new AppError('INSUFFICIENT', {
    params: { short: shortages.map(({ fault }) => say(locale, 'wms.short', fault.params)).join(say(locale, 'wms.shortComma')) },
    data: {
      available: short[0]!.available,
      lineNo: short[0]!.line.lineNo,
      short: shortages.map(({ row }, n) => ({
        ...row,
        wanted: short[n]!.line.qtyReq,
        available: short[n]!.available,
        held: short[n]!.held,
      })),
    },
    faults: shortages.map(({ fault }) => fault),
  });
}

/**
 * Candidate stock for the lines, first expired first, locked in id order so that it can't be taken meanwhile and concurrent
 * lockers don't deadlock.
 */
async function lockCandidates(trx: Trx, document: Locked, lines: readonly Line[]): Promise<Candidate[]> {
  const named = lines.map((line) => line.productBoxId).filter((id) => id !== null);
  const products = lines.filter((line) => line.productBoxId === null).map((line) => line.productId);
  const wanted = sql`(s.id = any(${named}::uuid[]) or (s.product_id = any(${products}::uuid[]) and s.owner_org_id = ${goodsOrgOf(document)} and s.qty > s.reserved))`;
  const { rows } = await sql<Candidate>`
    with locked as materialized (
      select s.id, s.product_id, s.owner_org_id, s.batch_id, s.box_id, s.qty, s.reserved, s.frozen, s.first_in_at
        from wms_product_box s where ${wanted} and s.warehouse_id = ${document.warehouse_id} order by s.id for no key update)
    select s.id, s.product_id as "productId", s.owner_org_id as "ownerOrgId", b.batch_no as "batchNo", s.qty - s.reserved as available,
           not s.frozen and b.status = 'OK' and coalesce(b.expires_on >= current_date, true) as free
      from locked s join wms_batch b on b.id = s.batch_id join wms_warehouse_box x on x.id = s.box_id
     order by b.expires_on nulls last, s.first_in_at, x.code collate wms_natural, s.id`.execute(trx);
  return rows;
}

/** Values of the variables for workflow conditions. */
export async function varsOf({ settings }: Services, trx: Trx, document: Locked, lines: readonly Line[]): Promise<WorkflowVars> {
  const flags = new Set(lines.flatMap((line) => line.controlFlags));
  const values = lines.map((line) =>
    line.unitPrice === null ? '0' : (multiply(line.qtyReq, line.unitPrice) ?? roundedProduct(line.qtyReq, line.unitPrice)),
  );
  const maxQty = lines.reduce((most, line) => (compare(line.qtyReq, most) > 0 ? line.qtyReq : most), '0');
  const { rows } = await sql<{ over: boolean; ownerType: string }>`
    select ${isOverQuota(sql`t`)} as over, (select o.type from wms_org o where o.id = t.owner_org_id) as "ownerType"
      from wms_transaction t where t.id = ${document.id}`.execute(trx);
  const { over, ownerType } = rows[0]!;
  return {
    // Unassessed goods are reviewed like controlled ones.
    controlled: flags.size > 0 || lines.some((line) => !line.assessed),
    toxic: flags.has('TOXIC'),
    expired: document.type === 'INBOUND' && lines.some((line) => line.expired),
    overQuota: over,
    crossWarehouse: document.target_warehouse_id !== null,
    value: Number(sum(values)),
    valueLimit: settings.get('WMS_OUTBOUND_VALUE_LIMIT'),
    maxQty: Number(maxQty),
    qtyLimit: settings.get('WMS_OUTBOUND_QTY_LIMIT'),
    lines: lines.length,
    storageGroups: storageGroupsOf(lines.map(({ storageGroup: group, assessed }) => ({ group, assessed }))),
    controlFlags: [...flags].toSorted(),
    ownerType: [ownerType],
    warehouse: [document.warehouse_id],
  };
}

const roundedProduct = (a: string, b: string): string => decimalOf((micros(a) * micros(b)) / 1_000_000n);
