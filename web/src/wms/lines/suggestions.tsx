// Suggestions of the field below the lines: products to deposit, stock to collect or move.
import { productRoutes, type ProductOption } from '@kuwei/contract/wms/product';
import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { usePageCall, usePageQuery } from '../../page/query.ts';
import { countText } from '../../ui/format.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { ProductName } from '../goods/ProductName.tsx';
import type { Matches, Suggestion } from './AddField.tsx';
import { lineOfProduct, lineOfStock, stockPick, type NewLine } from './line.ts';
import { Stock } from './StockCell.tsx';

const SHOWN = 8;

/** Products or stock that match a text: live while typing, and once on Enter. */

export function useSuggestionSource(type: RequestType, warehouseId: string | null, add: (line: NewLine) => void) {
  const call = usePageCall();
  const amountOf = useAmount();
  const isInbound = type === 'INBOUND';
  const productsOf = (text: string) => ({ query: { q: text, size: SHOWN } });
  const stockOf = (text: string) => ({ query: { q: text, size: SHOWN, ...(warehouseId !== null && { warehouseId }) } });

  const ofProduct = (product: ProductOption): Suggestion => ({
    id: product.id,
    content: <ProductName product={product} />,
    add: () => add(lineOfProduct(product, type, '1')),
  });
  const ofStock = (row: ProductBox): Suggestion => ({
    id: row.id,
    content: (
      <div className="line-suggestion">
        <ProductName product={lineOfStock(row).product!} />
        <Stock stock={stockPick(row)} />
        <span className="line-suggestion-qty">{amountOf(row.available ?? row.qty, row.baseUnit)}</span>
      </div>
    ),
    add: () => add(lineOfStock(row, '1')),
  });

  return {
    /** Live; nothing for ''. */
    useSuggestions: (text: string): Suggestion[] => {
      const products = usePageQuery(productRoutes.selectProducts, productsOf(text), { enabled: isInbound && text !== '' });
      const stock = usePageQuery(productBoxRoutes.selectStock, stockOf(text), {
        enabled: !isInbound && warehouseId !== null && text !== '',
      });
      if (text === '') return [];
      return isInbound ? (products.data?.list ?? []).map(ofProduct) : (stock.data?.list ?? []).map(ofStock);
    },
    /** @throws ApiError when the server cannot be reached */
    find: async (text: string): Promise<Matches> => {
      if (isInbound) {
        const found = await call(productRoutes.selectProducts, productsOf(text));
        return { list: found.list.map(ofProduct), count: countText(found) };
      }
      if (warehouseId === null) return { list: [], count: '0' };
      const found = await call(productBoxRoutes.selectStock, stockOf(text));
      return { list: found.list.map(ofStock), count: countText(found) };
    },
  };
}
