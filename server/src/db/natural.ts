// Order of codes in memory: box 2 before box 10, as the collation `wms_natural` of the database has it.
const collator = new Intl.Collator('en', { numeric: true });

export const compareNaturally = (a: string, b: string): number => collator.compare(a, b);
