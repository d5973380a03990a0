// Reports: writing, checking, trying, running, exporting.
import { ownReportRoutes, reportRoutes, type ReportForm } from '@kuwei/contract/sys/report';
import { opsOf, orderNames, statementOf, takesDays, totalsOf } from '@kuwei/contract/sys/report-build';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportForm } from '../../../test/_report.ts';
import { post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
let manager: Person;
let teacher: Person;

beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  await post(world.services.db, [
    { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '5', batch: 'OURS' },
    { product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '7.5', batch: 'THEIRS' },
  ]);
});
afterAll(() => world.end());

const form = (code: string, statement: string, more: Partial<ReportForm> = {}): ReportForm => ({
  ...reportForm(code),
  sql: statement,
  roles: ['ROLE_TEACHER', 'ROLE_WAREHOUSE_ADMIN'],
  ...more,
});
const param = (name: string, type: ReportForm['params'][number]['type'], more: Partial<ReportForm['params'][number]> = {}) => ({
  name,
  type,
  zh: name,
  en: null,
  required: false,
  preset: null,
  dic: null,
  ...more,
});

const BATCHES = `select batch_no, owner_name, qty, unit from stock where batch_no in ('OURS', 'THEIRS') and (:least::numeric is null or qty >= :least) order by qty`;

test('[S2.46, S3.59] report managers write reports, which show each reader their own rows', async () => {
  const body = form('T-OWN', BATCHES, { params: [param('least', 'NUMBER')] });
  const { id } = (await admin.call(reportRoutes.createReport, { body })).data;
  const rows = async (person: Person, least: string | null = null) =>
    (await person.call(ownReportRoutes.runReport, { params: { id }, body: { values: { least } } })).data.rows.map(
      ([batch]) => batch,
    );
  expect(await rows(manager)).toEqual(['OURS', 'THEIRS']);
  expect(await rows(teacher)).toEqual(['OURS']);
  expect(await rows(manager, '6')).toEqual(['THEIRS']);
  const { columns } = (await manager.call(ownReportRoutes.runReport, { params: { id }, body: { values: {} } })).data;
  expect(columns.map(({ name, label, kind, unit }) => [name, label, kind, unit])).toEqual([
    ['batch_no', '批号', 'code', null],
    ['owner_name', '所属组织', 'text', null],
    ['qty', '数量', 'quantity', 'unit'],
    ['unit', '单位', 'code', null],
  ]);
  const runs = sql<{ user: string; n: number }>`
    select u.username as "user", count(*)::int as n from sys_report_run r join sys_user u on u.id = r.user_id where r.report_id = ${id} group by 1 order by 1`;
  // The run is logged asynchronously.
  await expect
    .poll(async () => (await runs.execute(world.services.db)).rows, { timeout: 20_000 })
    .toEqual([
      { user: 'manager', n: 3 },
      { user: 'teacher', n: 1 },
    ]);
});

test('[security 41] users who may not run a report cannot learn that it or a draft exists', async () => {
  const { id } = (
    await admin.call(reportRoutes.createReport, {
      body: form('T-ROLE', BATCHES.replace(/ and \(.*\)/, ''), { roles: ['ROLE_WAREHOUSE_ADMIN'] }),
    })
  ).data;
  const draft = (await admin.call(reportRoutes.createReport, { body: form('T-DRAFT', 'select 1 as one', { state: 'DRAFT' }) }))
    .data;
  for (const [person, which] of [
    [teacher, id],
    [manager, draft.id],
  ] as const) {
    expect((await person.call(ownReportRoutes.runReport, { params: { id: which }, body: { values: {} } })).status).toBe(404);
    expect((await person.call(ownReportRoutes.getOwnReport, { params: { id: which } })).status).toBe(404);
    expect((await person.call(ownReportRoutes.exportReport, { params: { id: which } })).status).toBe(404);
    const { list } = (await person.call(ownReportRoutes.listOwnReports)).data;
    expect(list.map((row) => row.id)).not.toContain(which);
  }
  expect((await manager.send('GET', '/sys/report/query')).status).toBe(403);
});

/** Statements with the invalid part, and the beginning of its message. */
const WRONG: readonly [statement: string, at: string, says: string][] = [
  ['delete from stock', 'delete', '报表只能是一条查询'],
  ['select 1 as a; select 2 as b', ';', '只能写一条语句'],
  [`select pg_sleep(1)`, 'pg_sleep', '报表不能使用 pg_sleep'],
  [`select "set_config"('a', 'b', false)`, '"set_config"', '报表不能使用函数 set_config'],
  [`select query_to_xml('select 1', true, false, '')`, 'query_to_xml', '报表不能使用函数'],
  [`select * from public.sys_user`, 'public', '报表不能使用 public'],
  [`select 1 as a from information_schema.tables`, 'information_schema', '报表不能使用'],
  [`select qty from stock where qty > :least`, ':least', '没有叫做“least”的参数'],
  [`select 'open from stock`, "'", '引号或注释没有结束'],
  [`select $1 as a`, '$', '“$” 不能用在这里'],
  [`select U&'\\0061' as a`, 'U', '不支持 U&'],
  [`select qty into taken from stock`, 'into', '报表只能是一条查询'],
  [`select nothing from stock`, 'nothing', '没有这一列'],
  [`select qty from nowhere`, 'nowhere', '没有这个视图'],
  [`select qty frm stock order`, 'stock', '语法有误'],
  [`select qty, count(*) from stock`, 'qty', '分组有误'],
];

test.each(WRONG)('a statement is checked before it runs: %s', async (statement, at, says) => {
  const { faults } = (await admin.call(reportRoutes.checkReport, { body: { sql: statement, params: [] } })).data;
  expect(faults[0]?.text).toMatch(new RegExp(`^${says.replaceAll('$', '\\$')}`));
  expect(faults[0]?.at).toBe(statement.indexOf(at));
});

test('[S2.117] a column names a known dictionary, and links and units name columns of the report', async () => {
  const { data } = await admin.call(reportRoutes.checkReport, { body: { sql: BATCHES, params: [param('least', 'NUMBER')] } });
  const columns = data.columns.map(({ label: _label, kind: _kind, words: _words, ...column }) => column);
  const save = (changes: object) =>
    admin.call(reportRoutes.createReport, {
      body: form('T-NAMES', BATCHES, {
        params: [param('least', 'NUMBER')],
        columns: columns.with(0, { ...columns[0]!, ...changes }),
      }),
    });
  const faults = async (changes: object) =>
    ((await save(changes)).error.data as { fields: { path: string }[] }).fields.map(({ path }) => path);
  expect(await faults({ dic: 'NOPE' })).toEqual(['columns.0.dic']);
  expect(await faults({ link: 'PRODUCT', linkBy: null })).toEqual(['columns.0.linkBy']);
  expect(await faults({ link: 'PRODUCT', linkBy: 'product_id' })).toEqual(['columns.0.linkBy']);
  expect(await faults({ unit: 'units' })).toEqual(['columns.0.unit']);
  const { dictionaries } = (await admin.call(reportRoutes.getReportViews)).data;
  expect(dictionaries).toContainEqual({ value: 'WMS_UNIT', label: '计量单位' });
  expect((await save({ dic: 'WMS_UNIT', link: 'NONE' })).status).toBe(200);
});

test('the position of a fault refers to the original text, with parameters too', async () => {
  const statement = 'select qty from stock where qty > :least and nothing = :other';
  const { faults } = (
    await admin.call(reportRoutes.checkReport, {
      body: { sql: statement, params: [param('least', 'NUMBER'), param('other', 'TEXT')] },
    })
  ).data;
  expect(faults[0]).toMatchObject({ at: statement.indexOf('nothing'), length: 'nothing'.length });
});

test('a colon in a string, a comment or a cast is no parameter', async () => {
  const statement = `select ':a' as a, '2026-01-01'::date as b -- :c\n /* :d */ from stock`;
  expect((await admin.call(reportRoutes.checkReport, { body: { sql: statement, params: [] } })).data).toMatchObject({
    faults: [],
    columns: [{ name: 'a' }, { name: 'b', kind: 'day' }],
  });
});

test('[security 39] parameter values are bound, whatever they contain', async () => {
  const body = form('T-BOUND', `select count(*) as n from stock where batch_no = :batch`, {
    params: [param('batch', 'TEXT', { required: true })],
  });
  const { id } = (await admin.call(reportRoutes.createReport, { body })).data;
  for (const batch of [`' or 1=1 --`, `x'; drop table wms_org; --`, '{{7*7}}', '${7*7}', ':batch']) {
    const { rows } = (await manager.call(ownReportRoutes.runReport, { params: { id }, body: { values: { batch } } })).data;
    expect(rows).toEqual([[0]]);
  }
  const refused = await manager.call(ownReportRoutes.runReport, { params: { id }, body: { values: {} } });
  expect(refused.error.data).toMatchObject({ fields: [{ path: 'values.batch' }] });
});

test('days are relative to today, and invalid values are refused at their parameter', async () => {
  const params = [param('from', 'DAY', { preset: '{today-30}' }), param('kinds', 'LIST')];
  const body = form('T-DAYS', `select current_date - :from as days, cardinality(:kinds) as kinds`, { params });
  const { id } = (await admin.call(reportRoutes.createReport, { body })).data;
  const run = (values: Record<string, string | null>) =>
    manager.call(ownReportRoutes.runReport, { params: { id }, body: { values } });
  expect((await run({ kinds: 'A, B，C' })).data.rows).toEqual([[30, 3]]);
  expect((await run({ from: '2026-02-30' })).error.data).toMatchObject({ fields: [{ path: 'values.from' }] });
});

test('[S3.59] a trial shows twenty rows as the caller sees them, and whether there are more', async () => {
  const statement = { sql: 'select n from generate_series(1, 50) n', params: [] };
  const tried = (await manager.send('POST', '/sys/report/query/try', { ...statement, values: {}, columns: [] })).status;
  expect(tried).toBe(403);
  const { rows, more } = (await admin.call(reportRoutes.tryReport, { body: { ...statement, values: {}, columns: [] } })).data;
  expect([rows.length, more]).toEqual([20, true]);
});

test('[security 52] files have all rows and localized texts, mask columns, and contain no formulas', async () => {
  const columns = [
    {
      name: 'owner_name',
      zh: '谁的',
      en: 'Whose',
      width: null,
      format: 'AUTO',
      unit: null,
      dic: null,
      link: 'NONE',
      linkBy: null,
      total: 'NONE',
      group: false,
      mask: true,
      hidden: false,
    },
  ] as const;
  const statement = `select batch_no, owner_name, qty, kind, '=1+1' as bad, -1 as minus from stock where batch_no in ('OURS', 'THEIRS') order by qty`;
  const { id } = (
    await admin.call(reportRoutes.createReport, { body: form('T-FILE', statement, { columns: [...columns], rowLimit: 1 }) })
  ).data;
  const csv = (await manager.call(ownReportRoutes.exportReport, { params: { id }, query: { format: 'csv' } })).raw.toString();
  expect(csv.slice(1).split('\r\n').slice(0, 3)).toEqual([
    '批号,谁的,数量,产品类型,bad,minus',
    "OURS,催＊＊,5,耗材,'=1+1,-1",
    "THEIRS,分＊＊,7.5,耗材,'=1+1,-1",
  ]);
  const sheet = await readRows(await manager.call(ownReportRoutes.exportReport, { params: { id } }));
  expect(sheet[1]).toEqual({ 谁的: '分＊＊', 批号: 'THEIRS', 数量: '7.5', 产品类型: '耗材', bad: '=1+1', minus: '-1' });
});

test('[security 40] a report with excessive estimated cost is not started, and a slow one is stopped', async () => {
  const endless = form(
    'T-ENDLESS',
    'select count(*) as n from generate_series(1, 1000000000) a, generate_series(1, 1000000000) b, generate_series(1, 1000000000) c',
  );
  const slow = form('T-SLOW', 'select count(*) as n from generate_series(1, 50000) a, generate_series(1, 50000) b', {
    seconds: 1,
  });
  for (const body of [endless, slow]) {
    const { id } = (await admin.call(reportRoutes.createReport, { body })).data;
    expect((await manager.call(ownReportRoutes.runReport, { params: { id }, body: { values: {} } })).error.code).toBe(
      'REPORT_TOO_SLOW',
    );
  }
});

test('the views are documented, and a fit login needs no remedy', async () => {
  const { views, unfit, remedy } = (await admin.call(reportRoutes.getReportViews)).data;
  expect(views.map(({ name }) => name)).toContain('stock');
  expect([unfit, remedy]).toEqual([[], null]);
});

test('[S2.116] every statement built without SQL runs: every view, column and condition', async () => {
  const { views } = (await admin.call(reportRoutes.getReportViews)).data;
  for (const view of views) {
    const conditions = view.columns
      .filter(({ kind }) => kind !== 'id')
      .flatMap(({ name, kind }) =>
        opsOf(kind).flatMap((op) => {
          const value = takesDays(op)
            ? '30'
            : ({ count: '1', quantity: '1', money: '1', day: '2026-01-01', moment: '2026-01-01', flag: 'true' }[kind as string] ??
              `it's`);
          return [false, true].map((asked) => ({ column: name, op, value, asked }));
        }),
      );
    const summed = view.columns
      .filter(({ kind }) => kind !== 'id')
      .flatMap(({ name, kind }) => totalsOf(kind).map((sum) => ({ name, sum })));
    const plain = view.columns.map(({ name }) => ({ name, sum: 'NONE' as const }));
    for (let at = 0; at < Math.max(conditions.length, 1); at += 15) {
      const columns = (at === 0 ? plain : summed).slice(0, 30);
      const order = orderNames({ columns }).map((column) => ({ column, down: true }));
      const { sql: statement, params } = statementOf({ columns, conditions: conditions.slice(at, at + 15), order }, view);
      const { faults } = (await admin.call(reportRoutes.checkReport, { body: { sql: statement, params } })).data;
      expect(faults, statement).toEqual([]);
    }
  }
});

test('[S2.116] a built statement answers what was asked: products of each group above a quantity', async () => {
  const { views } = (await admin.call(reportRoutes.getReportViews)).data;
  const built = {
    view: 'stock',
    columns: [
      { name: 'product_code', sum: 'NONE' as const },
      { name: 'qty', sum: 'SUM' as const },
    ],
    conditions: [
      { column: 'batch_no', op: 'CONTAINS' as const, value: 'rs', asked: false },
      { column: 'qty', op: 'GE' as const, value: '6', asked: true },
    ],
    order: [{ column: 'qty_sum', down: true }],
  };
  const {
    sql: statement,
    params,
    called,
  } = statementOf(
    built,
    views.find(({ name }) => name === 'stock')!,
  );
  expect(statement).toBe(
    `select product_code, sum(qty) as qty_sum, unit\n  from stock\n where strpos(lower(batch_no), lower('rs')) > 0\n   and (:qty is null or qty >= :qty)\n group by product_code, unit\n order by qty_sum desc nulls last`,
  );
  expect(called).toEqual([{ name: 'qty_sum', zh: '数量（合计）', en: 'Quantity (total)' }]);
  const { id } = (await admin.call(reportRoutes.createReport, { body: form('T-BUILT', statement, { built, params }) })).data;
  expect((await admin.call(reportRoutes.getReport, { params: { id } })).data.built).toEqual(built);
  const rows = async (qty: string | null) =>
    (await manager.call(ownReportRoutes.runReport, { params: { id }, body: { values: { qty } } })).data.rows;
  expect(await rows(null)).toEqual([['P-TIP-200', '12.5', expect.anything()]]);
  expect(await rows('6')).toEqual([['P-TIP-200', '7.5', expect.anything()]]);
});
