// Masks values in statements shown to administrators, because they are people's data.

/** Tokens that may contain a value; the first match counts. */
const PARTS = new RegExp(
  [
    /--[^\n]*/, // comments
    /\/\*[\s\S]*?(?:\*\/|$)/,
    /"(?:[^"]|"")*(?:"|$)/, // names
    /\be'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/, // strings; a truncated one ends with the statement
    /(?:\b(?:b|x|n|u&))?'(?:[^']|'')*(?:'|$)/,
    /\$([a-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)/,
    /\$\d+/, // places of parameters
    /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/, // words, which may hold digits
    /\d(?:[\w.]|(?<=e)[+-])*/, // numbers
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** @returns the statement in one line, without comments, and with a question mark for each value */
export const withoutValues = (text: string): string =>
  text
    .replace(PARTS, (part) => {
      if (/^(?:--|\/\*)/.test(part)) return ' ';
      const isKept = /^(?:"|\$\d)/.test(part) || (/^[^\d$']/.test(part) && !part.includes("'"));
      return isKept ? part : '?';
    })
    .replaceAll(/\s+/g, ' ')
    .trim();
