import type { ProductBox } from '@kuwei/contract/wms/product-box';

/** Boxes in which chosen stock lies, each once. */
export const boxIdsOf = (rows: readonly Pick<ProductBox, 'boxId'>[]): string[] => [...new Set(rows.map(({ boxId }) => boxId))];
