import type { TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import { useT } from '../../phrase/phrases.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import './said.css';

export type Stock = TransactionChain['stock'][number];

/** Stock by product for the table of lines; null while loading. */
export const stockByProduct = (chain: TransactionChain | undefined): ReadonlyMap<string, Stock> | null =>
  chain ? new Map(chain.stock.map((each) => [each.productId, each])) : null;

/** How much of a product the owner already has in the warehouse, and its expiry. */
export function OwnersStock({ stock, unit }: { stock: Stock | undefined; unit: string }) {
  const t = useT();
  const amountOf = useAmount();
  if (!stock) return null;
  const amount = amountOf(stock.qty, unit);
  return (
    <p className="work-second">
      {stock.expiresOn === null
        ? t('work.ownersStock', { amount })
        : t('work.ownersStock.until', { amount, date: stock.expiresOn })}
    </p>
  );
}
