// Apart from what reads numbers and days: every form in the console needs this much.

/** Full-width characters as their plain ones, every dash as `-`, every space as one; trimmed. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .trim();
