// Filters by what stock rows and ledger entries name: a product, a batch, a box, a document.
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes, type LedgerEntry, type ProductBox } from '@kuwei/contract/wms/product-box';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { usePageQuery } from '../../page/query.ts';
import type { Filter } from '../../table/list-types.ts';
import { found, wanted, type StockRoute, type UseFound } from './found-filter.tsx';

const useProducts: UseFound = (text) => {
  const { data, isFetching } = usePageQuery(productRoutes.selectProducts, { query: wanted(text) }, { keepPrevious: true });
  return { options: (data?.list ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code })), isFetching };
};
const useBoxes: UseFound = (text) => {
  const { data, isFetching } = usePageQuery(boxRoutes.listBoxes, { query: wanted(text) }, { keepPrevious: true });
  return { options: (data?.list ?? []).map(({ id, code }) => ({ value: id, label: code })), isFetching };
};

export const productOf = (route: StockRoute): Filter<'productId'> =>
  found(route, { name: 'productId', label: 'stock.product', nameOf: ({ productName }) => productName, useFound: useProducts });
/** @param findable boxes can be looked for: by the warehouse alone */
export const boxOf = (route: StockRoute, findable: boolean): Filter<'boxId'> =>
  found(route, {
    name: 'boxId',
    label: 'stock.place',
    nameOf: ({ boxCode }) => boxCode,
    ...(findable && { useFound: useBoxes }),
  });
export const batchOf = (route: StockRoute): Filter<'batchId'> =>
  found(route, { name: 'batchId', label: 'wms.stock.batchNo', nameOf: ({ batchNo }) => batchNo });
export const containerOf: Filter<'containerId'> = found<'containerId', ProductBox>(productBoxRoutes.listStock, {
  name: 'containerId',
  label: 'stock.filter.container',
  nameOf: ({ containerName }) => containerName,
});
export const documentOf: Filter<'transactionId'> = found<'transactionId', LedgerEntry>(productBoxRoutes.listLedger, {
  name: 'transactionId',
  label: 'ledger.document',
  nameOf: ({ transactionNo }) => transactionNo ?? '…',
});
export const stockRowOf: Filter<'productBoxId'> = found<'productBoxId', LedgerEntry>(productBoxRoutes.listLedger, {
  name: 'productBoxId',
  label: 'ledger.stockRow',
  nameOf: ({ productName, batchNo, boxCode }) => `${productName} ${batchNo} ${boxCode}`,
});
