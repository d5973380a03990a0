// Statements as administrators may see them: what they do, and not with whose data.

/** What may hold a value, each as a whole: the first that fits counts. */
const PARTS = new RegExp(
  [
    /--[^\n]*/, // comments
    /\/\*[\s\S]*?(?:\*\/|$)/,
    /"(?:[^"]|"")*(?:"|$)/, // names
    /\be'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/, // texts; one that was cut off ends with the statement
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
