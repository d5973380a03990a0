/** Parses an integer, or returns the text unchanged for the rules to report. */
export function parseInteger(text: string | number | null): number | string | null {
  if (text === null || text === '') return null;
  return /^-?\d{1,15}$/.test(String(text)) ? Number(text) : text;
}
