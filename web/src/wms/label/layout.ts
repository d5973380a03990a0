// Where everything stands on a label, for paper and label printers alike. Pure; lengths in millimetres.
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import type { LabelContent, LabelText } from './content.ts';
import { isRoll } from './sheets.ts';

export interface PlacedText extends LabelText {
  /** Height of its letters. */
  font: number;
  rows: number;
  /** Upper edge. */
  y: number;
}

export interface Layout {
  /** With the white around it that scanners need. */
  qr: { x: number; y: number; side: number };
  text: { x: number; width: number };
  texts: readonly PlacedText[];
  /** Pictograms and words below the texts; null where there are none. */
  marks: { y: number; height: number } | null;
}

/** What office printers leave white at the edge of a sheet. */
const UNPRINTED = 5;
/** White in a QR code of our addresses, as a share of its side. */
const QUIET = 0.09;
/** Letters are in proportion to their label, and alike on all labels of a sheet that have room for them. */
const fontMaxOf = (height: number): number => Math.min(7, Math.max(2, height * 0.093));
/** Read at arm's length. */
const FONT_MIN = 1.7;
const STEP = 0.05;
const LEADING = 1.25;
/** Height of marks beside an ordinary line. */
const MARKS = 2;

/** Letters' widths beside their height, rather wide than narrow: characters of East Asia are square. */
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

/** White around all labels of a sheet. Label printers print up to the edge of theirs. */
function marginsOf(sheet: LabelSheet): { left: number; right: number; top: number } {
  if (isRoll(sheet)) return { left: UNPRINTED, right: UNPRINTED, top: UNPRINTED };
  const { page, left, top, cols, label, gapX } = sheet;
  return { left, top, right: page.width - left - cols * label.width - (cols - 1) * gapX };
}

/** White at an edge of a label, with what the sheet has there already. */
const edge = (outside: number, least: number, quiet: number): number => Math.max(least, UNPRINTED - outside - quiet);

interface Line {
  font: number;
  rows: number;
  /** What stands in each row of a text that is whole. */
  pieces?: readonly string[];
}

/** Rows that texts take at a size of ordinary letters. */
const linesAt = (texts: readonly LabelText[], font: number, width: number): Line[] =>
  texts.map(({ text, size, whole, code, lines = 1 }) => {
    const ems = emsOf(text, code);
    if (whole) return wholeAt(text, { code, font, size, ems }, width);
    return { font: font * size, rows: Math.max(1, Math.min(lines, Math.ceil((ems * font * size) / width))) };
  });

/** The least share of the ordinary letter size in one row; a smaller text continues in another row. */
const SQUEEZED = 0.6;
const ROWS_MAX = 4;

function wholeAt(
  text: string,
  { code, font, size, ems }: { code: boolean | undefined; font: number; size: number; ems: number },
  width: number,
): Line {
  const least = font * Math.min(size, SQUEEZED);
  const inOne: Line = { font: Math.min(font * size, width / ems), rows: 1, pieces: [text] };
  if (inOne.font >= least) return inOne;
  let best = inOne;
  for (let rows = 2; rows <= ROWS_MAX && best.font < least; rows++) {
    const pieces = piecesOf(text, rows, code);
    const widest = Math.max(...pieces.map((piece) => emsOf(piece, code)));
    const line = { font: Math.min(font * size, width / widest), rows: pieces.length, pieces };
    if (line.font > best.font) best = line;
  }
  return best;
}

/** The layout tries a text at a hundred sizes. */
const broken = new Map<string, readonly string[]>();
const BROKEN_MAX = 1_000;

/** A text in at most so many rows, as even as its separators allow; without them it is broken anywhere. */
function piecesOf(text: string, rows: number, isCode = false): readonly string[] {
  const key = `${rows} ${isCode} ${text}`;
  const known = broken.get(key);
  if (known) return known;
  const all = emsOf(text, isCode);
  const parts = text.split(/(?<=[-./_\s])/);
  // A part that is longer than its share has to be broken itself.
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

/** The largest letters at which all of it fits. */
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

/** Marks as high as there is room for, and as they all fit beside one another; 0 where there are none. */
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
  const stand = texts.flatMap((text, at): PlacedText[] => {
    const { font, rows, pieces } = lines[at]!;
    const placing = (said: string, taken: number): PlacedText => {
      const here = { ...text, text: said, font, rows: taken, y };
      y += font * LEADING * taken;
      return here;
    };
    return pieces ? pieces.map((piece) => placing(piece, 1)) : [placing(text.text, rows)];
  });
  return { texts: stand, marks: marks > 0 ? { y: y + gap, height: marks } : null };
}
