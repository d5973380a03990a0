// Labels as ZPL II, which label printers of Zebra and many others understand. Pure.
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import { encode } from 'uqr';
import type { Layout, PlacedText } from './layout.ts';

export const DPIS = [203, 300] as const;
export type Dpi = (typeof DPIS)[number];

const MM_PER_INCH = 25.4;
export const dotsOf = (mm: number, dpi: Dpi): number => Math.round((mm * dpi) / MM_PER_INCH);

/** Black and white, a bit for each dot, rows filled up to whole bytes. */
export interface Bitmap {
  width: number;
  height: number;
  bytes: Uint8Array;
}

export interface ZplLabel {
  address: string;
  layout: Layout;
  /** Drawn here, for printers that have no Chinese font; else the printer writes with a font of its own. */
  words: { bitmap: Bitmap } | { font: string; marks: string };
  /** Of the same label, one after the other. */
  copies: number;
}

/** White around a code, in modules: what scanners need. */
const QUIET = 4;
/** What the command allows. */
const MODULE_MAX = 10;

/** One label. UTF-8, so that a printer's own font finds Chinese; the code is drawn by the printer, sharp to its dots. */
export function zplOf({ address, layout, words, copies }: ZplLabel, sheet: LabelSheet, dpi: Dpi): string {
  const dots = (mm: number): number => dotsOf(mm, dpi);
  const modules = encode(address, { ecc: 'M', border: 0 }).size;
  const side = dots(layout.qr.side);
  const module = Math.max(1, Math.min(MODULE_MAX, Math.floor(side / (modules + 2 * QUIET))));
  const inset = Math.round((side - module * modules) / 2);
  return [
    '^XA',
    '^CI28',
    `^PW${dots(sheet.label.width)}`,
    `^LL${dots(sheet.label.height)}`,
    '^LH0,0',
    `^FO${dots(layout.qr.x) + inset},${Math.max(0, dots(layout.qr.y) + inset - RISE)}^BQN,2,${module}^FH^FDMA,${escaped(address)}^FS`,
    ...('bitmap' in words
      ? [`^FO${dots(layout.text.x)},0${graphicOf(words.bitmap)}^FS`]
      : textsOf(layout, words.font, words.marks, dots)),
    ...(copies > 1 ? [`^PQ${copies}`] : []),
    '^XZ',
    '',
  ].join('\n');
}

/** The command puts a code so many dots below the place it is given. */
const RISE = 10;

function textsOf({ text, texts, marks: place }: Layout, font: string, marks: string, dots: (mm: number) => number): string[] {
  const width = dots(text.width);
  const line = ({ text: said, font: size, rows, y }: Pick<PlacedText, 'text' | 'font' | 'rows' | 'y'>): string =>
    `^FO${dots(text.x)},${dots(y)}^A@N,${dots(size)},${dots(size)},${font}^FB${width},${rows},0,L^FH^FD${escaped(said)}^FS`;
  return [
    ...texts.map(line),
    ...(place && marks !== '' ? [line({ text: marks, font: place.height * 0.62, rows: 1, y: place.y })] : []),
  ];
}

/** Characters that begin commands, as hexadecimal. */
const escaped = (text: string): string =>
  text.replace(/[\^~_\\]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A picture, in the shortened hexadecimal of ZPL: a tenth of what it is. */
export function graphicOf({ width, height, bytes }: Bitmap): string {
  const perRow = Math.ceil(width / 8);
  const rows = Array.from({ length: height }, (_, at) => hexOf(bytes.subarray(at * perRow, (at + 1) * perRow)));
  const data = rows.map((row, at) => (at > 0 && row === rows[at - 1] ? ':' : shortened(row))).join('');
  return `^GFA,${perRow * height},${perRow * height},${perRow},${data}`;
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');

/** Runs of a digit as letters for how many; what is left of a row white as a comma. */
function shortened(row: string): string {
  const begin = row.replace(/0+$/, '');
  const runs = begin.replace(/(.)\1*/g, (run, digit: string) => countOf(run.length) + digit);
  return begin === row ? runs : `${runs},`;
}

/** `G` is one, `Y` nineteen; `g` twenty, `z` four hundred. */
function countOf(count: number): string {
  if (count === 1) return '';
  if (count > 400) return 'z' + countOf(count - 400);
  const [twenties, ones] = [Math.floor(count / 20), count % 20];
  const letter = (from: string, at: number): string => (at === 0 ? '' : String.fromCharCode(from.charCodeAt(0) + at - 1));
  return letter('g', twenties) + letter('G', ones);
}
