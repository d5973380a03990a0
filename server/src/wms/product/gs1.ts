// Reads manufacturer labels: GS1 element strings, as scanners send them from GS1-128 and DataMatrix codes, and GS1 Digital Links.
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
  /** How many of the GTIN's unit are in what the label is on. */
  qty: string | null;
}

/** Longer than all identifiers of a product together. */
const LONGEST = 200;
const SEPARATOR = '\u001d';
/** What scanners send as a separator if they are set up so, unified to a bar. No identifier may contain these characters. */
const SUBSTITUTES = /[~^#␝]|[<{[]GS[>}\]]/g;
const SYMBOLOGY = /^\](?:C1|d2|Q3|J1|e0)/;
/** Identifiers in human-readable brackets. */
const BRACKETED = /^\(\d{2,4}\)/;
/** A GTIN after dates at most, or after any identifier that ends with a separator. */
const PLAIN = /^(?:1[1357]\d{6})*0[12]\d{14}|^(?:1[1357]\d{6})*(?:10|21|30|37)[^|]{1,20}\|/;
/** https://example.com/01/06901234567892/10/LOT?17=261130 */
const DIGITAL_LINK = /^https?:\/\/[^?#]*?\/(?:01|gtin)\/(\d{8}|\d{12,14})(?=[/?#]|$)/i;
const GTIN = ['01', '02'];
const MADE = ['11'];
/** Expiry date; else best-before date. */
const EXPIRES = ['17', '15'];
const BATCH = ['10'];
const COUNT = ['30', '37'];

/** @returns null for text that is no label, lacks a GTIN, or has an invalid date */
export function readLabel(scanned: string): Label | null {
  const text = elementString(scanned.trim());
  if (text === null) return null;
  const elements = elementsIn(text);
  const first = (ids: readonly string[], of: 'raw' | 'isoDate'): string | null =>
    ids.flatMap((id) => elements.filter(({ ai }) => ai === id).map((element) => element[of])).find((value) => value !== '') ??
    null;
  const gtin = first(GTIN, 'raw');
  if (gtin === null || !isGtin(gtin)) return null;
  if (!elements.every(isDay)) return null;
  return {
    gtin,
    batchNo: first(BATCH, 'raw'),
    madeOn: first(MADE, 'isoDate'),
    expiresOn: first(EXPIRES, 'isoDate'),
    qty: /^0*([1-9]\d*)$/.exec(first(COUNT, 'raw') ?? '')?.[1] ?? null,
  };
}

/** The element string in what was scanned; null for anything else. */
function elementString(scanned: string): string | null {
  if (scanned.length > LONGEST) return null;
  const linked = elementsOfLink(scanned);
  if (linked !== null) return linked;
  const [symbology = ''] = SYMBOLOGY.exec(scanned) ?? [];
  const isBracketed = BRACKETED.test(scanned.slice(symbology.length));
  if (isBracketed) return scanned;
  // Some scanners send the leading separator.
  const text = scanned.slice(symbology.length).replaceAll(SEPARATOR, '|').replaceAll(SUBSTITUTES, '|').replace(/^\|/, '');
  return symbology !== '' || PLAIN.test(text) ? symbology + text.replaceAll('|', SEPARATOR) : null;
}

/** The element string that a Digital Link stands for. */
function elementsOfLink(scanned: string): string | null {
  const [found, gtin] = DIGITAL_LINK.exec(scanned) ?? [];
  if (found === undefined || !URL.canParse(scanned)) return null;
  const { searchParams } = new URL(scanned);
  const keys = scanned
    .slice(found.length + 1)
    .split(/[?#]/, 1)[0]!
    .split('/');
  const qualifiers = keys.flatMap((key, at) => (at % 2 === 0 ? [[key, keys[at + 1] ?? '']] : []));
  try {
    const elements = [...qualifiers.map(([key, value]) => [key!, decodeURIComponent(value!)]), ...searchParams];
    const known = elements.filter(([key, value]) => /^\d{2,4}$/.test(key!) && value !== '');
    return `]d201${gtin!.padStart(14, '0')}${known.map(([key, value]) => `${key}${value}${SEPARATOR}`).join('')}`;
  } catch {
    // Malformed percent encoding.
    return null;
  }
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
