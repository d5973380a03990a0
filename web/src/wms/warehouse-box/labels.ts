// How labels lie on paper. Pure; lengths in millimetres.

/** Boxes that an address can name one by one. */
export const LABELS_BY_NAME_MAX = 200;
/** Labels printed at once. */
export const LABELS_MAX = 5_000;

export interface LabelFormat {
  /** A sheet, as the printer is told. */
  page: { width: number; height: number };
  label: { width: number; height: number };
  cols: number;
  rows: number;
}

export const LABEL_FORMATS = {
  /** 24 labels of 70 × 37 mm, the common sheet of Avery 3474, Zweckform and Deli. */
  A4: { page: { width: 210, height: 297 }, label: { width: 70, height: 37 }, cols: 3, rows: 8 },
  SINGLE: { page: { width: 50, height: 30 }, label: { width: 50, height: 30 }, cols: 1, rows: 1 },
} as const satisfies Record<string, LabelFormat>;
export type LabelFormatName = keyof typeof LABEL_FORMATS;

/** The labels sheet by sheet. @param skip places at the top of the first sheet that have been used up */
export function sheetsOf<T>(labels: readonly T[], { cols, rows }: LabelFormat, skip: number): (T | null)[][] {
  const perSheet = cols * rows;
  const all: (T | null)[] = [...Array.from({ length: skip % perSheet }, () => null), ...labels];
  return Array.from({ length: Math.ceil(all.length / perSheet) }, (_, at) => all.slice(at * perSheet, (at + 1) * perSheet));
}

/** The rules that make the printer take the paper. */
export const pageRule = ({ page }: LabelFormat): string => `@page { size: ${page.width}mm ${page.height}mm; margin: 0; }`;
