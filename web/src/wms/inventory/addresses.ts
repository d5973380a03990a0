// Where the screens of counts are.
const COUNTS = '/admin/wms/inventory';

export const countAddress = (id: string): string => `${COUNTS}/edit?id=${id}`;
export const countNew = `${COUNTS}/edit`;
/** A new count of what differed in another one. */
export const countAgain = ({ id, warehouseId }: { id: string; warehouseId: string }): string =>
  `${COUNTS}/edit?recountOf=${id}&warehouseId=${warehouseId}`;
/** A new count of boxes. */
export const countOfBoxes = (warehouseId: string, boxIds: readonly string[]): string =>
  `${COUNTS}/edit?warehouseId=${warehouseId}&boxes=${boxIds.join(',')}`;
/** Where whoever counts does it. */
export const countingAddress = (id: string): string => `${COUNTS}/count?id=${id}`;
export const sheetAddress = (id: string): string => `${COUNTS}/print?id=${id}`;
/** What a count has booked. */
export const entriesAddress = (adjustmentId: string): string => `/admin/wms/ledger?transactionId=${adjustmentId}`;
