// How a list is exported. Routes that answer a `sheet` also take these parameters.
import * as z from 'zod/mini';

/** `csv` is UTF-8 with a byte order mark; `gb18030` is CSV for software that reads Chinese code pages only. */
export const SHEET_FORMATS = ['xlsx', 'csv', 'gb18030'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

const COLUMNS_MAX = 200;

export const sheetQuery = z.strictObject({
  /** `columns`: the columns to choose from, as JSON (`sheetColumns`), and no rows. */
  format: z._default(z.enum([...SHEET_FORMATS, 'columns']), 'xlsx'),
  /** Keys of the columns in order, separated by commas; all by default. */
  columns: z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.regex(/^[\w.]+(,[\w.]+)*$/)),
        z.transform((keys: string) => keys.split(',')),
      ),
      z.array(z.string()).check(z.maxLength(COLUMNS_MAX)),
    ),
  ),
});
export type SheetQuery = z.output<typeof sheetQuery>;

export const sheetColumns = z.array(z.object({ key: z.string(), heading: z.string() }));
export type SheetColumn = z.output<typeof sheetColumns>[number];
