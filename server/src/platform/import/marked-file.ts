// Returns a workbook with its errors marked.
import { createHash } from 'node:crypto';
import type { Locale } from '@kuwei/contract/constants';
import type { Insertable } from 'kysely';
import type { Caller, OwnContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { SysFile } from '../../db/types.ts';
import type { Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { storedName } from '../../services/file/store.ts';
import type { RowError } from './kind.ts';
import { bytesOf, sheetOf, type Cells, type Sheet } from '../workbook/workbook.ts';
import type { Marking } from '../workbook/marks.ts';
import { inThread } from '../workbook/thread.ts';

/** Maximum rows of a text file to return as a marked workbook; larger ones come without cell marks. */
const TEXT_ROWS_MAX = 20_000;
/** Author of the comments, in every language the same, so that those of a former file are recognized. */
const AUTHOR = '库位 Kuwei';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Row of a stored file. */
export type MarkedFile = Insertable<SysFile> & { id: string };

/**
 * Stores the original workbook with a colour and comment at every refused cell, errors beside their row, and only rows with
 * errors shown. If that is not possible, a plain sheet with errors beside the rows.
 * @returns its file row, for the sender
 */
export async function saveMarkedFile(
  { caller, origin, services }: OwnContext<Caller>,
  upload: Upload,
  sheet: Sheet,
  errors: readonly RowError[],
): Promise<MarkedFile> {
  const content =
    (await markWorkbook(upload, sheet, errors, origin.locale)) ?? (await buildMarkedSheet(sheet, errors, origin.locale));
  const id = newId();
  await services.files.write(id, content);
  return {
    id,
    name: storedName(`errors-${upload.name}`, TYPE),
    type: TYPE,
    size: content.length,
    visibility: 'PRIVATE',
    created_by: caller.userId,
    sha256: createHash('sha256').update(content).digest(),
  };
}

async function markWorkbook(upload: Upload, sheet: Sheet, errors: readonly RowError[], locale: Locale): Promise<Buffer | null> {
  const isWorkbook = sheet.kind === 'xlsx';
  if (!isWorkbook && sheet.rows.length > TEXT_ROWS_MAX) return null;
  const wanted: Marking = {
    path: upload.path,
    sheet: isWorkbook ? sheet.sheet : null,
    headings: sheet.headings,
    firstRow: sheet.firstRow,
    count: sheet.rows.length,
    rows: isWorkbook ? [] : sheet.rows,
    marks: errors.map(({ row, at, message }) => ({ row, at, text: message })),
    words: {
      flag: say(locale, 'workbook.flag'),
      yes: say(locale, 'workbook.yes'),
      errors: say(locale, 'workbook.errors'),
      author: AUTHOR,
    },
  };
  const content = await inThread('marks.ts', wanted, (bytes) => bytes as Uint8Array);
  return typeof content === 'string' ? null : Buffer.from(content);
}

function buildMarkedSheet(sheet: Sheet, errors: readonly RowError[], locale: Locale): Promise<Buffer> {
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const columns = [
    ...sheet.headings.map((heading, at) => ({ key: `c${at}`, heading })),
    { key: 'errors', phrase: 'workbook.errors', width: 60 } as const,
  ];
  const rows = sheet.rows.map((values, at): Cells => {
    const texts = byRow.get(at + sheet.firstRow)?.map(({ at: column, message }) => {
      const heading = column === null ? '' : (sheet.headings[column] ?? '');
      return heading === '' ? message : `${heading}: ${message}`;
    });
    return {
      ...Object.fromEntries(sheet.headings.map((_, column) => [`c${column}`, values[column] ?? ''])),
      errors: texts?.join('; ') ?? '',
    };
  });
  return bytesOf(sheetOf('errors', columns, rows, locale));
}
