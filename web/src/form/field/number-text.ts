// Numbers as people type and paste them.

const FULL_WIDTH = /[０-９．，－]/g;
const POINTS: Readonly<Record<string, string>> = { '．': '.', '，': ',', '－': '-' };
const plain = (text: string): string =>
  text
    .replace(FULL_WIDTH, (sign) => POINTS[sign] ?? String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\s。]/g, (sign) => (sign === '。' ? '.' : ''));

/** Full-width digits as digits, without blanks and separators of thousands: `１ 234,5` stays a fault, `1,234.5` is `1234.5`. */
export function decimalText(text: string | null): string {
  const typed = plain(text ?? '');
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : typed;
}

/** A whole number where the text is one, so that the rules can say what is wrong where it is not. */
export function wholeOf(text: string | number | null): number | string | null {
  if (typeof text === 'number') return text;
  const typed = decimalText(text);
  if (typed === '') return null;
  const isNumber = /^-?\d{1,15}(\.\d+)?$/.test(typed) && !typed.endsWith('.');
  return isNumber && String(Number(typed)) === typed ? Number(typed) : typed;
}
