// What a line that somebody else made may say, by name.
export const LINE_FIELDS = ['code', 'qty', 'unit', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice', 'remark'] as const;
export type LineField = (typeof LINE_FIELDS)[number];
/** A field of the line, another way to name its product, or nothing that a document takes. */
export const LINE_COLUMNS = [...LINE_FIELDS, 'cas', 'name', 'none'] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];
