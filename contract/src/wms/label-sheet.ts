// Label sheets: number, size and position of labels on a page. Sites can add sheets. Pure; lengths in millimetres.

export interface LabelSheet {
  name: string;
  /** Paper size for the printer. */
  page: { width: number; height: number };
  cols: number;
  rows: number;
  label: { width: number; height: number };
  /** Margin before the first label. */
  left: number;
  top: number;
  /** Gap between labels. */
  gapX: number;
  gapY: number;
}

const PAGE_MAX = 1_000;
const LABEL_MIN = 10;
const EACH_WAY_MAX = 50;
/** Custom sheets per site. */
const SHEETS_MAX = 20;
/** Tolerance for rounding. */
const SPARE = 0.5;

const NUMBER = String.raw`(\d{1,4}(?:\.\d{1,2})?)`;
const PAIR = String.raw`${NUMBER}\s*[x×*,，]\s*${NUMBER}`;
const LINE = new RegExp(
  String.raw`^(.{1,40}?)\s*[=＝:：]\s*${PAIR}\s*[;；]\s*${PAIR}\s*[;；]\s*${PAIR}(?:\s*[;；]\s*${PAIR}(?:\s*[;；]\s*${PAIR})?)?$`,
);

/**
 * Parses custom sheets, one a line: `得力 24 = 210×297; 3×8; 70×37; 0,0.5; 0,0` — name, page, columns × rows, label, left and top
 * margin, gaps; the last two are optional.
 * @returns also the first invalid line, counted from 1
 */
export function readLabelSheets(text: string): { sheets: LabelSheet[]; fault: number | null } {
  const lines = text.split('\n').map((line) => line.trim());
  const read = lines.map((line) => (line === '' ? null : sheetIn(line)));
  const wrong = lines.findIndex((line, at) => line !== '' && read[at] === null);
  const sheets = read.filter((sheet) => sheet !== null);
  const over = sheets.length > SHEETS_MAX ? lines.length : null;
  return { sheets: sheets.slice(0, SHEETS_MAX), fault: wrong < 0 ? over : wrong + 1 };
}

function sheetIn(line: string): LabelSheet | null {
  const found = LINE.exec(line);
  if (!found) return null;
  const [width, height, cols, rows, labelWidth, labelHeight, left, top, gapX, gapY] = found
    .slice(2)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number, number, number, number];
  const sheet = {
    name: found[1]!.trim(),
    page: { width, height },
    cols,
    rows,
    label: { width: labelWidth, height: labelHeight },
    left,
    top,
    gapX,
    gapY,
  };
  return isPossible(sheet) ? sheet : null;
}

function isPossible({ page, cols, rows, label, left, top, gapX, gapY }: LabelSheet): boolean {
  const isWhole = [cols, rows].every((count) => Number.isInteger(count) && count >= 1 && count <= EACH_WAY_MAX);
  const fits = (all: number, first: number, count: number, each: number, gap: number): boolean =>
    first + count * each + (count - 1) * gap <= all + SPARE;
  return (
    isWhole &&
    Math.min(label.width, label.height) >= LABEL_MIN &&
    Math.max(page.width, page.height) <= PAGE_MAX &&
    fits(page.width, left, cols, label.width, gapX) &&
    fits(page.height, top, rows, label.height, gapY)
  );
}
