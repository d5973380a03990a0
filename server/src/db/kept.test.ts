import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lineOf, placesOf, submitted } from '../../test/_flow.ts';
import { openWorld, type World } from '../../test/_world.ts';
import { kept, often } from './kept.ts';

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
  // A process keeps so many texts and no more; the files that ran before in this one may have used them up.
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

test('a question that comes often has a plan of its own values, and every other one is answered as well', async () => {
  vi.resetModules();
  const { connect } = await import('./open.ts');
  const database = connect(world.database.url, { poolSize: 1, log: pino({ level: 'silent' }) }, async () => {});
  const { db } = database;
  const ids = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
  const ask = async (text: string, none: string | null) => {
    const { rows } = await sql<{ text: string; ids: string[]; none: string | null; limited: boolean }>`${often}
      select ${text}::text as text, ${ids}::uuid[] as ids, ${none}::text as none, ${true}::boolean as limited limit ${1}`.execute(
      db,
    );
    return rows;
  };
  const hard = `O'Brien \\' $1 ; -- "x"`;
  for (let time = 0; time < 5; time++) {
    expect(await ask(hard, null)).toEqual([{ text: hard, ids, none: null, limited: true }]);
  }
  expect(await ask('another', 'some')).toEqual([{ text: 'another', ids, none: 'some', limited: true }]);
  const { rows } = await sql<{ statement: string; calls: number }>`
    select statement, (generic_plans + custom_plans)::int as calls from pg_prepared_statements`.execute(db);
  await database.close();
  expect(rows).toHaveLength(1);
  expect(rows[0]!.statement).toContain('Brien');
  // The third time it was prepared, and asked three times since.
  expect(rows[0]!.calls).toBe(3);
});

test('a text that ends the message to the database is never part of a statement', async () => {
  vi.resetModules();
  const { connect } = await import('./open.ts');
  const database = connect(world.database.url, { poolSize: 1, log: pino({ level: 'silent' }) }, async () => {});
  const ask = () => sql`${often} select ${'a\0b'}::text as text`.execute(database.db);
  for (let time = 0; time < 5; time++) await expect(ask()).rejects.toThrow(/invalid byte sequence/);
  await database.close();
});
