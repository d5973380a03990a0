// Labels as ZPL II, the language of Zebra and many other label printers. Pure.
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import { encode } from 'uqr';
import type { Layout, PlacedText } from './layout.ts';

export const DPIS = [203, 300] as const;
export type Dpi = (typeof DPIS)[number];

const MM_PER_INCH = 25.4;
export const dotsOf = (mm: number, dpi: Dpi): number => Math.round((mm * dpi) / MM_PER_INCH);

/** One bit per dot, rows padded to whole bytes. */
export interface Bitmap {
  width: number;
  height: number;
  bytes: Uint8Array;
}

export interface ZplLabel {
  address: string;
  layout: Layout;
  /** A bitmap for printers without a Chinese font, else text in a printer font. */
  words: { bitmap: Bitmap } | { font: string; marks: string };
  /** Consecutive copies of the same label. */
  copies: number;
}

/** Quiet zone of the QR code in modules. */
const QUIET = 4;
/** Limit of the command. */
const MODULE_MAX = 10;

/** One label. UTF-8, so that a printer font finds Chinese; the printer renders the QR code, sharp to its dots. */
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

/** The command prints a QR code this many dots below its position. */
const RISE = 10;

function textsOf({ text, texts, marks: place }: Layout, font: string, marks: string, dots: (mm: number) => number): string[] {
  const width = dots(text.width);
  const line = ({ text: words, font: size, rows, y }: Pick<PlacedText, 'text' | 'font' | 'rows' | 'y'>): string =>
    `^FO${dots(text.x)},${dots(y)}^A@N,${dots(size)},${dots(size)},${font}^FB${width},${rows},0,L^FH^FD${escaped(words)}^FS`;
  return [
    ...texts.map(line),
    ...(place && marks !== '' ? [line({ text: marks, font: place.height * 0.62, rows: 1, y: place.y })] : []),
  ];
}

/** Escapes command prefixes as hexadecimal. */
const escaped = (text: string): string =>
  text.replace(/[\^~_\\]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** An image in ZPL's compressed hexadecimal, about a tenth of the size. */
export function graphicOf({ width, height, bytes }: Bitmap): string {
  const perRow = Math.ceil(width / 8);
  const rows = Array.from({ length: height }, (_, at) => hexOf(bytes.subarray(at * perRow, (at + 1) * perRow)));
  const data = rows.map((row, at) => (at > 0 && row === rows[at - 1] ? ':' : shortened(row))).join('');
  return `^GFA,${perRow * height},${perRow * height},${perRow},${data}`;
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');

/** Run-length encodes a row; trailing white becomes a comma. */
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
