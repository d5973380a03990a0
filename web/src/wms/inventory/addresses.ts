// Addresses of the count screens.
const COUNTS = '/admin/wms/inventory';

export const countAddress = (id: string): string => `${COUNTS}/edit?id=${id}`;
export const countNew = `${COUNTS}/edit`;
/** A new count of the differences of another one. */
export const countAgain = ({ id, warehouseId }: { id: string; warehouseId: string }): string =>
  `${COUNTS}/edit?recountOf=${id}&warehouseId=${warehouseId}`;
/** A new count of boxes. */
export const countOfBoxes = (warehouseId: string, boxIds: readonly string[]): string =>
  `${COUNTS}/edit?warehouseId=${warehouseId}&boxes=${boxIds.join(',')}`;
/** The counting screen. */
export const countingAddress = (id: string): string => `${COUNTS}/count?id=${id}`;
export const sheetAddress = (id: string): string => `${COUNTS}/print?id=${id}`;
/** The ledger entries that a count posted. */
export const entriesAddress = (adjustmentId: string): string => `/admin/wms/ledger?transactionId=${adjustmentId}`;
