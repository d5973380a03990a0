// Changes of places under goods that lie there already.
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { boxOf, loadBoxes, productsIn } from './boxes.ts';
import { loadGrounds } from './grounds.ts';
import { conditionNames, refusalOf } from './refusal.ts';
import { standingFault, type Box, type Fault, type Goods } from './rules.ts';

/** Codes of boxes that a refusal names. */
const NAMED = 20;

/**
 * Changes places, and takes it back by throwing when goods that lay well there no longer would. What was wrong before does
 * not stand in the way of another change.
 * @param which condition over `wms_warehouse_box b`: the boxes that the change touches
 * @throws AppError of the rule that would be broken; its data names the boxes
 */
export async function keepingGoods(
  trx: Trx,
  which: RawBuilder<unknown>,
  locale: Locale,
  change: () => Promise<void>,
): Promise<void> {
  const before = new Map((await standingFaults(trx, which)).map(({ box, fault }) => [box.id, fault.code]));
  await change();
  const broken = (await standingFaults(trx, which)).filter(({ box, fault }) => before.get(box.id) !== fault.code);
  const [first] = broken;
  if (!first) return;
  const refused = refusalOf(first.fault, first.box, await conditionNames(trx, locale), locale, { goods: first.goods });
  const boxes = broken.slice(0, NAMED).map(({ box }) => ({ boxId: box.id, boxCode: box.code }));
  throw new AppError(refused.code, { params: refused.params, data: { ...refused.data, boxes, boxCount: broken.length } });
}

async function standingFaults(trx: Trx, which: RawBuilder<unknown>): Promise<{ box: Box; goods: Goods; fault: Fault }[]> {
  const occupied = sql`${which} and exists (select from wms_product_box s where s.box_id = b.id and s.qty > 0)`;
  const rows = await loadBoxes(trx, occupied);
  if (rows.length === 0) return [];
  const grounds = await loadGrounds(
    trx,
    [...new Set(rows.map((row) => row.warehouseId))],
    [...new Set(rows.map((row) => row.containerId))],
    productsIn(rows),
  );
  return rows.flatMap((row) => {
    const box = boxOf(row, grounds);
    const found = standingFault(box, grounds.compatible);
    return found ? [{ box, ...found }] : [];
  });
}
