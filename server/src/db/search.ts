/**
 * What the search box looks in: the texts in lower case, and of Chinese ones the pinyin, whole and initials, so that
 * `wushuiyichun`, `wsyc` and `无水乙醇` all find 无水乙醇.
 */
export async function searchText(texts: readonly (string | null | undefined)[]): Promise<string> {
  const parts = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  const chinese = parts.filter((text) => /\p{Script=Han}/u.test(text));
  // A dictionary of 4 MB, wanted where something Chinese is stored.
  const { pinyin } = await import('pinyin-pro');
  const spoken = chinese.flatMap((text) => [
    pinyin(text, { toneType: 'none', separator: '', nonZh: 'removed' }),
    pinyin(text, { pattern: 'first', toneType: 'none', separator: '', nonZh: 'removed' }),
  ]);
  return [...parts, ...spoken].join(' ').toLowerCase().slice(0, 2_000);
}

/** A search text with the wildcards of LIKE taken literally. */
const literal = (q: string): string =>
  q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');

/** A search text as a pattern for LIKE. */
export const like = (q: string): string => `%${literal(q)}%`;

/** What the index of a long table can look for. */
const TRIGRAM = 3;

/** A text that is too short to be looked for anywhere in many numbers, as the beginning of one; null for a longer one. */
export const beginning = (q: string): string | null => ([...q.trim()].length < TRIGRAM ? `${literal(q)}%` : null);
