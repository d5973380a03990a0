import type { ProductBox } from '@kuwei/contract/wms/product-box';

/** Distinct boxes of the selected stock. */
export const boxIdsOf = (rows: readonly Pick<ProductBox, 'boxId'>[]): string[] => [...new Set(rows.map(({ boxId }) => boxId))];
