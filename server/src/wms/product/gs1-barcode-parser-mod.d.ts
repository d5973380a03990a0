declare module 'gs1-barcode-parser-mod' {
  interface Element {
    /** Application identifier. */
    ai: string;
    data: unknown;
    /** Of a date: its day, `2026-11-30`. */
    isoDate: string;
    raw: string;
  }
  /** @throws string where it is no element string */
  export function parseBarcode(text: string): { parsedCodeItems: Element[] };
}
