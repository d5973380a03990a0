// Changes of places that already hold goods.
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { boxOf, loadBoxes, productsIn } from './boxes.ts';
import { loadPlacement } from './placement.ts';
import { conditionNames, refusalOf } from './refusal.ts';
import { findExistingFaults, type Box, type Fault, type Goods } from './rules.ts';

/** Box codes named by a refusal. */
const NAMED_BOXES_MAX = 20;

/**
 * Runs a change of places, and throws to roll it back if it makes stored goods break a rule. Existing violations do not block it.
 * @param which condition over `wms_warehouse_box b`: the boxes that the change touches
 * @throws AppError of the rule that would be broken; its data names the boxes
 */
export async function applyPlaceChange(
  trx: Trx,
  which: RawBuilder<unknown>,
  locale: Locale,
  change: () => Promise<void>,
): Promise<void> {
  const broken = await findNewViolations(trx, which, change);
  const [first] = broken;
  if (!first) return;
  const refused = refusalOf(first.fault, first.box, await conditionNames(trx, locale), locale, { goods: first.goods });
  const boxes = [...new Set(broken.map(({ box }) => box))];
  const named = boxes.slice(0, NAMED_BOXES_MAX).map((box) => ({ boxId: box.id, boxCode: box.code }));
  throw new AppError(refused.code, { params: refused.params, data: { ...refused.data, boxes: named, boxCount: boxes.length } });
}

/** @returns by box id, the first rule that its goods would break after a change */
export async function findRefusalsAfter(
  trx: Trx,
  which: RawBuilder<unknown>,
  locale: Locale,
  change: () => Promise<void>,
): Promise<Map<string, AppError>> {
  const broken = await findNewViolations(trx, which, change);
  const names = await conditionNames(trx, locale);
  return new Map(
    broken.reverse().map(({ fault, box, goods }) => [box.id, refusalOf(fault, box, names, locale, { goods })] as const),
  );
}

/** Goods that break a rule after a change and did not before. */
async function findNewViolations(trx: Trx, which: RawBuilder<unknown>, change: () => Promise<void>): Promise<Violation[]> {
  const before = new Set((await findViolations(trx, which)).map(keyOf));
  await change();
  return (await findViolations(trx, which)).filter((violation) => !before.has(keyOf(violation)));
}

interface Violation {
  box: Box;
  goods: Goods;
  fault: Fault;
}

/** Two faults of a box are the same regardless of their amounts. */
function keyOf({ box, goods, fault }: Violation): string {
  switch (fault.code) {
    case 'BOX_CONDITION':
      return JSON.stringify([box.id, goods.product.id, fault.missing]);
    case 'BOX_INCOMPATIBLE':
      return JSON.stringify([box.id, goods.product.id, fault.other.id]);
    case 'BOX_CAPACITY':
      return JSON.stringify([box.id, fault.place, fault.kind]);
    default:
      return JSON.stringify([box.id, fault.code]);
  }
}

async function findViolations(trx: Trx, which: RawBuilder<unknown>): Promise<Violation[]> {
  const occupied = sql`${which} and exists (select from wms_product_box s where s.box_id = b.id and s.qty > 0)`;
  const rows = await loadBoxes(trx, occupied);
  if (rows.length === 0) return [];
  const placement = await loadPlacement(trx, {
    warehouseIds: [...new Set(rows.map((row) => row.warehouseId))],
    containerIds: [...new Set(rows.map((row) => row.containerId))],
    asked: productsIn(rows),
  });
  return rows.flatMap((row) => {
    const box = boxOf(row, placement);
    return [...findExistingFaults(box, placement.compatible)].map((found) => ({ box, ...found }));
  });
}
