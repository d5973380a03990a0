import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { kept } from './kept.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('a statement that asks for it is kept by its connection, once, and answers for every value', async () => {
  await world.services.db.connection().execute(async (db) => {
    const doubled = (n: number) => sql<{ n: number }>`${kept} select ${n}::int * 2 as n`.execute(db);
    for (const n of [1, 2, 3]) expect((await doubled(n)).rows).toEqual([{ n: n * 2 }]);
    await sql`select 1 as one`.execute(db);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like '%* 2 as n' or statement like '%as one'`.execute(db);
    expect(rows).toEqual([{ statement: '/* kept */ select $1::int * 2 as n' }]);
  });
});
