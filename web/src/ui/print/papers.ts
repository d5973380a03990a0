// Paper formats: office sheets, and continuous forms of a dot-matrix printer.
const PAPERS = ['A4', 'A4L', '241x140'] as const;
export type Paper = (typeof PAPERS)[number];

/** Sizes in millimetres. A4L is landscape, for many columns. */
export const papers: Readonly<Record<Paper, { width: number; height: number }>> = {
  A4: { width: 210, height: 297 },
  A4L: { width: 297, height: 210 },
  '241x140': { width: 241, height: 140 },
};

export const PX_PER_MM = 96 / 25.4;
