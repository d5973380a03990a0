/** What the names of databases begin with in which counts lie on this device. */
export const COUNT_DATABASES = 'kuwei-count';
/** The one screen that opens without a connection: where people count. */
export const COUNT_SCREEN = '/admin/wms/inventory/count';
