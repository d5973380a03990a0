import { beforeAll, expect, test } from 'vitest';
import { flagText, type GridSpec } from '../src/form/grid/grid-types.ts';
import { pasteInto, undoPaste, type Pasted } from '../src/form/grid/paste.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { cellsIn } from '../src/ui/table-text.ts';

interface Row {
  code: string;
  name: string;
  on: boolean;
}
const row = (code: string, name = '', on = true): Row => ({ code, name, on });
const ROWS = [row('A', '甲'), row('B', '乙'), row('C', '丙')];
/** The first row is in use. */
const spec = (more: Partial<GridSpec<Row>> = {}): GridSpec<Row> => ({
  columns: [
    {
      key: 'code',
      title: '编码',
      width: [1, 1],
      kind: 'code',
      read: ({ code }) => code,
      write: (each, code) => ({ ...each, code }),
      path: () => ['code'],
      fixed: ({ code }) => (code === 'A' ? '在用' : null),
    },
    {
      key: 'name',
      title: '名称',
      width: [1, 1],
      kind: 'text',
      names: ['name'],
      read: ({ name }) => name,
      write: (each, name) => ({ ...each, name }),
      path: () => ['label'],
      fixed: ({ name }) => (name === '乙' ? '固定' : null),
    },
    {
      key: 'on',
      title: '启用',
      width: [1, 1],
      kind: 'flag',
      read: ({ on }) => flagText(on),
      write: (each, text) => ({ ...each, on: text === 'true' }),
      path: () => ['valid'],
    },
  ],
  blank: row(''),
  max: 5,
  grows: true,
  kept: () => null,
  views: [],
  aside: { title: '', of: () => null },
  actions: () => null,
  ...more,
});
const paste = (text: string, at = { row: 2, column: 'code' }, more: Partial<GridSpec<Row>> = {}, rows: readonly Row[] = ROWS) =>
  pasteInto(rows, cellsIn(text), at, spec(more));
const rowsOf = (result: ReturnType<typeof paste>): Row[] => (result as Pasted<Row>).rows;

beforeAll(() => loadPhrases('zh', 'system'));

test('[S2.103] rows match by code, ignoring whitespace, and new ones follow the focused row', () => {
  const done = paste('名称\t编码\n 甲二\u200b\tａ\n丁\td\n丙\tC\n');
  expect(done).toMatchObject({
    rows: [row('A', '甲二'), row('B', '乙'), row('C', '丙'), row('D', '丁')],
    added: 1,
    changed: 1,
    same: 1,
    kept: 0,
    unknown: [],
  });
  // An empty focused row is filled rather than left behind.
  expect(rowsOf(paste('D\t丁\nE\t戊', { row: 1, column: 'code' }, {}, [row('A', '甲'), row('')]))).toEqual([
    row('A', '甲'),
    row('D', '丁'),
    row('E', '戊'),
  ]);
});

test('undoing a paste keeps later changes: other rows, their order, and edited pasted rows', () => {
  const done = paste('编码\t名称\nA\t子\nB\t乙\nC\t丑\nD\t寅', undefined, { columns: spec().columns }) as Pasted<Row>;
  const [a, b, c, d] = done.rows as [Row, Row, Row, Row];
  expect(undoPaste(done.rows, done.before)).toEqual({ rows: ROWS, edited: 0 });
  const typed = { ...c, name: '改过' };
  expect(undoPaste([typed, d, row('N', '新'), { ...b, on: false }, a], done.before)).toEqual({
    rows: [typed, row('N', '新'), { ...b, on: false }, ROWS[0]],
    edited: 1,
  });
});

test('[S2.103] a duplicate code in a paste makes two rows, one of which is to be corrected', () => {
  expect(
    rowsOf(paste('D\t丁\nD\t又丁'))
      .map(({ code, name }) => [code, name])
      .slice(3),
  ).toEqual([
    ['D', '丁'],
    ['D', '又丁'],
  ]);
});

test('[S2.103] cells without a code are pasted at the cursor; read-only ones stay and are counted', () => {
  expect(paste('子\n丑\n', { row: 0, column: 'name' })).toMatchObject({
    rows: [row('A', '子'), row('B', '乙'), row('C', '丙')],
    added: 0,
    changed: 1,
    same: 1,
    kept: 1,
    unknown: [],
  });
  expect(rowsOf(paste('子\t否', { row: 2, column: 'name' }))[2]).toEqual(row('C', '子', false));
});

test.each([
  ['名称\t备注\n丁\t无', {}, '粘贴的表头里没有“编码”一列，未粘贴任何内容。'],
  ['D\t丁\nE\t戊\nF\t己', {}, '最多 5 行，粘贴后会有 6 行。未粘贴任何内容。'],
  ['D\t丁\t也许', {}, '“启用”一列只能填是或否：粘贴内容第 1 行“也许”。未粘贴任何内容。'],
  ['A\t甲\nD\t丁', { grows: false }, '这里不能新增行，以下编码不在表中：D。未粘贴任何内容。'],
  ['\t\n', {}, '剪贴板里没有表格。'],
] as const)('[S2.103] pasting %j is rejected as a whole', (text, more, refused) => {
  expect(paste(text, undefined, more)).toEqual({ refused });
});

test('[S2.103] cells without codes that extend beyond the last row are rejected as a whole', () => {
  expect(paste('子\n丑\n寅\n', { row: 1, column: 'name' })).toEqual({
    refused: '粘贴的内容比下面的行多 1 行，多出的没有“编码”，未粘贴任何内容。',
  });
});
