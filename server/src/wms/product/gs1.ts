// What the labels of makers say: element strings of GS1, as scanners of GS1-128 and DataMatrix codes send them.
import { isGtin } from '@kuwei/contract/wms/hazard';
import { parseBarcode } from 'gs1-barcode-parser-mod';

type Element = ReturnType<typeof parseBarcode>['parsedCodeItems'][number];

export interface Label {
  /** 14 digits. */
  gtin: string;
  batchNo: string | null;
  /** Days, `2026-11-30`. */
  madeOn: string | null;
  expiresOn: string | null;
}

/** More than all identifiers that goods carry take. */
const LONGEST = 200;
const SEPARATOR = '\u001d';
/** Which code it was read from, brackets of what people read, or at once the number of the goods. */
const BEGINNING = /^(\](C1|d2|Q3|J1|e0)|\(0[12]\)|0[12]\d{14})/;
const GTIN = ['01', '02'];
const MADE = ['11'];
/** What must not be used after that day; else what is best before it. */
const EXPIRES = ['17', '15'];
const BATCH = ['10'];

/** @returns null for what is no such label, names no goods, or has a day that there is not */
export function readLabel(scanned: string): Label | null {
  // Some scanners send the separator that begins the code.
  const text = scanned.startsWith(SEPARATOR) ? scanned.slice(1) : scanned;
  if (text.length > LONGEST || !BEGINNING.test(text)) return null;
  const elements = elementsIn(text);
  const first = (ids: readonly string[], of: 'raw' | 'isoDate'): string | null =>
    ids.flatMap((id) => elements.filter(({ ai }) => ai === id).map((element) => element[of])).find((value) => value !== '') ??
    null;
  const gtin = first(GTIN, 'raw');
  if (gtin === null || !isGtin(gtin)) return null;
  if (!elements.every(isDay)) return null;
  return { gtin, batchNo: first(BATCH, 'raw'), madeOn: first(MADE, 'isoDate'), expiresOn: first(EXPIRES, 'isoDate') };
}

/** The library counts the 30th day of a 13th month on into the next year. A day 00 is the last of its month. */
const isDay = ({ ai, raw, isoDate }: Element): boolean => {
  if (![...MADE, ...EXPIRES].includes(ai)) return true;
  const day = isoDate.slice(2).replaceAll('-', '');
  return raw === day || (raw.endsWith('00') && raw.slice(0, 4) === day.slice(0, 4));
};

function elementsIn(text: string): Element[] {
  try {
    return parseBarcode(text).parsedCodeItems;
  } catch {
    return [];
  }
}

/** As numbers of goods are compared: a shorter one is the same with zeros before it. Null for what is none. */
export const wholeGtin = (text: string): string | null => (isGtin(text) ? text.padStart(14, '0') : null);
