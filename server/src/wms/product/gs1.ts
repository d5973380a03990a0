// Reads manufacturer labels: GS1 element strings, as scanners send them from GS1-128 and DataMatrix codes.
import { isGtin } from '@kuwei/contract/wms/hazard';
import { parseBarcode } from 'gs1-barcode-parser-mod';

type Element = ReturnType<typeof parseBarcode>['parsedCodeItems'][number];

export interface Label {
  /** 14 digits. */
  gtin: string;
  batchNo: string | null;
  /** Dates, `2026-11-30`. */
  madeOn: string | null;
  expiresOn: string | null;
}

/** Longer than all identifiers of a product together. */
const LONGEST = 200;
const SEPARATOR = '\u001d';
/** A symbology prefix, human-readable brackets, or a GTIN at once. */
const BEGINNING = /^(\](C1|d2|Q3|J1|e0)|\(0[12]\)|0[12]\d{14})/;
const GTIN = ['01', '02'];
const MADE = ['11'];
/** Expiry date; else best-before date. */
const EXPIRES = ['17', '15'];
const BATCH = ['10'];

/** @returns null for text that is no label, lacks a GTIN, or has an invalid date */
export function readLabel(scanned: string): Label | null {
  // Some scanners send the leading separator.
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

/** The library rolls the 30th of a 13th month over into the next year. Day 00 is the last of its month. */
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

/** A GTIN padded to 14 digits for comparison; null for anything else. */
export const toGtin14 = (text: string): string | null => (isGtin(text) ? text.padStart(14, '0') : null);
