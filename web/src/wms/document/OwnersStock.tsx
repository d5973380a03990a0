import type { TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import { useT } from '../../phrase/phrases.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import './said.css';

export type Stock = TransactionChain['stock'][number];

/** By product, as a table of lines wants it; null until it is known. */
export const stockByProduct = (chain: TransactionChain | undefined): ReadonlyMap<string, Stock> | null =>
  chain ? new Map(chain.stock.map((each) => [each.productId, each])) : null;

/** What the owner of a document has of a product in the warehouse already, and until when. */
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
