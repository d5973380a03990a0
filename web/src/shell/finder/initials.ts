// First letters of the pinyin of Chinese texts, by the order that the browser knows: no dictionary is loaded for it.

/** The first character, in the order of pinyin, of each letter that a syllable begins with. */
const FIRST = [...'吖八嚓哒婀发旮哈讥咔垃妈拿噢趴七蚺仨他挖夕丫匝'];
const LETTERS = [...'abcdefghjklmnopqrstwxyz'];
const pinyin = new Intl.Collator('zh-Hans-u-co-pinyin');

/** `入库审核` is `rksh`; what is not Chinese is left out. A character with several readings has its commonest. */
export function initials(text: string): string {
  return [...text].map((character) => (/\p{Script=Han}/u.test(character) ? letterOf(character) : '')).join('');
}

function letterOf(character: string): string {
  const at = FIRST.findLastIndex((first) => pinyin.compare(first, character) <= 0);
  return LETTERS[at] ?? '';
}
