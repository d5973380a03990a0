// The second storekeeper inspects and counts the goods, and confirms the next step.
import { compare } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import { transactionRefusal, type CosignedFor } from '@kuwei/contract/wms/transaction-state';
import { listTwoKeeperLines } from '@kuwei/contract/wms/two-keepers';
import { actorOf, type Caller, type WriteContext } from '../../context.ts';
import { amountText } from '../unit-amount.ts';
import { performAction } from './act.ts';
import { actorOf as actingAs, type Locked } from './document.ts';
import { subtractDone } from './execute.ts';
import type { Line } from './lines.ts';

type Counted = readonly { id: string; qty: string }[];

/**
 * Confirms the next step, posting or reversal, for this version of the document; any later change needs a new confirmation.
 * @param counted quantity counted per assigned box: required for lines that need two storekeepers, optional for others
 * @throws AppError QTY_COUNTED if it differs from what is to be posted
 */
export async function cosign(
  context: WriteContext<Caller>,
  id: string,
  { rev, what, boxes: counted }: { rev: number; what: CosignedFor; boxes: Counted },
): Promise<void> {
  await performAction(context, id, 'cosign', rev, async (document) => {
    const refused = transactionRefusal('cosign', document.facts, actingAs(context.caller), what);
    if (refused) throw new AppError(refused, { data: { from: document.state, action: 'cosign' } });
    if (what === 'FINISH') await checkCount(context, document, counted);
    return {
      to: document.state,
      set: { cosigned_by: actorOf(context.caller), cosigned_rev: document.rev + 1, cosigned_for: what },
    };
  });
}

async function checkCount(context: WriteContext<Caller>, { lines, toxic }: Locked, counted: Counted): Promise<void> {
  const forTwo = new Set(listTwoKeeperLines(lines, toxic, (line) => line));
  for (const line of lines) {
    for (const box of line.boxes.filter((each) => compare(each.qty, each.qtyDone) > 0)) {
      const at = counted.findIndex(({ id }) => id === box.id);
      const found = counted[at];
      if (!found && !forTwo.has(line)) continue;
      if (!found) throw new AppError('INVALID', { faults: [{ path: 'boxes', key: 'rule.required' }] });
      const planned = subtractDone(box);
      if (compare(found.qty, planned) !== 0) throw await countMismatch(context, line, { at, counted: found.qty, planned });
    }
  }
}

async function countMismatch(
  { trx, origin: { locale } }: WriteContext<Caller>,
  line: Line,
  { at, counted, planned }: { at: number; counted: string; planned: string },
): Promise<AppError> {
  const params = {
    product: nameIn(locale, { name: line.productName, nameEn: line.productNameEn }),
    counted: await amountText(trx, counted, line.productUnit, locale),
    planned: await amountText(trx, planned, line.productUnit, locale),
  };
  return new AppError('QTY_COUNTED', { params, field: `boxes.${at}.qty` });
}
