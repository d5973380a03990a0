// Suggestions for the keeper: boxes that could take what arrives, stock to take what leaves from.
import { setImmediate } from 'node:timers/promises';
import { subtract, sum } from '@kuwei/contract/decimal';
import type { BoxSuggestion } from '@kuwei/contract/wms/transaction-reply';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { openSuggestions, refusedBoxes, type Incoming } from '../place/fit.ts';
import { isPositive, least, openOf } from './lines.ts';
import { getTransaction } from './queries.ts';

type Suggested = BoxSuggestion['boxes'][number];

/**
 * For every line that is open; what earlier lines would take is no longer free for later ones.
 * @param gone tells that nobody waits for it any more: it throws the reason of it then
 */
export async function suggest(
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  gone?: AbortSignal,
): Promise<BoxSuggestion[]> {
  // Hundreds of lines in thousands of boxes: others are answered in between.
  const breathe = async (): Promise<void> => {
    await setImmediate();
    gone?.throwIfAborted();
  };
  await breathe();
  const document = await getTransaction(db, id, caller, locale);
  const taken: Incoming[] = [];
  const used = new Map<string, string>();
  const suggestions: BoxSuggestion[] = [];
  const homeless: { suggestion: BoxSuggestion; goods: Omit<Incoming, 'boxId'> }[] = [];
  const warehouseId = document.targetWarehouseId ?? document.warehouseId;
  const openLines = document.lines.filter((line) => isPositive(openOf(line)));
  const productIds = [...new Set(openLines.map((line) => line.product.id))];
  const boxesFor = document.type === 'OUTBOUND' ? null : await openSuggestions(db, warehouseId, productIds, locale);
  for (const line of openLines) {
    await breathe();
    const open = openOf(line);
    const sources = document.type === 'INBOUND' ? null : await sourcesOf(db, line, document, open, used, locale);
    if (!boxesFor) {
      const boxes = sources!.map(({ productBoxId, boxId, boxCode, batchNo, expiresOn, qty, reason }) => ({
        productBoxId,
        boxId,
        boxCode,
        batchNo,
        expiresOn,
        qty,
        reason,
      }));
      suggestions.push({ lineId: line.id, open, boxes, short: shortOf(open, boxes), refused: [] });
      continue;
    }
    const boxes: Suggested[] = [];
    const arriving = async () => ({
      productBoxId: null,
      qty: open,
      ownerOrgId: document.ownerOrgId,
      batchId: await batchOf(db, line),
    });
    const parts = sources ?? [await arriving()];
    for (const part of parts) {
      const { ownerOrgId, batchId } = part;
      const wanted = {
        productId: line.product.id,
        ownerOrgId,
        qty: part.qty,
        batchId,
        ...('sourceBoxId' in part ? { without: part.sourceBoxId } : {}),
      };
      const found = await boxesFor(wanted);
      for (const box of found.boxes) {
        boxes.push({ productBoxId: part.productBoxId, batchNo: line.batchNo, expiresOn: line.expiresOn, ...box });
        taken.push({ productId: line.product.id, ownerOrgId, boxId: box.boxId, qty: box.qty, batchId });
      }
    }
    const short = shortOf(open, boxes);
    const suggestion: BoxSuggestion = { lineId: line.id, open, boxes, short, refused: [] };
    suggestions.push(suggestion);
    if (!isPositive(short) || parts.length === 0) continue;
    const { ownerOrgId, batchId } = parts.at(-1)!;
    homeless.push({ suggestion, goods: { productId: line.product.id, ownerOrgId, batchId, qty: short } });
  }
  const refused = await refusedBoxes(
    db,
    warehouseId,
    homeless.map(({ goods }) => goods),
    taken,
    breathe,
  );
  for (const [at, { suggestion }] of homeless.entries()) suggestion.refused = refused[at]!;
  return suggestions;
}

const shortOf = (open: string, boxes: readonly { qty: string }[]): string => subtract(open, sum(boxes.map((box) => box.qty)));

/** The batch that the goods of a line are of; null where there is none of its number yet. */
async function batchOf(db: Kysely<DB>, line: { batchNo: string | null; product: { id: string } }): Promise<string | null> {
  if (line.batchNo === null) return null;
  const query = db.selectFrom('wms_batch').select('id').where('product_id', '=', line.product.id);
  const batch = await query.where('batch_no', '=', line.batchNo).executeTakeFirst();
  return batch?.id ?? null;
}

interface Source extends Suggested {
  productBoxId: string;
  ownerOrgId: string;
  sourceBoxId: string;
  batchId: string;
}

/** Stock of the line's product: what is promised to it already and what is free, the first that expires first. */
async function sourcesOf(
  db: Kysely<DB>,
  line: { id: string; productBoxId: string | null; product: { id: string } },
  document: { type: string; warehouseId: string; ownerOrgId: string },
  open: string,
  used: Map<string, string>,
  locale: Locale,
): Promise<Source[]> {
  const { rows } = await sql<Source & { available: string }>`
    select s.id as "productBoxId", s.box_id as "sourceBoxId", null as "boxId", x.code as "boxCode", b.batch_no as "batchNo", b.expires_on as "expiresOn", s.owner_org_id as "ownerOrgId",
           s.batch_id as "batchId", s.qty - s.reserved + coalesce((select sum(r.reserved) from wms_transaction_line_box r where r.line_id = ${line.id} and r.product_box_id = s.id), 0) as available
      from wms_product_box s
      join wms_batch b on b.id = s.batch_id
      join wms_warehouse_box x on x.id = s.box_id
     where s.product_id = ${line.product.id} and x.warehouse_id = ${document.warehouseId} and s.qty > 0 and not s.frozen and b.status = 'OK'
       and (${document.type} = 'MOVE' or s.owner_org_id = ${document.ownerOrgId})
       and (${line.productBoxId}::uuid is null or s.id = ${line.productBoxId})
     order by (b.expires_on < current_date) is true, b.expires_on nulls last, s.first_in_at, x.code`.execute(db);
  const sources: Source[] = [];
  let left = open;
  for (const { available, ...row } of rows) {
    const free = subtract(available, used.get(row.productBoxId) ?? '0');
    const qty = least(left, free);
    if (!isPositive(qty)) continue;
    used.set(row.productBoxId, sum([used.get(row.productBoxId) ?? '0', qty]));
    sources.push({
      ...row,
      qty,
      reason:
        row.expiresOn === null ? say(locale, 'wms.suggest.oldest') : say(locale, 'wms.suggest.fefo', { date: row.expiresOn }),
    });
    left = subtract(left, qty);
  }
  return sources;
}
