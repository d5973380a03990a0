import type { PackLine } from '@kuwei/contract/wms/inventory';

/** A box with its open lines. */
export interface PlaceToCount {
  id: string;
  code: string;
  qr: string;
  lines: readonly PackLine[];
  open: number;
  /** Values that the server did not take. */
  notTaken: number;
}
