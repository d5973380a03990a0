import type { PlainKey } from '@kuwei/contract/phrase';
import type { Cell } from './line.ts';

/** Title of each cell: as heading, accessible name and spreadsheet column. */
export const TITLES = {
  product: 'wms.product',
  stock: 'tx.line.stock',
  qty: 'wms.line.qty',
  unit: 'wms.line.unit',
  batchNo: 'wms.line.batchNo',
  madeOn: 'wms.line.madeOn',
  expiresOn: 'wms.line.expiresOn',
  unitPrice: 'wms.line.unitPrice',
  remark: 'wms.line.remark',
} as const satisfies Record<Cell, PlainKey>;
