/** What every step of a count invalidates. */
export const COUNT_CHANGES = [
  '/wms/inventory',
  '/sys/bpm',
  '/wms/warehouse-box',
  '/wms/container',
  '/wms/product-box',
  '/wms/ledger',
] as const;
