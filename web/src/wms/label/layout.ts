// The layout of a label, for paper and label printers. Pure; lengths in millimetres.
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import type { LabelContent, LabelText } from './content.ts';
import { isRoll } from './sheets.ts';

export interface PlacedText extends LabelText {
  /** Font height. */
  font: number;
  rows: number;
  /** Top edge. */
  y: number;
}

export interface Layout {
  /** Including the quiet zone. */
  qr: { x: number; y: number; side: number };
  text: { x: number; width: number };
  texts: readonly PlacedText[];
  /** Pictograms and words below the text; null where there are none. */
  marks: { y: number; height: number } | null;
}

/** Unprintable margin of office printers. */
const UNPRINTED = 5;
/** Quiet zone of our QR codes, as a share of the side. */
const QUIET = 0.09;
/** Proportional to the label, and the same for all labels of a sheet with enough room. */
const fontMaxOf = (height: number): number => Math.min(7, Math.max(2, height * 0.093));
/** Legible at arm's length. */
const FONT_MIN = 1.7;
const STEP = 0.05;
const LEADING = 1.25;
/** Height of marks relative to an ordinary line. */
const MARKS = 2;

/** Estimated width in em, erring on the wide side; East Asian characters are square. */
export function emsOf(text: string, isCode = false): number {
  return [...text].reduce((sum, letter) => sum + (isCode && letter <= '\u007f' ? 0.62 : emOf(letter)), 0);
}
const emOf = (letter: string): number => {
  if (/[\u2e80-\uffef]/.test(letter)) return 1;
  if (/[\s.,:;'|!·()ilI]/.test(letter)) return 0.32;
  return /[A-Z%@mw]/.test(letter) ? 0.7 : 0.56;
};

/** @param content whose texts and marks are placed */
export function layoutOf(
  { texts, pictograms, marks }: Pick<LabelContent, 'texts' | 'pictograms' | 'marks'>,
  sheet: LabelSheet,
): Layout {
  const { width, height } = sheet.label;
  const { left, right, top } = marginsOf(sheet);
  const side = Math.min(height - 2 * edge(top, 0.7, 0), width * 0.46);
  const qr = { x: edge(left, 0.3, side * QUIET), y: (height - side) / 2, side };
  const x = qr.x + side + 0.5;
  const text = { x, width: width - x - edge(right, 1.2, 0) };
  const room = height - 2 * edge(top, 1, 0);
  const withMarks = pictograms.length + marks.length > 0;
  for (let count = texts.length; ; count--) {
    const { font, lines } = fontOf(texts.slice(0, count), text.width, room, { withMarks, max: fontMaxOf(height) });
    if (font >= FONT_MIN || count <= 1)
      return {
        qr,
        text,
        ...placeTexts(texts.slice(0, count), lines, height, marksOf(pictograms.length, marks, text.width, font)),
      };
  }
}

/** The margins around all labels of a sheet. Label printers print to the edge. */
function marginsOf(sheet: LabelSheet): { left: number; right: number; top: number } {
  if (isRoll(sheet)) return { left: UNPRINTED, right: UNPRINTED, top: UNPRINTED };
  const { page, left, top, cols, label, gapX } = sheet;
  return { left, top, right: page.width - left - cols * label.width - (cols - 1) * gapX };
}

/** Inner margin at one edge of a label, given the margin that the sheet already has there. */
const edge = (outside: number, least: number, quiet: number): number => Math.max(least, UNPRINTED - outside - quiet);

interface Line {
  font: number;
  rows: number;
  /** Wrapped rows of a `whole` text. */
  pieces?: readonly string[];
}

/** Rows of the texts at a given ordinary font size. */
const linesAt = (texts: readonly LabelText[], font: number, width: number): Line[] =>
  texts.map(({ text, size, whole, code, lines = 1 }) => {
    const ems = emsOf(text, code);
    if (whole) return wholeAt(text, { code, font, size, ems }, width);
    return { font: font * size, rows: Math.max(1, Math.min(lines, Math.ceil((ems * font * size) / width))) };
  });

/** Smallest size of one row relative to the ordinary size; below that the text wraps. */
const MIN_SHRINK = 0.6;
const ROWS_MAX = 4;

function wholeAt(
  text: string,
  { code, font, size, ems }: { code: boolean | undefined; font: number; size: number; ems: number },
  width: number,
): Line {
  const least = font * Math.min(size, MIN_SHRINK);
  const singleRow: Line = { font: Math.min(font * size, width / ems), rows: 1, pieces: [text] };
  if (singleRow.font >= least) return singleRow;
  let best = singleRow;
  for (let rows = 2; rows <= ROWS_MAX && best.font < least; rows++) {
    const pieces = piecesOf(text, rows, code);
    const widest = Math.max(...pieces.map((piece) => emsOf(piece, code)));
    const line = { font: Math.min(font * size, width / widest), rows: pieces.length, pieces };
    if (line.font > best.font) best = line;
  }
  return best;
}

/** Memoized: the layout tries each text at about a hundred sizes. */
const broken = new Map<string, readonly string[]>();
const BROKEN_MAX = 1_000;

/** Wraps a text into at most so many rows, as evenly as its separators allow; without separators anywhere. */
function piecesOf(text: string, rows: number, isCode = false): readonly string[] {
  const key = `${rows} ${isCode} ${text}`;
  const known = broken.get(key);
  if (known) return known;
  const all = emsOf(text, isCode);
  const parts = text.split(/(?<=[-./_\s])/);
  // A part much longer than an even share is broken by character.
  const units = parts.some((part) => emsOf(part, isCode) > (all / rows) * 1.5) ? [...text] : parts;
  for (let room = all / rows; ; room *= 1.03) {
    const pieces = filled(units, room, isCode);
    if (pieces.length > rows) continue;
    if (broken.size >= BROKEN_MAX) broken.clear();
    broken.set(key, pieces);
    return pieces;
  }
}

function filled(units: readonly string[], room: number, isCode: boolean): string[] {
  const pieces: string[] = [];
  for (const unit of units) {
    const last = pieces.at(-1);
    if (last !== undefined && emsOf(last + unit, isCode) <= room) pieces[pieces.length - 1] = last + unit;
    else pieces.push(unit);
  }
  return pieces;
}

const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { font, rows }) => sum + font * LEADING * rows, 0);

/** The largest font at which everything fits. */
function fontOf(
  texts: readonly LabelText[],
  width: number,
  room: number,
  { withMarks, max }: { withMarks: boolean; max: number },
): { font: number; lines: Line[] } {
  for (let font = max; ; font -= STEP) {
    const lines = linesAt(texts, font, width);
    const all = heightOf(lines) + (withMarks ? MARKS * font : 0);
    if (all <= room || font <= STEP) return { font, lines };
  }
}

/** The height at which all marks fit in one row; 0 without marks. */
function marksOf(pictograms: number, marks: readonly string[], width: number, font: number): number {
  if (pictograms + marks.length === 0) return 0;
  const ems = pictograms * 1.13 + marks.reduce((sum, mark) => sum + emsOf(mark) * 0.62 + 0.75, 0);
  return Math.min((MARKS - 0.3) * font, width / ems);
}

/** @param marks their height */
function placeTexts(
  texts: readonly LabelText[],
  lines: readonly Line[],
  height: number,
  marks: number,
): Pick<Layout, 'texts' | 'marks'> {
  const gap = marks * 0.15;
  let y = (height - heightOf(lines) - marks - gap) / 2;
  const placed = texts.flatMap((text, at): PlacedText[] => {
    const { font, rows, pieces } = lines[at]!;
    const placing = (words: string, taken: number): PlacedText => {
      const here = { ...text, text: words, font, rows: taken, y };
      y += font * LEADING * taken;
      return here;
    };
    return pieces ? pieces.map((piece) => placing(piece, 1)) : [placing(text.text, rows)];
  });
  return { texts: placed, marks: marks > 0 ? { y: y + gap, height: marks } : null };
}
