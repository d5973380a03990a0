// What a text in the field below the lines could mean: a product to deposit, stock to collect or move.
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { TransactionType } from '@kuwei/contract/wms/transaction-state';
import { usePageQuery } from '../../../api/query.ts';
import { grouped } from '../../../ui/format.ts';
import { useUnitName } from '../../../ui/Quantity.tsx';
import type { Suggestion } from './AddField.tsx';
import { lineOfProduct, lineOfStock, stockPick, type NewLine } from './line.ts';
import { ProductName } from '../ProductName.tsx';
import { Stock } from './StockCell.tsx';

const SHOWN = 8;

export function useSuggestions(
  text: string,
  type: TransactionType,
  warehouseId: string | null,
  add: (line: NewLine) => void,
): Suggestion[] {
  const unitName = useUnitName();
  const isInbound = type === 'INBOUND';
  const products = usePageQuery(
    productRoutes.selectProducts,
    { query: { q: text, size: SHOWN } },
    { enabled: isInbound && text !== '' },
  );
  const stock = usePageQuery(
    productBoxRoutes.selectStock,
    { query: { q: text, size: SHOWN, ...(warehouseId !== null && { warehouseId }) } },
    { enabled: !isInbound && warehouseId !== null && text !== '' },
  );
  if (text === '') return [];
  if (isInbound) {
    return (products.data?.list ?? []).map((product) => ({
      id: product.id,
      content: <ProductName product={product} />,
      add: () => add(lineOfProduct(product, type, '1')),
    }));
  }
  return (stock.data?.list ?? []).map((row) => ({
    id: row.id,
    content: (
      <div className="line-suggestion">
        <ProductName product={lineOfStock(row).product!} />
        <Stock stock={stockPick(row)} />
        <span className="line-suggestion-qty">
          {grouped(row.available ?? row.qty)} {unitName(row.baseUnit)}
        </span>
      </div>
    ),
    add: () => add(lineOfStock(row, '1')),
  }));
}
