// Draws the text and marks of a label as a bitmap, for printers without a Chinese font.
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import type { LabelContent } from './content.ts';
import type { Layout, PlacedText } from './layout.ts';
import { dotsOf, type Bitmap, type Dpi } from './zpl.ts';

/** Darker pixels become black, so that thin strokes of Chinese characters survive. */
const THRESHOLD = 150;
const LEADING = 1.25;

/** @param pictures images of the pictograms by code */
export function drawWords(
  content: LabelContent,
  { text, texts, marks }: Layout,
  sheet: LabelSheet,
  dpi: Dpi,
  pictures: ReadonlyMap<string, HTMLImageElement>,
): Bitmap {
  const dots = (mm: number): number => dotsOf(mm, dpi);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(dots(text.width) / 8) * 8;
  canvas.height = dots(sheet.label.height);
  const paper = canvas.getContext('2d', { willReadFrequently: true })!;
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.fillStyle = '#000';
  paper.textBaseline = 'alphabetic';
  const rows = texts.map((each) => rowsOf(paper, each, dots(each.font)));
  // Close the gap left by text that takes fewer rows than planned.
  const gaps = texts.map(({ rows: planned, font }, at) => (planned - rows[at]!.length) * dots(font) * LEADING);
  const all = gaps.reduce((sum, each) => sum + each, 0);
  let shift = all / 2;
  for (const [at, each] of texts.entries()) {
    const size = dots(each.font);
    paper.font = fontOf(size, each);
    rows[at]!.forEach((row, nth) => paper.fillText(row, 0, shift + dots(each.y) + size * (nth * LEADING + 1), canvas.width));
    shift -= gaps[at]!;
  }
  if (marks) drawMarks(paper, content, { y: dots(marks.y) - all / 2, height: dots(marks.height) }, pictures);
  return bitmapOf(paper.getImageData(0, 0, canvas.width, canvas.height));
}

type Paper = CanvasRenderingContext2D;

const fontOf = (size: number, { bold, code }: Pick<PlacedText, 'bold' | 'code'>): string => {
  const family = getComputedStyle(document.documentElement).getPropertyValue(code ? '--kw-mono' : '--kw-font');
  return `${bold ? '700' : '500'} ${size}px ${family}`;
};

/** Wraps at spaces, else anywhere; overflow ends in an ellipsis. */
function rowsOf(paper: Paper, { text, rows: planned, bold, code, whole }: PlacedText, size: number): string[] {
  // Already wrapped by the layout.
  if (whole) return [text];
  paper.font = fontOf(size, { ...(bold && { bold }), ...(code && { code }) });
  const { width } = paper.canvas;
  const rows: string[] = [];
  let row = '';
  for (const letter of text) {
    if (paper.measureText(row + letter).width <= width || row === '') row += letter;
    else if (rows.length === planned - 1) return [...rows, cut(paper, row, width)];
    else {
      const space = row.lastIndexOf(' ');
      const end = letter !== ' ' && space > row.length / 3 ? space : row.length;
      rows.push(row.slice(0, end));
      row = (row.slice(end) + letter).trimStart();
    }
  }
  return [...rows, row];
}

function cut(paper: Paper, row: string, width: number): string {
  let kept = row;
  while (kept !== '' && paper.measureText(`${kept}…`).width > width) kept = kept.slice(0, -1);
  return `${kept}…`;
}

function drawMarks(
  paper: Paper,
  { pictograms, marks }: LabelContent,
  { y, height }: { y: number; height: number },
  pictures: ReadonlyMap<string, HTMLImageElement>,
): void {
  const gap = Math.round(height * 0.12);
  let x = 0;
  for (const code of pictograms) {
    const picture = pictures.get(code);
    if (picture) paper.drawImage(picture, x, y, height, height);
    x += height + gap;
  }
  const size = Math.round(height * 0.62);
  paper.font = fontOf(size, { bold: true });
  paper.strokeStyle = '#000';
  paper.lineWidth = Math.max(2, Math.round(height * 0.06));
  for (const mark of marks) {
    const width = Math.ceil(paper.measureText(mark).width) + 2 * gap;
    paper.strokeRect(x + 1, y + height * 0.1, width, height * 0.8);
    paper.fillText(mark, x + 1 + gap, y + height * 0.5 + size * 0.36);
    x += width + 2 * gap;
  }
}

function bitmapOf({ data, width, height }: ImageData): Bitmap {
  const bytes = new Uint8Array((width / 8) * height);
  for (let at = 0; at < width * height; at++) {
    const light = (data[at * 4]! * 299 + data[at * 4 + 1]! * 587 + data[at * 4 + 2]! * 114) / 1_000;
    if (light < THRESHOLD) bytes[at >> 3]! |= 0x80 >> (at & 7);
  }
  return { width, height, bytes };
}
