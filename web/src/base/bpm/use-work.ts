import { workRoutes } from '@kuwei/contract/bpm/work';
import { usePageQuery } from '../../page/query.ts';

/** Of deposits, collections and transfers. */
export const BIZ_TYPE = 'WMS_TRANSACTION';

/** What a decision changes, wherever it is shown. */
export const WORK_CHANGES = [
  '/sys/bpm',
  '/wms/transaction',
  '/wms/share',
  '/wms/product-box',
  '/wms/product-space',
  '/wms/ledger',
  '/wms/inventory',
] as const;

/** What the person can do about the approval of a document, as it stands now. */
export const useWork = (bizType: string, id: string, enabled = true) =>
  usePageQuery(workRoutes.getWork, { params: { bizType, id } }, { enabled, staleTime: 0 });
