// Fields that an imported line may have.
export const LINE_FIELDS = ['code', 'qty', 'unit', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice', 'remark'] as const;
export type LineField = (typeof LINE_FIELDS)[number];
/** A field of the line, another identifier of its product, or a column to ignore. */
export const LINE_COLUMNS = [...LINE_FIELDS, 'cas', 'name', 'none'] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];
