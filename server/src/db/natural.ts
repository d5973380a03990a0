// Natural order of codes in memory, box 2 before box 10, like the collation `wms_natural`.
const collator = new Intl.Collator('en', { numeric: true });

export const compareNaturally = (a: string, b: string): number => collator.compare(a, b);
