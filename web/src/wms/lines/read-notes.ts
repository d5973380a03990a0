// Notes on cells of a pasted row that were filled in or are ambiguous.
import { normalizeText } from '@kuwei/contract/normalize-text';
import { isNoDayText, readDay } from '@kuwei/contract/read-value';
import type { RawLineCells } from '@kuwei/contract/wms/line-columns';
import { t } from '../../phrase/phrases.ts';

type Cell = 'madeOn' | 'expiresOn' | 'qty' | 'unitPrice';
type Notes = Partial<Record<Cell, string>>;

/** A month without a day, or a spreadsheet's serial number. */
const isLooseDay = (text: string): boolean =>
  readDay(text, 'first') !== readDay(text, 'last') || /^\d{5}$/.test(normalizeText(text).trim());
/** A comma read as the decimal point. */
const isCommaDecimal = (text: string): boolean =>
  /^\D*[\d.]*\d,\d+\D*$/.test(normalizeText(text)) && !/^\D*\d{1,3},\d{3}\D*$/.test(normalizeText(text));

/** @param read the line parsed from the row */
export function readingNotes(raw: RawLineCells, read: Readonly<Record<Cell, string>>): Notes {
  const notes: Notes = {};
  for (const cell of ['madeOn', 'expiresOn'] as const) {
    const text = raw[cell] ?? '';
    if (text.trim() === '') continue;
    if (isNoDayText(text)) notes[cell] = t('tx.line.noDayRead', { text });
    else if (isLooseDay(text) && read[cell] !== text) notes[cell] = t('tx.line.readAs', { text, value: read[cell] });
  }
  for (const cell of ['qty', 'unitPrice'] as const) {
    const text = raw[cell] ?? '';
    if (read[cell] !== '' && isCommaDecimal(text)) notes[cell] = t('tx.line.readAs', { text, value: read[cell] });
  }
  if ((raw.unitPrice ?? '').trim() === '' && read.unitPrice !== '') notes.unitPrice = t('tx.line.usualPrice');
  return notes;
}

/** Merges notes cell by cell. */
export function withNotes<N extends Notes>(notes: N, more: Notes): N {
  const cells = (Object.keys(more) as Cell[]).map((cell) => [cell, [more[cell], notes[cell]].filter(Boolean).join(' ')]);
  return { ...notes, ...Object.fromEntries(cells) };
}
