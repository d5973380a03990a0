// The papers that lists are printed on: sheets of an office, and the continuous forms of a dot-matrix printer.
const PAPERS = ['A4', 'A4L', '241x140'] as const;
export type Paper = (typeof PAPERS)[number];

/** Sheets, in millimetres. A4L lies on its side, for many columns. */
export const papers: Readonly<Record<Paper, { width: number; height: number }>> = {
  A4: { width: 210, height: 297 },
  A4L: { width: 297, height: 210 },
  '241x140': { width: 241, height: 140 },
};

export const PX_PER_MM = 96 / 25.4;
