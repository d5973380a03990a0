// Suggestions for storekeepers: boxes for arriving goods, stock for leaving goods. The number of statements does not depend on
// the number of lines.
import { decimalOf, micros } from '@kuwei/contract/decimal';
import { foldBatchNo } from '@kuwei/contract/wms/batch-no';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { createYielder } from '../../limiter.ts';
import type { Caller } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { batchByNo } from '../batch/by-number.ts';
import { openSuggestions, type Suggestions } from '../place/fit.ts';
import { isPositive, openOf } from './lines.ts';
import { loadIncomingByOthers, plannedGoods } from './planned.ts';
import { getTransaction } from './queries.ts';

type Suggested = BoxSuggestion['boxes'][number];

/** Goods of a line that go to the same place: everything that arrives, or what is taken from one stock row. */
interface Part {
  productBoxId: string | null;
  ownerOrgId: string;
  batchId: string | null;
  /** Box that they come from. */
  sourceBoxId?: string;
  /** Count for which that box is locked. */
  count: BoxCount | null;
  qty: string;
}

/**
 * Suggests for every open line without a plan; planned quantities and those of earlier lines are unavailable to later ones.
 * @param aborted signals that the client has gone; throws its reason then
 */
export async function suggest(
  db: Kysely<DB>,
  id: string,
  planned: readonly AssignedLine[],
  caller: Caller,
  locale: Locale,
  aborted?: AbortSignal,
): Promise<BoxSuggestion[]> {
  const pause = createYielder(aborted);
  const document = await getTransaction(db, id, caller, locale);
  aborted?.throwIfAborted();
  const isPlanned = new Set(planned.map((each) => each.lineId));
  const lines = document.lines.filter((line) => isPositive(openOf(line)) && !isPlanned.has(line.id));
  if (lines.length === 0) return [];
  const sourcesOf = document.type === 'INBOUND' ? null : await openSources(db, document, lines, planned, locale);
  if (sourcesOf && document.type === 'OUTBOUND')
    return lines.map((line) =>
      suggestionOf(
        line,
        sourcesOf(line).map(({ ownerOrgId: _owner, batchId: _batch, sourceBoxId: _from, ...stock }) => stock),
      ),
    );

  const batches = document.type === 'INBOUND' ? await batchesOf(db, document.id) : null;
  const arriving = (line: TransactionLine): Part[] => [
    {
      productBoxId: null,
      ownerOrgId: document.goodsOrgId ?? document.ownerOrgId,
      batchId: batches!.get(line.id) ?? null,
      count: null,
      qty: openOf(line),
    },
  ];
  const productIds = [...new Set(lines.map((line) => line.product.id))];
  const warehouseId = document.targetWarehouseId ?? document.warehouseId;
  const [own, others] = await Promise.all([
    plannedGoods(db, document.id, warehouseId, planned),
    loadIncomingByOthers(db, document.id, warehouseId),
  ]);
  const where = await offeredBoxes(db, document);
  const places = await openSuggestions(db, warehouseId, productIds, [...own, ...others], locale, { where, pause });
  const suggestions: BoxSuggestion[] = [];
  const left: { suggestion: BoxSuggestion; productId: string; part: Part }[] = [];
  for (const line of lines) {
    const parts = sourcesOf?.(line) ?? arriving(line);
    const suggestion = suggestionOf(line, await placesFor(places, line, parts));
    suggestions.push(suggestion);
    const part = parts.at(-1);
    if (part && isPositive(suggestion.short)) left.push({ suggestion, productId: line.product.id, part });
    await pause();
  }
  for (const { suggestion, productId, part } of left) {
    const { ownerOrgId, batchId } = part;
    suggestion.refused = places.refused({ productId, ownerOrgId, batchId, qty: suggestion.short });
    await pause();
  }
  return suggestions;
}

/** Returned goods of an after-sales case go into quarantine if it has a box for them; other goods never do. */
async function offeredBoxes(
  db: Kysely<DB>,
  { id, warehouseId }: Pick<Transaction, 'id' | 'warehouseId'>,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ apart: boolean }>`
    select exists (select from wms_transaction t where t.id = ${id} and t.after_sales_as = 'BACK')
       and exists (select from wms_warehouse_box b where b.warehouse_id = ${warehouseId} and b.type = 'QUARANTINE' and b.state = 'ACTIVE') as apart`.execute(
    db,
  );
  return rows[0]!.apart ? sql`b.type = 'QUARANTINE'` : sql`b.type <> 'QUARANTINE'`;
}

function suggestionOf(line: TransactionLine, boxes: Suggested[]): BoxSuggestion {
  const open = openOf(line);
  const short = boxes.reduce((left, { qty }) => left - micros(qty), micros(open));
  return { lineId: line.id, open, boxes, short: decimalOf(short), refused: [] };
}

async function placesFor(places: Suggestions, line: TransactionLine, parts: readonly Part[]): Promise<Suggested[]> {
  const boxes: Suggested[] = [];
  for (const { productBoxId, ownerOrgId, batchId, qty, sourceBoxId, count } of parts) {
    const wanted = { productId: line.product.id, ownerOrgId, qty, batchId };
    const found = await places.boxesFor(sourceBoxId === undefined ? wanted : { ...wanted, without: sourceBoxId });
    for (const box of found.boxes) boxes.push({ productBoxId, batchNo: line.batchNo, expiresOn: line.expiresOn, count, ...box });
  }
  return boxes;
}

/** Existing batches of arriving lines, by line. */
async function batchesOf(db: Kysely<DB>, transactionId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ lineId: string; id: string }>`
    select l.id as "lineId", b.id
      from wms_transaction_line l join lateral ${batchByNo(sql`l.product_id`, sql`l.batch_no`)} b on true
     where l.transaction_id = ${transactionId}`.execute(db);
  return new Map(rows.map(({ lineId, id }) => [lineId, id]));
}

interface Source extends Suggested {
  productBoxId: string;
  ownerOrgId: string;
  sourceBoxId: string;
  batchId: string;
}

interface Stock extends Omit<Source, 'qty' | 'reason'> {
  productId: string;
  /** Unreserved quantity. */
  free: string;
}

/**
 * Called for one line after the other: stock of its product and batch, its own reservations before free stock, first expired
 * first.
 */
async function openSources(
  db: Kysely<DB>,
  document: Transaction,
  lines: readonly TransactionLine[],
  planned: readonly AssignedLine[],
  locale: Locale,
): Promise<(line: TransactionLine) => Source[]> {
  const [stock, promised] = await Promise.all([stockFor(db, document, lines), loadReservations(db, document.id)]);
  const free = new Map(stock.map((row) => [row.productBoxId, micros(row.free)]));
  for (const { lineId, boxes } of planned)
    for (const { productBoxId, qty } of boxes) {
      const own = promised.get(`${lineId} ${productBoxId}`) ?? 0n;
      const left = free.get(productBoxId ?? '');
      if (left !== undefined && micros(qty) > own) free.set(productBoxId!, left - (micros(qty) - own));
    }
  const byProduct = Map.groupBy(stock, (row) => row.productId);
  return (line) => {
    const sources: Source[] = [];
    let open = micros(openOf(line));
    for (const row of byProduct.get(line.product.id) ?? []) {
      if (
        line.productBoxId === null
          ? line.batchNo !== null && foldBatchNo(line.batchNo) !== foldBatchNo(row.batchNo ?? '-')
          : line.productBoxId !== row.productBoxId
      )
        continue;
      const own = promised.get(`${line.id} ${row.productBoxId}`) ?? 0n;
      const most = own + free.get(row.productBoxId)!;
      const qty = open < most ? open : most;
      if (qty <= 0n) continue;
      if (qty > own) free.set(row.productBoxId, most - qty);
      open -= qty;
      const { productId: _product, free: _free, ...source } = row;
      sources.push({ ...source, qty: decimalOf(qty), reason: reasonOf(line, row, locale) });
    }
    return sources;
  };
}

const reasonOf = ({ productBoxId, batchNo }: TransactionLine, { expiresOn }: Stock, locale: Locale): string =>
  productBoxId !== null || batchNo !== null
    ? say(locale, 'wms.suggest.asked')
    : expiresOn === null
      ? say(locale, 'wms.suggest.oldest')
      : say(locale, 'wms.suggest.fefo', { date: expiresOn });

async function stockFor(db: Kysely<DB>, document: Transaction, lines: readonly TransactionLine[]): Promise<Stock[]> {
  const { rows } = await sql<Stock>`
    select s.id as "productBoxId", s.product_id as "productId", s.box_id as "sourceBoxId", null as "boxId", x.code as "boxCode",
           b.batch_no as "batchNo", b.expires_on as "expiresOn", wms_box_count(x.id, x.lock_reason) as count, s.owner_org_id as "ownerOrgId", s.batch_id as "batchId",
           s.qty - s.reserved as free
      from wms_product_box s
      join wms_batch b on b.id = s.batch_id
      join wms_warehouse_box x on x.id = s.box_id
     where s.product_id = any(${[...new Set(lines.map((line) => line.product.id))]}::uuid[])
       and s.warehouse_id = ${document.warehouseId} and s.qty > 0 and not s.frozen
       and (b.status = 'OK' or ${document.type} = 'MOVE' and ${document.targetWarehouseId}::uuid is null)
       and (${document.type} = 'MOVE' or s.owner_org_id = ${document.goodsOrgId ?? document.ownerOrgId})
     order by (b.expires_on < current_date) is true, b.expires_on nulls last, s.first_in_at, x.code collate wms_natural, s.id`.execute(
    db,
  );
  return rows;
}

/** Reserved quantity of a stock row for a line, by `line stock`. */
async function loadReservations(db: Kysely<DB>, transactionId: string): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; reserved: string }>`
    select r.line_id || ' ' || r.product_box_id as key, sum(r.reserved) as reserved
      from wms_transaction_line_box r join wms_transaction_line l on l.id = r.line_id
     where l.transaction_id = ${transactionId} and r.reserved > 0 group by 1`.execute(db);
  return new Map(rows.map(({ key, reserved }) => [key, micros(reserved)]));
}
