// Initial values of a new document: empty, a copy (`?from=`), products (`?product=`), stock (`?stock=`), or what a link wants of some
// goods (`wanted-goods.ts`).
import { productRoutes, type Product, type ProductOption } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { useEffect, useState } from 'react';
import { usePage } from '../../../page/page.ts';
import { usePageCall } from '../../../page/query.ts';
import { useUser } from '../../../session/user.ts';
import { lineOfProduct, lineOfStock, linesOfRecord } from '../../lines/line.ts';
import { takeFrom, WANTED_MAX, wantedIn, type WantedGoods } from '../../wanted-goods.ts';
import { headCopyOf } from './head.ts';
import type { Beginning } from './use-document.ts';

export interface BeginningState {
  beginning: Beginning | null;
  error: Error | null;
  retry: () => void;
}

/** @param warehouses to choose from: a single one is preselected */
export function useBeginning(type: RequestType, warehouses: readonly { value: string }[] | undefined): BeginningState {
  const { query } = usePage();
  const call = usePageCall();
  const { user } = useUser();
  const [state, setState] = useState<{ beginning: Beginning | null; error: Error | null }>({ beginning: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const ready = warehouses !== undefined;

  /** The contact: from the account or, if that has no telephone, from the last document. */
  const contactOf = async (): Promise<{ contact: string | null; phone: string | null }> => {
    const own = { contact: user?.name ?? null, phone: user?.phone ?? null };
    if (own.phone !== null || type === 'MOVE') return own;
    const { list } = await call(transactionRoutes.listTransactions, {
      query: { type, mine: true, sort: '-createdAt', page: 1, size: 1 },
    });
    if (!list[0]) return own;
    const { contact, phone } = await call(transactionRoutes.getTransaction, { params: { id: list[0].id } });
    return phone === null ? own : { contact, phone };
  };

  const begin = async (): Promise<Beginning> => {
    const head = { ...(await contactOf()), warehouseId: onlyOne(warehouses ?? []) };
    const from = query.get('from');
    if (from !== null) {
      const record = await call(transactionRoutes.getTransaction, { params: { id: from } });
      return { head: { ...head, ...headCopyOf(record) }, lines: linesOfRecord(record, type) };
    }
    const asked = query.get('warehouse');
    if (type === 'INBOUND') {
      const products = await Promise.all(
        splitIds(query.get('product')).map((id) => call(productRoutes.getProduct, { params: { id } })),
      );
      const amounts = query.get('qty')?.split(',') ?? [];
      const warehouseId = warehouses?.some(({ value }) => value === asked) ? asked : head.warehouseId;
      return {
        head: { ...head, warehouseId },
        lines: products.map((product, at) => lineOfProduct(optionOf(product), type, amounts[at])),
      };
    }
    const wanted = wantedIn(query);
    const taken =
      wanted === null
        ? (await Promise.all(splitIds(query.get('stock')).map((id) => call(productBoxRoutes.getStock, { params: { id } })))).map(
            (row) => [row, ''] as const,
          )
        : (await Promise.all(wanted.map(stockOf))).flat();
    const warehouseId = taken[0]?.[0].warehouseId ?? asked ?? head.warehouseId;
    const here = taken.filter(([row]) => row.warehouseId === warehouseId).slice(0, WANTED_MAX);
    return { head: { ...head, warehouseId }, lines: here.map(([row, qty]) => lineOfStock(row, qty)) };
  };

  /** Stock of wanted goods, first expired first, with the quantity that each row gives. */
  const stockOf = async ({ productId, batchId, boxId, isOverdue, qty }: WantedGoods) => {
    const [warehouseId, ownerOrgId] = [query.get('warehouse'), query.get('owner')];
    const { list } = await call(productBoxRoutes.listStock, {
      query: {
        ...(productId && { productId }),
        ...(batchId && { batchId }),
        ...(boxId && { boxId }),
        ...(isOverdue && { depositOverdue: true }),
        ...(warehouseId && { warehouseId }),
        ...(ownerOrgId && { ownerOrgId }),
        sort: 'expiresOn',
        size: WANTED_MAX,
      },
    });
    return takeFrom(list, qty);
  };

  useEffect(() => {
    if (!ready || state.beginning) return undefined;
    let isStale = false;
    begin().then(
      (beginning) => !isStale && setState({ beginning, error: null }),
      (error: Error) => !isStale && setState({ beginning: null, error }),
    );
    return () => {
      isStale = true;
    };
  }, [ready, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}

const splitIds = (ids: string | null): string[] => (ids ?? '').split(',').filter(Boolean).slice(0, WANTED_MAX);
const onlyOne = (options: readonly { value: string }[]): string | null => (options.length === 1 ? options[0]!.value : null);

const optionOf = ({ images, ...product }: Product): ProductOption => ({
  ...product,
  assessed: product.hazard !== 'UNKNOWN',
  image: images[0] ?? null,
});
