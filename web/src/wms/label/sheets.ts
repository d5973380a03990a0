// Label paper: common office sheets and rolls, and those of the site. Pure; lengths in millimetres.
import { readLabelSheets, type LabelSheet } from '@kuwei/contract/wms/label-sheet';

/** Most labels of one print. */
export const LABELS_MAX = 5_000;

const A4 = { width: 210, height: 297 };

const sheet = (
  name: string,
  [cols, rows]: readonly [number, number],
  [width, height]: readonly [number, number],
  [left, top]: readonly [number, number],
  gapX = 0,
): LabelSheet => ({ name, page: A4, cols, rows, label: { width, height }, left, top, gapX, gapY: 0 });

/** A roll, one label after the other. */
const roll = (width: number, height: number): LabelSheet => ({
  name: `${width} × ${height}`,
  page: { width, height },
  cols: 1,
  rows: 1,
  label: { width, height },
  left: 0,
  top: 0,
  gapX: 0,
  gapY: 0,
});

/** By the id in addresses; sheets by number of labels. */
const SHIPPED: readonly (readonly [id: string, sheet: LabelSheet])[] = [
  // The format shared by Avery 3474, Zweckform and Deli.
  ['A4', sheet('A4 · 24', [3, 8], [70, 37], [0, 0.5])],
  ['A4-14', sheet('A4 · 14', [2, 7], [99.1, 38.1], [4.65, 15.15], 2.5)],
  ['A4-21', sheet('A4 · 21', [3, 7], [63.5, 38.1], [7.25, 15.15], 2.5)],
  ['A4-40', sheet('A4 · 40', [4, 10], [52.5, 29.7], [0, 0])],
  ['A4-65', sheet('A4 · 65', [5, 13], [38.1, 21.2], [4.75, 10.7], 2.5)],
  ['50x30', roll(50, 30)],
  ['40x30', roll(40, 30)],
  ['60x40', roll(60, 40)],
  ['70x50', roll(70, 50)],
  ['100x70', roll(100, 70)],
];

/** @param own value of the setting */
export const labelSheets = (own: string): readonly (readonly [id: string, sheet: LabelSheet])[] => [
  ...SHIPPED,
  ...readLabelSheets(own).sheets.map((each, at) => [`own-${at + 1}`, each] as const),
];

/** One label a page, as label printers need. */
export const isRoll = ({ cols, rows }: LabelSheet): boolean => cols === 1 && rows === 1;

/** The labels sheet by sheet. @param skip used places at the top of the first sheet */
export function sheetsOf<T>(
  labels: readonly T[],
  { cols, rows }: Pick<LabelSheet, 'cols' | 'rows'>,
  skip: number,
): (T | null)[][] {
  const perSheet = cols * rows;
  const all: (T | null)[] = [...Array.from({ length: skip % perSheet }, () => null), ...labels];
  return Array.from({ length: Math.ceil(all.length / perSheet) }, (_, at) => all.slice(at * perSheet, (at + 1) * perSheet));
}

/** The CSS rule that sets the paper size. */
export const pageRule = ({ page }: LabelSheet): string => `@page { size: ${page.width}mm ${page.height}mm; margin: 0; }`;
