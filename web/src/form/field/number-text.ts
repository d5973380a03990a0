/** A whole number where the text is one, so that the rules can say what is wrong where it is not. */
export function parseInteger(text: string | number | null): number | string | null {
  if (text === null || text === '') return null;
  return /^-?\d{1,15}$/.test(String(text)) ? Number(text) : text;
}
