// Pinyin initials of Chinese text by the browser's collation, without a dictionary.

/** The first character in pinyin order for each initial letter. */
const FIRST = [...'吖八嚓哒婀发旮哈讥咔垃妈拿噢趴七蚺仨他挖夕丫匝'];
const LETTERS = [...'abcdefghjklmnopqrstwxyz'];
const pinyin = new Intl.Collator('zh-Hans-u-co-pinyin');

/** `入库审核` is `rksh`; other characters are dropped. A character with several readings gets the most common one. */
export function initials(text: string): string {
  return [...text].map((character) => (/\p{Script=Han}/u.test(character) ? letterOf(character) : '')).join('');
}

function letterOf(character: string): string {
  const at = FIRST.findLastIndex((first) => pinyin.compare(first, character) <= 0);
  return LETTERS[at] ?? '';
}
