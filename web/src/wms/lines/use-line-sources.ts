// Sources of lines other than typing: codes, the clipboard, workbooks.
import { fieldsFor, type RawLineCells, type UnrecognizedColumn } from '@kuwei/contract/wms/line-columns';
import { LINE_FIELDS, type LineColumn, type LineField } from '@kuwei/contract/wms/line-fields';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { LOCALES } from '@kuwei/contract/constants';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { LINES_MAX, RAW_CELL_MAX } from '@kuwei/contract/wms/transaction-form';
import type { ImportedLines, ResolvedLine } from '@kuwei/contract/wms/transaction-reply';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import type { Comma } from '@kuwei/contract/workbook/read-comma';
import type { Encoding, ReadAs, SheetsRead } from '@kuwei/contract/workbook/workbook';
import { useRef, useState } from 'react';
import { usePageCall } from '../../page/query.ts';
import { loadCode } from '../../browser/lazy-part.ts';
import { loadPhrases, locale, otherLocale, textIn, useT } from '../../phrase/phrases.ts';
import { noticeDone, noticeError, noticeFor, noticeRefused } from '../../ui/feedback.ts';
import { useUnitName } from '../../ui/Quantity.tsx';
import { decimalOf, micros } from '@kuwei/contract/decimal';
import { useUnits } from '../goods/units.ts';
import { checkLine } from './check-line.ts';
import { hasCode, isDecimal, lineOfRow, lineOfStock, type EditorLine, type NewLine } from './line.ts';
import type { Addition, LineOrigin, Lines } from './lines-state.ts';
import type { Titles } from './paste.ts';
import { tableText } from '../../ui/table-text.ts';
import { TITLES } from './titles.ts';

/** The result of a code: added, unknown, or failed for an error or lack of room. */
export type CodeOutcome = 'added' | 'unknown' | 'failed';

/** Columns to ask the user about, and the continuation. */
export interface ColumnsQuestion {
  unread: readonly UnrecognizedColumn[];
  /** The recognized columns. */
  known: readonly LineColumn[];
  go: (chosen: ReadonlyMap<number, LineColumn>) => Promise<void>;
}
/** Sheets to ask the user about. */
export interface SheetQuestion extends Pick<SheetsRead, 'sheet' | 'sheets'> {
  go: (sheet: number) => void;
}
/** An ambiguous encoding or number format, for the user to confirm or change before lines are added. */
export interface ReadingQuestion extends ReadAs {
  change: (options: FileReadOptions) => void;
  go: () => void;
}
/** The user's choices so far. */
interface FileReadOptions {
  sheet?: number;
  encoding?: Encoding;
  comma?: Comma;
}
type Chosen = ReadonlyMap<number, LineColumn>;

const loadTransfer = () => loadCode(() => import('./transfer.ts'));

export function useLineSources(type: RequestType, warehouseId: string | null, lines: Lines) {
  const t = useT();
  const call = usePageCall();
  const unitName = useUnitName();
  const units = useUnits();
  const [busy, setBusy] = useState<string | null>(null);
  const [asked, setAsked] = useState<ColumnsQuestion | null>(null);
  const [askedSheet, setAskedSheet] = useState<SheetQuestion | null>(null);
  const [askedReading, setAskedReading] = useState<ReadingQuestion | null>(null);
  /** Closes the notice of the last paste or workbook. */
  const addedNotice = useRef<() => void>(undefined);
  const latest = useRef(lines);
  latest.current = lines;

  const titles = (): Titles =>
    Object.fromEntries(
      LINE_FIELDS.map((field) => [field, LOCALES.map((each) => textIn(each, titleOf(field)))]),
    ) as unknown as Titles;

  const withBusy = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
    setBusy(what);
    try {
      return await work();
    } catch (error) {
      noticeError(error instanceof Error ? error.message : String(error));
      return null;
    } finally {
      setBusy(null);
    }
  };

  const add = (additions: readonly Addition[], from?: LineOrigin): boolean => {
    if (latest.current.lines.length + additions.length > LINES_MAX) {
      noticeRefused(t('error.LINES_TOO_MANY', { max: LINES_MAX }));
      return false;
    }
    latest.current.add(additions, from);
    return true;
  };

  const resolve = (rows: RawLineCells[]) => call(transactionRoutes.resolveLines, { body: { type, warehouseId, rows } });

  const addRows = async ({ rows, left }: { rows: RawLineCells[]; left: number }, unused: readonly string[]): Promise<void> => {
    if (rows.length === 0) return;
    if (latest.current.lines.length + rows.length > LINES_MAX)
      return noticeRefused(t('error.LINES_TOO_MANY', { max: LINES_MAX }));
    const found = await withBusy(t('tx.line.reading'), () => resolve(rows));
    if (found) addFound('paste', found, left, unused);
  };

  const addFound = (from: LineOrigin, found: readonly ResolvedLine[], left: number, unused: readonly string[]): void => {
    const additions = found.map(lineOfRow);
    if (!add(additions, from)) return;
    // At the level of submitting, so that the number of errors agrees with it; the stock of a move is chosen in the lines.
    const level = { whole: type !== 'MOVE', submit: true };
    const isFaulty = ({ line, errors }: (typeof additions)[number]): boolean =>
      Object.keys({ ...errors, ...checkLine({ ...line, key: 0 }, type, units, level) }).length > 0;
    const faulty = additions.filter(isFaulty).length;
    const noted = additions.filter((row) => Object.keys(row.notes).length > 0 && !isFaulty(row)).length;
    const rest = [
      noted > 0 ? t('tx.line.addedNoted', { count: noted }) : '',
      left > 0 ? t('tx.line.skipped', { count: left }) : '',
      unused.length > 0 ? t('tx.line.unused', { names: unused }) : '',
    ].join('');
    const text =
      faulty > 0 ? t('tx.line.addedFaulty', { count: found.length, faulty }) : t('tx.line.added', { count: found.length });
    addedNotice.current = noticeFor(faulty + noted > 0 ? 'warning' : 'success', text + rest);
  };

  return {
    busy,
    add,
    /** Shows the result of a paste until it is undone. */
    remark: (text: string): void => {
      addedNotice.current = noticeFor('warning', text);
    },
    /** Undoes the last paste or workbook and closes its notice. */
    unpaste: (): void => {
      addedNotice.current?.();
      latest.current.unpaste();
    },
    asked,
    askedSheet,
    askedReading,
    /** Answers the question: adds the lines, or cancels. */
    answerReading: (isRight: boolean): void => {
      setAskedReading(null);
      if (isRight) askedReading?.go();
    },
    /** Answers the question with a sheet, or cancels. */
    answerSheet: (sheet: number | null): void => {
      setAskedSheet(null);
      if (sheet !== null) askedSheet?.go(sheet);
    },
    /** Answers the question with the meaning of the columns, or cancels. */
    answer: (chosen: Chosen | null): void => {
      setAsked(null);
      if (asked && chosen) void asked.go(chosen);
    },

    paste: async (text: string): Promise<void> => {
      const transfer = await withBusy(t('tx.line.reading'), async () => {
        await loadCode(() => loadPhrases(otherLocale(locale()), 'pages'));
        return loadTransfer();
      });
      if (!transfer) return;
      const pasted = transfer.parsePaste(text, titles());
      const go = async (chosen: Chosen): Promise<void> => {
        const { columns, unread, unused } = transfer.columnsIn(pasted, type, titles(), chosen);
        if (unread.length > 0) setAsked({ unread, known: columns, go });
        else await addRows(transfer.rowsIn(pasted, columns), unused);
      };
      await go(new Map());
    },

    /** Adds the product of a code, or its count to the line of the same goods. Failures are already reported. */
    addCode: async (code: string): Promise<CodeOutcome> => {
      const found = await withBusy(t('tx.line.reading'), () => resolve([rowOfCode(code)]));
      if (found === null) return 'failed';
      const row = found[0];
      // A name match is ambiguous: only an exact code counts.
      if (!row?.product || !hasCode(row.product, row.raw.code)) return 'unknown';
      const scanned = lineOfRow(row);
      const count = row.labelQty ?? '1';
      const same = latest.current.lines.findLast((line) => isSameGoods(line, scanned.line));
      if (same) latest.current.change(same.key, { qty: withAdded(same.qty, count) });
      else if (!add([{ ...scanned, line: { ...scanned.line, qty: count } }])) return 'failed';
      return 'added';
    },

    /** Adds stock with the units of its products. @returns whether there was room */
    addStock: async (rows: readonly ProductBox[]): Promise<boolean> => {
      const codes = [...new Set(rows.map((row) => row.productCode))];
      const found = await withBusy(t('tx.line.reading'), () => resolve(codes.map(rowOfCode)));
      const byCode = new Map(found?.flatMap(({ raw, product }) => (product ? [[raw.code, product] as const] : [])));
      return add(
        rows.map((row) => {
          const line = lineOfStock(row);
          return { line: { ...line, product: byCode.get(row.productCode) ?? line.product } };
        }),
      );
    },

    /** Sets the product of a line by its code. */
    correctCode: async (key: number, code: string): Promise<void> => {
      const line = latest.current.lines.find((each) => each.key === key);
      const found = line && (await withBusy(t('tx.line.reading'), () => resolve([rowOf(code, line)])));
      const row = found?.[0];
      if (!row) return;
      const { line: read, errors, notes } = lineOfRow(row);
      latest.current.change(key, read.product ? read : { code }, errors, notes);
    },

    readWorkbook: async (file: File): Promise<void> => {
      /** Reading options that the user has confirmed. */
      const seen = new Set<keyof ReadAs>();
      const read = async (options: FileReadOptions, chosen: Chosen): Promise<void> => {
        const columns = [...chosen].map(([at, column]) => `${at}=${column}`).join(',');
        const query = { type, ...options, ...(warehouseId !== null && { warehouseId }), ...(columns !== '' && { columns }) };
        const found = await withBusy(t('tx.line.reading'), () => call(transactionRoutes.importLines, { query, file }));
        if (!found) return;
        if (options.sheet === undefined && found.sheets.length > 1) {
          const go = (sheet: number): void =>
            sheet === found.sheet ? check(found, { ...options, sheet }, chosen) : void read({ ...options, sheet }, new Map());
          setAskedSheet({ ...found, go });
        } else check(found, options, chosen);
      };
      const check = (found: ImportedLines, options: FileReadOptions, chosen: Chosen): void => {
        const open = (['encoding', 'commas'] as const).filter((of) => found[of] !== null && !seen.has(of));
        if (open.length === 0) return take(found, options);
        setAskedReading({
          encoding: found.encoding,
          commas: found.commas,
          change: (more) => void read({ ...options, ...more }, chosen),
          go: () => {
            for (const of of open) seen.add(of);
            take(found, options);
          },
        });
      };
      const take = (found: ImportedLines, options: FileReadOptions): void => {
        const go = (answers: Chosen): Promise<void> => read({ sheet: found.sheet, ...options }, answers);
        if (found.unread.length > 0) setAsked({ unread: found.unread, known: found.columns, go });
        else if (found.lines.length === 0) noticeRefused(t('import.none'));
        else addFound('workbook', found.lines, found.left, found.unused);
      };
      await read({}, new Map());
    },

    saveTemplate: () =>
      withBusy(t('tx.line.reading'), async () => {
        const { saveFile, fileNameIn } = await loadTransfer();
        const { data, headers } = await call(transactionRoutes.getLineTemplate, { query: { type } }, { responseAll: true });
        saveFile(data, fileNameIn(headers, 'lines.xlsx'));
      }),

    /** Copies all lines in columns that can be pasted back here. */
    copy: async (): Promise<void> => {
      const fields = fieldsFor(type);
      const rows = latest.current.lines.map((line) =>
        fields.map((field) => (field === 'unit' ? unitName(line.unit) : line[field])),
      );
      await navigator.clipboard.writeText(tableText([fields.map((field) => t(titleOf(field))), ...rows]));
      noticeDone(t('tx.line.copied', { count: rows.length }));
    },
  };
}
export type LineSources = ReturnType<typeof useLineSources>;

export const titleOf = (field: LineField) => (field === 'code' ? 'wms.product.code' : TITLES[field]);

/** @param line its other values; of a new line none */
const rowOf = (code: string, line: Partial<EditorLine>): RawLineCells => ({
  ...(Object.fromEntries(LINE_FIELDS.map((field) => [field, line[field] || null])) as unknown as RawLineCells),
  code: code.slice(0, RAW_CELL_MAX),
});
const rowOfCode = (code: string): RawLineCells => rowOf(code, { qty: '1' });

/** Whether a scanned code increments this line: same product, batch, days and unit. */
const isSameGoods = (line: NewLine, scanned: NewLine): boolean =>
  line.stock === null &&
  line.product?.id === scanned.product?.id &&
  (['batchNo', 'madeOn', 'expiresOn', 'unit'] as const).every((field) => line[field] === scanned[field]);

const withAdded = (qty: string, count: string): string =>
  isDecimal(qty) ? decimalOf(micros(qty.trim()) + micros(count)) : count;
