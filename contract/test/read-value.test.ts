import * as f from '../src/kit/field.ts';
import { describe, expect, test } from 'vitest';
import { columnsOf, HEADING_WORDS, headingText } from '../src/workbook/headings.ts';
import { hasWords, oneLine, normalizeText, wordsOf } from '../src/kit/normalize-text.ts';
import { detectCommas, resolveComma } from '../src/workbook/read-comma.ts';
import { readNearDay } from '../src/workbook/read-near-day.ts';
import {
  isCellError,
  isForeignPrice,
  isNoDayText,
  isNone,
  readDay,
  readFlag,
  readTypedDay,
  readNumber,
} from '../src/kit/read-value.ts';

test.each([
  ['１２', '12', ''],
  ['4 瓶', '4', '瓶'],
  ['4瓶', '4', '瓶'],
  ['1,000', '1000', ''],
  ['1，000', '1000', ''],
  ['12,345,678.50', '12345678.5', ''],
  ['1 000', '1000', ''],
  ['1,5', '1.5', ''],
  ['1。5', '1.5', ''],
  ['0,125', '0.125', ''],
  ['1.234,50', '1234.5', ''],
  ['１２.５', '12.5', ''],
  ['¥12.50', '12.5', ''],
  ['￥1,234.50', '1234.5', ''],
  ['12.5元', '12.5', '元'],
  ['500mL', '500', 'mL'],
  ['2 m3', '2', 'm3'],
  ['.5', '0.5', ''],
  ['3.', '3', ''],
  ['007', '7', ''],
  ['0.30000000000000004', '0.3', ''],
  ['1.5E+3', '1500', ''],
  ['−3', '-3', ''],
  ['123456789012.123456', '123456789012.123456', ''],
  ['1.1234567890123456', '1.1234567890123456', ''],
  ['123456789.12000001', '123456789.12', ''],
])('[F-U5] the number %s is read as %s', (text, value, unit) => {
  expect(readNumber(text)).toEqual({ value, unit });
});

test.each(['', '瓶', '四瓶', '1,23,4', '1,2345,678', '12 34', '1.2.3', '1/2', '3-5', '4+1', '--1', '#REF!', 'about 4'])(
  '[F-U5] %s is no number',
  (text) => expect(readNumber(text)).toBeNull(),
);

test.each([
  ['2026-1-5', '2026-01-05'],
  ['２０２６－０１－０５', '2026-01-05'],
  ['26/1/5', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['260105', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['2026 年 1 月 5 日', '2026-01-05'],
  ['2026.01.05', '2026-01-05'],
  ['2026-01-05 00:00:00', '2026-01-05'],
  ['5 Jan 2026', '2026-01-05'],
  ['02-Jun-06', '2006-06-02'],
  ['05-JAN-2026', '2026-01-05'],
  ['January 5, 2026', '2026-01-05'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['46027', '2026-01-05'],
])('[F-U5] the day %s is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  ['2028-06', '2028-06-01', '2028-06-30'],
  ['2028年2月', '2028-02-01', '2028-02-29'],
  ['２０２８／６', '2028-06-01', '2028-06-30'],
  ['202806', '2028-06-01', '2028-06-30'],
  ['06/2028', '2028-06-01', '2028-06-30'],
  ['Jun 2028', '2028-06-01', '2028-06-30'],
])('[F-U5] the month %s begins and ends', (text, first, last) => {
  expect([readDay(text, 'first'), readDay(text, 'last')]).toEqual([first, last]);
});

test.each(['', '长期', '2028', '2026-02-30', '2026-13-01', '05/06/2026', '28-06', '99999', '1234567', '2026-1-5-7', 'Foo 2026'])(
  '[F-U5] %s is no day',
  (text) => expect(readDay(text)).toBeNull(),
);

test('[F-guess] which end of a day is the year is not guessed in a workbook; while typing, the year comes first in Chinese only', () => {
  for (const text of ['31.12.26', '31.12.28', '25.03.27', '25-03-27', '25/03/27', '05.01.28', '05/03/06', '２５．０３．２７'])
    expect([text, readDay(text), readTypedDay(text, 'last', true), readTypedDay(text, 'last', false)]).toEqual([
      text,
      null,
      expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      null,
    ]);
  for (const [text, day] of [
    ['26/1/5', '2026-01-05'],
    ['26年01月05日', '2026-01-05'],
    ['26.02.26', '2026-02-26'],
    ['99.12.31', '2099-12-31'],
    ['260105', '2026-01-05'],
    ['05-Jan-26', '2026-01-05'],
  ])
    expect([text, readDay(text!)]).toEqual([text, day]);
  expect(readTypedDay('05/06/2026', 'last', true)).toBeNull();
  const digits = ['311227', '202806', '20271231', '261301', '46027'];
  expect(digits.map((text) => readTypedDay(text, 'last', false))).toEqual([null, '2028-06-30', '2027-12-31', null, '2026-01-05']);
});

test('[F-R7] yes and no are read as people write them, anything else is neither', () => {
  for (const text of ['是', '有', '需要', 'Y', 'yes', '1', 'TRUE', '√', '１']) expect(readFlag(text), text).toBe(true);
  for (const text of ['否', '无', '不', '不需要', 'N', 'No', '0', 'false', '×']) expect(readFlag(text), text).toBe(false);
  for (const text of ['', '也许', '2', '是否', '#REF!']) expect(readFlag(text), text).toBeNull();
});

test('failed formulas and full-width codes are recognized', () => {
  for (const text of ['#REF!', '#N/A', '#DIV/0!', ' #value! ']) expect(isCellError(text), text).toBe(true);
  expect(isCellError('#3 flask')).toBe(false);
  expect(normalizeText(' ６４–１７–５ ')).toBe('64-17-5');
  // Invisible characters are removed anywhere; what looks like a space becomes one.
  for (const unseen of ['\u200b', '\ufeff', '\u00ad', '\u200e', '\u200f', '\u2060', '\u200d', '\u2063', '\ufe0f']) {
    expect([unseen, normalizeText(`2026${unseen}0002`), f.code.parse(`lab${unseen}-d`), f.quantity.parse(`1${unseen}2`)]).toEqual(
      [unseen, '20260002', 'LAB-D', '12'],
    );
  }
  for (const space of ['\u00a0', '\u3000', '\u202f', '\t', '\r\n', ' \u200b '])
    expect([space, normalizeText(`A${space}B`)]).toEqual([space, 'A B']);
});

test('[F-3A1] normalization is linear in the length: combining marks per letter and expanding ligatures are bounded', () => {
  const marks = `a${'\u0301\u0323'.repeat(1_000)}`;
  expect(normalizeText(marks).length).toBeLessThanOrEqual(31);
  expect(oneLine(marks).length).toBeLessThanOrEqual(31);
  expect(normalizeText(`x${'\ufdfa'.repeat(1_000)}`)).toBe('x');
  // Marks that scripts use are kept.
  for (const written of ['ệ', 'Zoé', 'שָׁלוֹם', 'ก็']) expect(oneLine(written)).toBe(written.normalize('NFC'));
});

test('[F-3A7] a name has no invisible characters; joiners stay where a script needs them', () => {
  const codes = [
    0x200d, 0x200c, 0xfe00, 0x3164, 0x115f, 0x34f, 0x17b4, 0xe0041, 0xe0100, 0x1d173, 0xfff9, 0xfffc, 0x2800, 0x200b, 0x202e,
  ];
  for (const code of codes)
    expect([code.toString(16), f.name(60).parse(`陈思${String.fromCodePoint(code)}远`)]).toEqual([code.toString(16), '陈思远']);
  expect(f.name(60).safeParse('\u2800\u3164').success).toBe(false);
  expect(oneLine('می\u200cخواهم')).toBe('می\u200cخواهم');
});

const COLUMNS = [
  { key: 'code', names: ['产品编号', 'Product code'] },
  { key: 'qty', names: ['数量', 'Quantity'] },
  { key: 'expiresOn', names: ['有效期至', 'Expires on'] },
  { key: 'price', names: ['单价（元）'], words: 'unitPrice' },
];

test('[F-D4] headings are recognized by common names, in both languages', () => {
  for (const heading of ['有效期', '到期日期', '失效日期', '有效期至*', 'Expiry Date', 'EXP', '有效期（年月日）', '有 效 期'])
    expect(columnsOf(['产品编码', heading], COLUMNS), heading).toEqual(['code', 'expiresOn']);
  expect(columnsOf(['Cat. No.', 'QTY', '参考价', '单价'], COLUMNS)).toEqual(['code', 'qty', null, 'price']);
  expect(columnsOf(['序号', '产品编号', ''], COLUMNS)).toEqual([null, 'code', null]);
});

test('[F-D4] no word names two columns', () => {
  const words = Object.values(HEADING_WORDS).flatMap((each) => [...new Set(each.map(headingText))]);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

const TEXT = { isText: true };
test.each([
  ['another cell with a decimal comma', [['0,250', '1,500', '2,75', '12,125']], TEXT, ['0,250', '1.500', '2,75', '12.125']],
  ['thousands elsewhere', [['1,500', '1,234,567', '12,345.5']], TEXT, ['1500', '1,234,567', '12,345.5']],
  ['decimal points elsewhere', [['1,500 kg', '2.75']], TEXT, ['1500 kg', '2.75']],
  ['its file', [['1,500', '－１２，１２５']], { isText: true, separator: ';' }, ['1.500', '-12.125']],
  ['nothing', [['1,500', '20']], { isText: true, separator: ',' }, [null, '20']],
  ['cells that contradict each other', [['1,500', '2,75', '2.75']], TEXT, [null, '2,75', '2.75']],
  ['a point where commas are decimal', [['1.500', '2,75', '1.234,5']], TEXT, [null, '2,75', '1.234,5']],
  // Numeric cells have a decimal point, whatever the text cells next to them use.
  ['texts of a workbook', [['1,500', '2.75', '1.125']], { isText: false }, [null, '2.75', '1.125']],
  ['texts of a workbook with a decimal comma', [['1,500', '2,75', '1.125']], { isText: false }, ['1.500', '2,75', '1.125']],
] as const)('[F-3B2] what 1,500 means is told by %s', (_, columns, source, read) => {
  const [comma] = detectCommas(columns, source);
  expect(columns[0].map((cell) => resolveComma(cell, comma ?? null, source))).toEqual(read);
});

test("[F-guess] other columns are no evidence for a comma, and the user's answer applies to undecided columns", () => {
  expect(detectCommas([['1,413'], ['12,50']], TEXT)).toEqual([null, 'decimal']);
  expect(detectCommas([['1,413'], ['12,50']], { isText: true, separator: ';' })).toEqual([null, 'decimal']);
  const columns = [
    ['1,500', '20'],
    ['1.234', '7'],
    ['12,50', '1,234'],
    ['2,75', '2.75'],
  ];
  expect(detectCommas(columns, TEXT, 'decimal')).toEqual(['decimal', null, 'decimal', 'decimal']);
  expect(detectCommas(columns, TEXT, 'thousands')).toEqual(['thousands', null, 'decimal', 'thousands']);
});

test("[F-3B2] the user's answer about commas applies to points as well", () => {
  expect(['1,500', '1.500', '2,75'].map((cell) => resolveComma(cell, 'decimal', TEXT, true))).toEqual(['1.500', '1500', '2,75']);
  expect(['1,500', '1.500', '2.75'].map((cell) => resolveComma(cell, 'thousands', TEXT, true))).toEqual([
    '1500',
    '1.500',
    '2.75',
  ]);
});

test('[F-3B6] search words match in any order; a single letter or digit is joined to its neighbour', () => {
  expect(['乙醇　无水', '基准试剂 7', 'A 95% 乙醇', '', 'Tris–HCl 1 M'].map(wordsOf)).toEqual([
    ['乙醇', '无水'],
    ['基准试剂 7'],
    ['a 95%', '乙醇'],
    [''],
    ['tris-hcl 1 m'],
  ]);
  expect([hasWords('无水乙醇（ＡＲ）', 'ar 乙醇'), hasWords('无水乙醇', '甲醇')]).toEqual([true, false]);
});

test('[F-3B13][F-3B17] words for none, and prices in a foreign currency, are recognized', () => {
  for (const text of ['N/A', 'n/a', '—', '——', '-', '/', '无', '不适用'])
    expect([text, isNone(text), isNoDayText(text)]).toEqual([text, true, true]);
  for (const text of ['永久', '长期', '长期有效', 'Indefinite'])
    expect([text, isNone(text), isNoDayText(text)]).toEqual([text, false, true]);
  for (const text of ['', '0', '2026', '-1', '有']) expect([text, isNoDayText(text)]).toEqual([text, false]);
  for (const text of ['$12.50', '€ 12,50', 'USD 3', '12 EUR', 'US$3', '3 美元'])
    expect([text, isForeignPrice(text)]).toEqual([text, true]);
  for (const text of ['¥12', '12元', 'RMB 3', '12/瓶', 'abc', '$']) expect([text, isForeignPrice(text)]).toEqual([text, false]);
});

describe('days without a year', () => {
  const read = (text: string, towards: 'next' | 'last', monthFirst = true) =>
    readNearDay(text, { today: '2026-11-29', towards, monthFirst });

  test('[F-3U11] the next or last such day, including today', () => {
    for (const text of ['12-02', '12/2', '12.2', '12月2日', '12月2号', '12 月 2 日', '１２－０２']) {
      expect([text, read(text, 'next'), read(text, 'last')]).toEqual([text, '2026-12-02', '2025-12-02']);
    }
    expect([read('11-29', 'next'), read('11-29', 'last')]).toEqual(['2026-11-29', '2026-11-29']);
    expect([read('1-5', 'next'), read('1-5', 'last')]).toEqual(['2027-01-05', '2026-01-05']);
    expect([read('2-29', 'next'), read('2-29', 'last')]).toEqual(['2028-02-29', '2024-02-29']);
    const words = ['昨天', '今天', '明天', '后天', 'Today', 'tomorrow', 'Yesterday'].map((text) => read(text, 'next'));
    const days = ['28', '29', '30', null, '29', '30', '28'];
    expect(words).toEqual(days.map((day) => (day === null ? '2026-12-01' : `2026-11-${day}`)));
  });

  test('[F-3U11] invalid, ambiguous, or with a year: null', () => {
    for (const text of ['', '13-02', '2-30', '12', '12月', '1202', '2026-12-02', '12-02-26', '12/2/26', 'constructor', '下周三'])
      expect([text, read(text, 'next')]).toEqual([text, null]);
    // 12/2 could be 12 February as well.
    expect(['12/2', '2/12', '12/12', '25/12', '12-02', '12-2'].map((text) => read(text, 'next', false))).toEqual([
      null,
      null,
      '2026-12-12',
      '2026-12-25',
      '2026-12-02',
      '2026-12-02',
    ]);
    // Could be December 2027.
    for (const text of ['12/27', '12.27', '12-27', '3/28']) expect([text, read(text, 'next', false)]).toEqual([text, null]);
  });

  test('[F-3U11] a workbook cell needs a year', () => {
    for (const text of ['12-02', '12/2', '12月2日', '明天', 'tomorrow']) expect([text, readDay(text)]).toEqual([text, null]);
  });
});
