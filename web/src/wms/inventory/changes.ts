/** What has changed with a step of a count, wherever it is shown. */
export const COUNT_CHANGES = [
  '/wms/inventory',
  '/sys/bpm',
  '/wms/warehouse-box',
  '/wms/container',
  '/wms/product-box',
  '/wms/ledger',
] as const;
