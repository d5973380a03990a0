import { workRoutes } from '@kuwei/contract/bpm/work';
import { usePageQuery } from '../../page/query.ts';

/** Deposits, collections and transfers. */
export const BIZ_TYPE = 'WMS_TRANSACTION';

/** Paths that a decision makes stale. */
export const WORK_CHANGES = [
  '/sys/bpm',
  '/wms/transaction',
  '/wms/after-sales',
  '/wms/share',
  '/wms/product-box',
  '/wms/product-space',
  '/wms/ledger',
  '/wms/inventory',
] as const;

/** The user's actions on the approval of a document. */
export const useWork = (bizType: string, id: string, enabled = true) =>
  usePageQuery(workRoutes.getWork, { params: { bizType, id } }, { enabled, staleTime: 0 });
