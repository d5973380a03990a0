/** Name prefix of databases with counts on this device. */
export const COUNT_DATABASES = 'kuwei-count';
/** The one screen that opens offline: stock counting. */
export const COUNT_SCREEN = '/admin/wms/inventory/count';
