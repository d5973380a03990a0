// Exports the lines of a document.
import type { Locale } from '@kuwei/contract/constants';
import { priceOfUnit } from '@kuwei/contract/decimal';
import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import type { Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { SheetDownload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { exactCell, exportedSheet, type Cell, type Cells, type Column } from '../../platform/workbook/workbook.ts';
import { columnsFor } from './lines-io.ts';
import { negative } from './lines.ts';
import { marksText, type Marked } from './marks.ts';
import { getTransaction } from './queries.ts';

/**
 * Lines as entered, with approved and done quantities and places. The workbook can be edited and imported again: imports read
 * only the entered columns. Lines of a reversal are negative and name what they reverse, so imports refuse them.
 * @throws AppError NOT_FOUND outside the caller's scope
 */
export async function exportLines(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<SheetDownload> {
  const { no, type, lines, posted, reversal, reversesNo } = await getTransaction(db, id, caller, locale, 'EXPORT');
  const unitName = await dicNames(db, 'WMS_UNIT', locale);
  const asked = requestOf(type);
  // A plain number for base units, else a text with the unit.
  const amount = (qty: string, { unitFactor, product }: TransactionLine): Cell =>
    unitFactor === '1' ? exactCell(qty) : `${qty} ${unitName(product.baseUnit)}`;
  const isGranted = !reversal && lines.some(({ qtyAppr }) => qtyAppr !== null);
  const isBoxed = lines.some(({ boxes }) => boxes.length > 0);
  const columns: Column[] = [
    ...columnsFor(asked).flatMap((column) => (column.key === 'code' ? [column, NAME] : [column])),
    ...(isGranted ? [GRANTED] : []),
    ...(posted && !reversal ? [{ key: 'done', phrase: `work.print.did.${type}`, width: 10 } as const] : []),
    ...(isBoxed ? [BOXES] : []),
    ...(lines.some((line) => marksText(marksOf(line), locale) !== null) ? [MARKS] : []),
  ];
  const rows = lines.map((line): Cells => ({
    code: line.product.code,
    name: line.product.name,
    granted: line.qtyAppr === null ? null : amount(line.qtyAppr, line),
    done: amount(line.qtyDone, line),
    boxes: boxesOf(line, posted),
    marks: marksText(marksOf(line), locale),
    qty: exactCell(reversal ? negative(line.qty) : line.qty),
    unit: unitName(line.unit),
    batchNo: line.batchNo,
    madeOn: line.madeOn,
    expiresOn: line.expiresOn,
    unitPrice: line.unitPrice === null ? null : exactCell(priceOfUnit(line.unitPrice, line.unitFactor)),
    remark: reversesNo === null ? line.remark : say(locale, 'tx.list.reverses', { no: reversesNo }),
  }));
  return exportedSheet(`${no}-lines`, columns, () => Promise.resolve(rows), locale);
}

const NAME: Column = { key: 'name', phrase: 'wms.product.name', width: 28 };
const GRANTED: Column = { key: 'granted', phrase: 'work.granted', width: 10 };
const BOXES: Column = { key: 'boxes', phrase: 'wms.box', width: 30 };
const MARKS: Column = { key: 'marks', phrase: 'wms.product.controlFlags', width: 16 };

function boxesOf({ boxes }: TransactionLine, posted: boolean): string | null {
  const parts = boxes.filter((box) => (posted ? box.qtyDone : box.qty) !== '0');
  const places = parts.map(({ sourceBoxCode, boxCode }) => [sourceBoxCode, boxCode].filter((code) => code !== null).join(' → '));
  return places.length === 0 ? null : [...new Set(places)].join('; ');
}

const marksOf = ({ product: { controlFlags, assessed } }: TransactionLine): Marked => ({ controlFlags, notAssessed: !assessed });
