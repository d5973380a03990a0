import type { PackLine } from '@kuwei/contract/wms/inventory';

/** A box with what is left to count in it. */
export interface PlaceToCount {
  id: string;
  code: string;
  qr: string;
  lines: readonly PackLine[];
  open: number;
}
