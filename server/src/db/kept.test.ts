import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lineOf, placesOf, submitted } from '../../test/_flow.ts';
import { tripsOf } from '../../test/_trips.ts';
import type { World } from '../../test/_world.ts';
import { kept } from './kept.ts';

// A process keeps so many texts and no more; the files that ran before in this one may have used them up.
vi.resetModules();
const { openWorld } = await import('../../test/_world.ts');

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('a write of several rows has one text, however many they are', async () => {
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

test('a statement that asks for it is kept by its connection, once, and answers for every value', async () => {
  vi.resetModules();
  const { connect } = await import('./open.ts');
  const database = connect(world.database.url, { poolSize: 1, log: pino({ level: 'silent' }) }, async () => {});
  const { db } = database;
  const doubled = (n: number) => sql<{ n: number }>`${kept} select ${n}::int * 2 as n`.execute(db);
  for (const n of [1, 2, 3]) expect((await doubled(n)).rows).toEqual([{ n: n * 2 }]);
  await sql`select 1 as one`.execute(db);
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
    where statement like '%* 2 as n' or statement like '%as one'`.execute(db);
  await database.close();
  expect(rows).toEqual([{ statement: '/* kept */ select $1::int * 2 as n' }]);
});

/** As a list asks. @returns answers of a question, in one statement where it came often enough */
async function asker() {
  vi.resetModules();
  const [{ connect }, { askedOften }] = await Promise.all([import('./open.ts'), import('./kept.ts')]);
  const database = connect(world.database.url, { poolSize: 1, log: pino({ level: 'silent' }) }, async () => {});
  const { db } = database;
  const ask = async <T>(statement: RawBuilder<T>): Promise<T[]> => {
    const question = statement.compile(db);
    return (await db.executeQuery<T>((askedOften(question) as CompiledQuery<T> | null) ?? question)).rows;
  };
  return { database, ask };
}

test('a question that comes often has a plan of its own values, and every other one is answered as well', async () => {
  const { database, ask } = await asker();
  const ids = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
  const about = (text: string, none: string | null) => sql<{
    text: string;
    ids: string[];
    none: string | null;
    limited: boolean;
  }>`
      select ${text}::text as text, ${ids}::uuid[] as ids, ${none}::text as none, ${true}::boolean as limited limit ${1}`;
  const hard = `O'Brien \\' $1 ; -- "x"`;
  for (let time = 0; time < 5; time++) {
    expect(await ask(about(hard, null))).toEqual([{ text: hard, ids, none: null, limited: true }]);
  }
  expect(await ask(about('another', 'some'))).toEqual([{ text: 'another', ids, none: 'some', limited: true }]);
  const { rows } = await sql<{ statement: string; calls: number }>`
    select statement, (generic_plans + custom_plans)::int as calls from pg_prepared_statements`.execute(database.db);
  await database.close();
  expect(rows).toHaveLength(1);
  expect(rows[0]!.statement).toContain('Brien');
  // The third time it was prepared, and asked three times since.
  expect(rows[0]!.calls).toBe(3);
});

test('a text that ends the message to the database is never part of a statement', async () => {
  const { database, ask } = await asker();
  for (let time = 0; time < 5; time++)
    await expect(ask(sql`select ${'a\0b'}::text as text`)).rejects.toThrow(/invalid byte sequence/);
  await database.close();
});

test('however many questions come often, a connection keeps a few, and all are answered', async () => {
  const { database, ask } = await asker();
  for (let n = 0; n < 70; n++)
    for (let time = 0; time < 4; time++) expect(await ask(sql<{ n: number }>`select ${n}::int as n`)).toEqual([{ n }]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(database.db);
  await database.close();
  expect(rows[0]!.n).toBe(60);
});

test('a page that is asked for again and again says the same in one statement as in two', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const sent = tripsOf(world);
  for (const query of [{}, { page: 3, size: 10 }, { page: 500 }, { q: 'nothing of that name' }] as const) {
    const list = () => sent(() => manager.call(productRoutes.listProducts, { query: { sort: '-code', ...query } }));
    const { answer: first } = await list();
    for (let time = 0; time < 3; time++) {
      const { answer, trips } = await list();
      expect(answer.data).toEqual(first.data);
      if (time > 0) expect(trips.flat()).toEqual([expect.stringContaining('found_total')]);
    }
  }
});

test('a page that is asked for again and again is in the language of who asks', async () => {
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
