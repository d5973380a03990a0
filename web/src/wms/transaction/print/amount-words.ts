// Amounts in tamper-proof Chinese numerals: 壹仟零贰拾元伍角整.
import { micros } from '@kuwei/contract/decimal';

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿', '万亿'];

/** @param text CNY, rounded half up to whole 分; negative amounts start with 负 */
export function amountWords(text: string): string {
  if (text.startsWith('-')) return `负${amountWords(text.slice(1))}`;
  const cents = (micros(text) + 5_000n) / 10_000n;
  const [yuan, jiao, fen] = [cents / 100n, Number((cents / 10n) % 10n), Number(cents % 10n)];
  const whole = yuan === 0n ? '' : `${wholeWords(yuan)}元`;
  if (jiao === 0 && fen === 0) return `${whole || '零元'}整`;
  const small = `${jiao > 0 ? `${DIGITS[jiao]}角` : whole ? '零' : ''}${fen > 0 ? `${DIGITS[fen]}分` : '整'}`;
  return whole + small;
}

function wholeWords(value: bigint): string {
  const groups: number[] = [];
  for (let rest = value; rest > 0n; rest /= 10_000n) groups.unshift(Number(rest % 10_000n));
  let words = '';
  let gap = false;
  groups.forEach((group, at) => {
    if (group === 0) {
      gap = true;
      return;
    }
    if (words !== '' && (gap || group < 1_000)) words += '零';
    words += groupWords(group) + GROUPS[groups.length - 1 - at];
    gap = false;
  });
  return words;
}

function groupWords(group: number): string {
  let words = '';
  let gap = false;
  [...String(group)].forEach((digit, at, { length }) => {
    if (digit === '0') {
      gap = true;
      return;
    }
    words += `${gap ? '零' : ''}${DIGITS[Number(digit)]}${PLACES[length - 1 - at]}`;
    gap = false;
  });
  return words;
}
