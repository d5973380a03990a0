// Filters of stock rows and ledger entries by product, batch, box or document.
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes, type LedgerEntry, type ProductBox } from '@kuwei/contract/wms/product-box';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { usePageQuery } from '../../page/query.ts';
import type { Filter } from '../../table/list-types.ts';
import { createSearchFilter, buildSearchQuery, type StockRoute, type UseOptions } from './search-filter.tsx';

const useProducts: UseOptions = (text) => {
  const { data, isFetching } = usePageQuery(
    productRoutes.selectProducts,
    { query: buildSearchQuery(text) },
    { keepPrevious: true },
  );
  return { options: (data?.list ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code })), isFetching };
};
const useBoxes: UseOptions = (text) => {
  const { data, isFetching } = usePageQuery(boxRoutes.listBoxes, { query: buildSearchQuery(text) }, { keepPrevious: true });
  return { options: (data?.list ?? []).map(({ id, code }) => ({ value: id, label: code })), isFetching };
};

export const createProductFilter = (route: StockRoute): Filter<'productId'> =>
  createSearchFilter(route, {
    name: 'productId',
    label: 'stock.product',
    nameOf: ({ productName }) => productName,
    useFound: useProducts,
  });
/** @param findable boxes can be searched, which only the warehouse may do */
export const createBoxFilter = (route: StockRoute, findable: boolean): Filter<'boxId'> =>
  createSearchFilter(route, {
    name: 'boxId',
    label: 'stock.place',
    nameOf: ({ boxCode }) => boxCode,
    ...(findable && { useFound: useBoxes }),
  });
export const createBatchFilter = (route: StockRoute): Filter<'batchId'> =>
  createSearchFilter(route, { name: 'batchId', label: 'wms.stock.batchNo', nameOf: ({ batchNo }) => batchNo });
export const containerFilter: Filter<'containerId'> = createSearchFilter<'containerId', ProductBox>(productBoxRoutes.listStock, {
  name: 'containerId',
  label: 'stock.filter.container',
  nameOf: ({ containerName }) => containerName,
});
export const documentFilter: Filter<'transactionId'> = createSearchFilter<'transactionId', LedgerEntry>(
  productBoxRoutes.listLedger,
  {
    name: 'transactionId',
    label: 'ledger.document',
    nameOf: ({ transactionNo }) => transactionNo ?? '…',
  },
);
export const stockRowFilter: Filter<'productBoxId'> = createSearchFilter<'productBoxId', LedgerEntry>(
  productBoxRoutes.listLedger,
  {
    name: 'productBoxId',
    label: 'ledger.stockRow',
    nameOf: ({ productName, batchNo, boxCode }) => `${productName} ${batchNo} ${boxCode}`,
  },
);
