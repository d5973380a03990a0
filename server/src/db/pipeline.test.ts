import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { pipelined } from './pipeline.ts';
import { connect, type Database, type Trx } from './open.ts';

let world: World;
let database: Database;
beforeAll(async () => {
  world = await openWorld();
  database = connect(world.database.url, { poolSize: 1, log: pino({ level: 'silent' }) }, async () => {});
  await sql`create table note (n int unique deferrable initially deferred)`.execute(database.db);
});
beforeEach(async () => {
  await sql`delete from note`.execute(database.db);
  await sql`insert into note values (0)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await world.end();
});

const inTransaction = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(work);
const note = (trx: Trx, n: number) => sql`${pipelined} insert into note values (${n}::int)`.execute(trx);
const fail = (trx: Trx) => sql`${pipelined} select 1 / 0`.execute(trx);
const noted = async (): Promise<number[]> =>
  (await sql<{ n: number }>`select n from note order by n`.execute(database.db)).rows.map(({ n }) => n);

test('following statements see pipelined writes, and the commit includes them', async () => {
  const seen = await inTransaction(async (trx) => {
    await note(trx, 1);
    await note(trx, 2);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from note`.execute(trx);
    await note(trx, 3);
    return rows[0]!.n;
  });
  expect(seen).toBe(3);
  expect(await noted()).toEqual([0, 1, 2, 3]);
});

test('the error of a pipelined statement rejects the next one, and the connection remains usable', async () => {
  const lost = inTransaction(async (trx) => {
    await note(trx, 4);
    await fail(trx);
    await note(trx, 5);
    await sql`select 1`.execute(trx);
  });
  await expect(lost).rejects.toMatchObject({ code: '22012' });
  expect(await noted()).toEqual([0]);
});

test('or rejects the commit, if nothing was awaited before it', async () => {
  const lost = inTransaction(async (trx) => {
    await note(trx, 6);
    await fail(trx);
  });
  await expect(lost).rejects.toMatchObject({ code: '22012' });
  expect(await noted()).toEqual([0]);
  // Detected at the commit itself.
  await expect(inTransaction((trx) => note(trx, 0))).rejects.toMatchObject({ code: '23505' });
  expect(await noted()).toEqual([0]);
});

test('a transaction that fails for another reason does not affect the next one', async () => {
  const left = inTransaction(async (trx) => {
    await fail(trx);
    throw new Error('given up');
  });
  await expect(left).rejects.toThrow('given up');
  expect(await noted()).toEqual([0]);
  await inTransaction((trx) => note(trx, 7));
  expect(await noted()).toEqual([0, 7]);
});

test('a pipelined statement is written together with the next one', async () => {
  const written: number[] = [];
  await inTransaction(async (trx) => {
    const { stream } = (database.pool as unknown as { _clients: { connection: { stream: Socket } }[] })._clients[0]!.connection;
    const write = vi.spyOn(stream, '_writev');
    const waited = async (): Promise<void> => {
      await sql`select 1`.execute(trx);
      written.push(write.mock.calls.length);
    };
    await waited();
    for (const n of [8, 9, 10]) await note(trx, n);
    await waited();
    write.mockRestore();
  });
  expect(written).toEqual([1, 2]);
});
