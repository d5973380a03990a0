// Resolves a scanned label or typed code for a line.
import { compare } from '@kuwei/contract/decimal';
import { boxTokenIn } from '@kuwei/contract/wms/place';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { usePageCall } from '../../page/query.ts';
import { t } from '../../phrase/phrases.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { NO_PLACE, buildBoxRequest, leftOf, type Part, type Place } from './plan.ts';
import { useOwner } from './use-owner.ts';

export type Found =
  /** The box of existing parts. */
  | { kind: 'parts'; text: string; keys: string[] }
  | { kind: 'place'; text: string; place: Place; most: string | null }
  /** A box that cannot take the goods, with codes of some that can. */
  | { kind: 'refused'; text: string; alternatives: string[]; count: BoxCount | null }
  | { kind: 'none'; text: string };

/** @throws ApiError when the server cannot be reached */
export function useBoxFinder(
  transaction: Transaction,
  line: TransactionLine,
  parts: readonly Part[],
  others: readonly AssignedLine[],
): (scanned: string) => Promise<Found> {
  const call = usePageCall();
  const ownerOrgId = useOwner(transaction, parts);
  const amountOf = useAmount();
  const amountIn = (qty: string): string => amountOf(qty, line.product.baseUnit);
  const { type, warehouseId } = transaction;

  const codeOf = async (scanned: string): Promise<string> => {
    const token = boxTokenIn(scanned);
    return token === null ? scanned.trim().toUpperCase() : (await call(boxRoutes.findBoxByQr, { params: { token } })).code;
  };
  const stockAt = async (code: string): Promise<Found> => {
    const query = { warehouseId, ownerOrgId, productId: line.product.id, page: 1, size: 200 };
    const { list } = await call(productBoxRoutes.selectStock, { query });
    const stock = list.find((row) => row.boxCode === code);
    if (!stock) return { kind: 'none', text: t('work.scan.noStock', { code }) };
    const { id, batchNo, expiresOn, available, count } = stock;
    const place = { ...NO_PLACE, productBoxId: id, sourceCode: code, batchNo, expiresOn, count };
    const left = leftOf(line, parts);
    const isPart = available !== null && compare(available, left) < 0;
    const text = isPart ? t('work.scan.takenPart', { code, amount: amountIn(available) }) : t('work.scan.taken', { code });
    return { kind: 'place', text, place, most: available };
  };
  const boxAt = async (code: string): Promise<Found> => {
    const { query, body } = buildBoxRequest(transaction, line, parts, others);
    const asked = { ...query, ownerOrgId, page: 1 };
    const { list } = await call(boxRoutes.selectBoxes, { query: { ...asked, q: code, size: 50 }, body });
    const box = list.find((each) => each.code === code);
    if (!box) return { kind: 'none', text: t('work.scan.noBox', { code }) };
    if (box.refusal && (box.fits === null || compare(box.fits, '0') <= 0 || box.refusal.code !== 'BOX_CAPACITY')) {
      const others = await call(boxRoutes.selectBoxes, { query: { ...asked, fitting: true, size: 5 }, body });
      return {
        kind: 'refused',
        text: box.refusal.message,
        alternatives: others.list.map((each) => each.code),
        count: box.refusal.count,
      };
    }
    const place = { ...NO_PLACE, boxId: box.id, boxCode: box.code };
    const text =
      box.refusal && box.fits !== null
        ? t('work.scan.putPart', { amount: amountIn(box.fits), reason: box.refusal.message })
        : t('work.scan.put', { code });
    return { kind: 'place', text, place, most: box.fits };
  };
  return async (scanned) => {
    const code = await codeOf(scanned);
    const known = parts.filter((part) => (type === 'OUTBOUND' ? part.sourceCode : part.boxCode) === code);
    if (known.length > 0) {
      return { kind: 'parts', text: t('work.scan.known', { code }), keys: known.map((part) => part.key) };
    }
    return type === 'OUTBOUND' ? stockAt(code) : boxAt(code);
  };
}
