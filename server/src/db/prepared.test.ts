import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lineOf, placesOf, submitted } from '../../test/_flow.ts';
import { createRoundTripRecorder } from '../../test/_round-trips.ts';
import type { World } from '../../test/_world.ts';
import { preparedStatement } from './prepared.ts';

// The number of prepared texts per process is limited; earlier files may have used it up.
vi.resetModules();
const { openWorld } = await import('../../test/_world.ts');

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('a multi-row write has one text for any number of rows', async () => {
  const { w2, product } = await placesOf(world);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const line = lineOf(product('W-BEAKER-250'), '1', { unit: 'PIECE' });
  for (const count of [1, 2, 3, 4]) {
    const lines = Array.from({ length: count }, () => line);
    const { id } = await submitted(teacher, { type: 'INBOUND', warehouseId: w2, lines });
    await teacher.call(transactionRoutes.cancelTransaction, { params: { id }, body: { rev: 2, comment: 'x' } });
  }
  const { pool } = world.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const texts = new Set<string>();
  for (const client of clients) {
    const { rows } = await client.query<{ statement: string }>(`select statement from pg_prepared_statements
      where statement ~* '(insert into|delete from) "?wms_transaction_line' or statement ~* 'insert into "?sys_message'`);
    for (const { statement } of rows) texts.add(statement);
    client.release();
  }
  const written = (text: string): string =>
    [...text.matchAll(/(?:insert into|delete from) "?(\w+)/g)].map(([, table]) => table).join(' ');
  expect([...texts].map(written).toSorted()).toEqual([
    'sys_message sys_message_copy',
    'wms_transaction_line',
    'wms_transaction_line_box',
  ]);
});

test('a marked statement is prepared once per connection and works for every value', async () => {
  vi.resetModules();
  const { connect } = await import('./open.ts');
  const database = connect(world.database.url, { poolSize: 1, log: pino({ level: 'silent' }) }, async () => {});
  const { db } = database;
  const doubled = (n: number) => sql<{ n: number }>`${preparedStatement} select ${n}::int * 2 as n`.execute(db);
  for (const n of [1, 2, 3]) expect((await doubled(n)).rows).toEqual([{ n: n * 2 }]);
  await sql`select 1 as one`.execute(db);
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
    where statement like '%* 2 as n' or statement like '%as one'`.execute(db);
  await database.close();
  expect(rows).toEqual([{ statement: '/* prepared */ select $1::int * 2 as n' }]);
});

const FEW: ReadonlySet<string> = new Set(['0198c0de-0000-7000-8000-00000000000a']);

/** Requests pages as a list does, on one connection. */
async function openPages() {
  vi.resetModules();
  const [{ connect }, { preparedPage }] = await Promise.all([import('./open.ts'), import('./prepared.ts')]);
  const database = connect(world.database.url, { poolSize: 1, log: pino({ level: 'silent' }) }, async () => {});
  const { db } = database;
  const ask = async <T>(statement: RawBuilder<T>): Promise<T[]> => {
    const question = statement.compile(db);
    return (await db.executeQuery<T>((preparedPage(question, FEW) as CompiledQuery<T> | null) ?? question)).rows;
  };
  const prepared = async () =>
    (
      await sql<{ statement: string; generic: number; custom: number }>`
        select statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements`.execute(db)
    ).rows;
  return { database, ask, prepared };
}
const selectNumbered = (n: number, value: number) => sql<{ n: number }>`select ${value}::int + ${sql.lit(n)} as n`;

test('[F-3P1] a frequent page has one generic plan for all values', async () => {
  const { database, ask, prepared } = await openPages();
  for (let value = 0; value < 200; value++) expect(await ask(selectNumbered(7, value))).toEqual([{ n: value + 7 }]);
  expect(await prepared()).toEqual([{ statement: expect.stringContaining('+ 7'), generic: 198, custom: 0 }]);
  await database.close();
});

test('[F-3P1] after 200 different pages the first one is still prepared', async () => {
  const { database, ask, prepared } = await openPages();
  for (let n = 0; n < 200; n++)
    for (let time = 0; time < 4; time++) expect(await ask(selectNumbered(n, time))).toEqual([{ n: n + time }]);
  expect(await prepared()).toHaveLength(60);
  await ask(selectNumbered(0, 5));
  const [first] = (await prepared()).filter(({ statement }) => statement.endsWith('+ 0 as n'));
  await database.close();
  expect(first).toMatchObject({ generic: 3, custom: 0 });
});

test('idle pages are replaced by new ones', async () => {
  const { database, ask, prepared } = await openPages();
  const often = async (n: number) => {
    for (let time = 0; time < 3; time++) await ask(selectNumbered(n, time));
  };
  for (let n = 0; n < 60; n++) await often(n);
  const later = performance.now() + 61_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  await often(1);
  for (let n = 60; n < 63; n++) await often(n);
  clock.mockRestore();
  const texts = (await prepared()).map(({ statement }) => Number(/\+ (\d+) as n/.exec(statement)![1]));
  await database.close();
  expect(texts).toHaveLength(60);
  expect(texts).toEqual(expect.arrayContaining([1, 60, 61, 62]));
});

test('inlines enum values, booleans and the ids in `few` into a page; everything else is a parameter', async () => {
  const { database, ask, prepared } = await openPages();
  const [few] = FEW;
  const hard = `O'Brien \\' $1 ; -- "x"`;
  const about = (
    text: string,
  ) => sql<object>`select ${text}::text as text, ${'ACTIVE'}::text as word, ${['DRAFT', 'DONE']}::text[] as words,
      ${few}::uuid as few, ${true}::boolean as yes, ${2}::int as n, ${null}::text as none`;
  const values = { word: 'ACTIVE', words: ['DRAFT', 'DONE'], few, yes: true, n: 2, none: null };
  for (const text of [hard, 'a', hard, 'b']) expect(await ask(about(text))).toEqual([{ text, ...values }]);
  const [page] = await prepared();
  await database.close();
  expect(page!.statement.replaceAll(/\s+/g, ' ')).toContain(
    `select $1::text as text, 'ACTIVE'::text as word, '{DRAFT,DONE}'::text[] as words, '${few}'::uuid as few, 'true'::boolean as yes, $2::int as n, $3::text as none`,
  );
});

test('unprepared statements are planned for their values, also after a page', async () => {
  const { database, ask, prepared } = await openPages();
  const explain = async (username: string) =>
    (
      await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`explain (format json)
        select from generate_series(1, ${username}::int)`.execute(database.db)
    ).rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
  for (let time = 0; time < 3; time++) await ask(selectNumbered(1, time));
  expect(await prepared()).toHaveLength(1);
  expect(await explain('7')).toBe(7);
  await ask(selectNumbered(1, 2));
  await database.db
    .transaction()
    .execute(() => Promise.reject(new Error('taken back')))
    .catch(() => {});
  expect(await explain('8')).toBe(8);
  await database.close();
});

test('a page in one statement equals one in two; a text filter keeps it in two', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const sent = createRoundTripRecorder(world);
  const { rows } = await sql<{ id: string }>`select category_id as id from wms_product order by code limit 1`.execute(
    world.services.db,
  );
  const categoryId = rows[0]!.id;
  for (const query of [
    { q: 'nothing of that name' },
    { q: 'beaker', page: 2, size: 5 },
    { q: 'BEAKER' },
    { q: '0198c0de-0000-7000-8000-00000000000a' },
  ])
    for (let time = 0; time < 4; time++) {
      const { trips } = await sent(() => manager.call(productRoutes.listProducts, { query }));
      expect(trips.flat().join()).not.toContain('found_total');
    }
  for (const query of [{}, { page: 3, size: 10 }, { page: 500 }, { categoryId }, { state: ['ACTIVE' as const], noSds: true }]) {
    const list = () => sent(() => manager.call(productRoutes.listProducts, { query: { sort: '-code', ...query } }));
    const { answer: first } = await list();
    for (let time = 0; time < 3; time++) {
      const { answer, trips } = await list();
      expect(answer.data).toEqual(first.data);
      if (time > 0) expect(trips.flat()).toEqual([expect.stringContaining('found_total')]);
    }
  }
});

test('a frequent page is in the reader’s language', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const namesIn = async (locale: string) => {
    const { data } = await manager.call(productRoutes.selectProducts, { headers: { 'accept-language': locale } });
    return data.list.map(({ name }) => name);
  };
  const [zh, en] = [await namesIn('zh'), await namesIn('en')];
  expect(zh).not.toEqual(en);
  for (let time = 0; time < 4; time++) {
    expect(await namesIn('zh')).toEqual(zh);
    expect(await namesIn('en')).toEqual(en);
  }
});
