import { logRoutes } from '@kuwei/contract/sys/log';
import { productRoutes } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { kindOf } from '../../http/log-kind.ts';
import { makeMonths } from '../../db/log-months.ts';
import { deleteExpiredLog } from './tidy.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const parts = async (): Promise<string[]> =>
  (
    await sql<{
      name: string;
    }>`select relid::regclass::text as name from pg_partition_tree('sys_log') where isleaf order by 1`.execute(world.services.db)
  ).rows.map(({ name }) => name);
const getMonth = async (ahead: number): Promise<string> =>
  (
    await sql<{
      month: string;
    }>`select to_char((now() + ${ahead} * interval '1 month') at time zone 'UTC', 'YYYYMM') as month`.execute(world.services.db)
  ).rows[0]!.month;

test('[S2.47] creates this month and the next three for each kind, idempotently', async () => {
  const before = await parts();
  for (const ahead of [0, 1, 2, 3]) {
    const month = await getMonth(ahead);
    expect(before.filter((name) => name.startsWith(`sys_log_${month}_`))).toHaveLength(7);
  }
  await makeMonths(world.services.db);
  expect(await parts()).toEqual(before);
});

test('rows of the log can be neither changed nor truncated, in the table or its partitions', async () => {
  const { db } = world.services;
  await sql`insert into sys_log (kind, action) values ('JOB', 'test')`.execute(db);
  const [part] = (await sql<{ name: string }>`select tableoid::regclass::text as name from sys_log limit 1`.execute(db)).rows;
  for (const statement of [
    'update sys_log set action = $$other$$',
    `update ${part!.name} set action = $$other$$`,
    'truncate sys_log',
    `truncate ${part!.name}`,
    `truncate sys_log_${await getMonth(0)}`,
  ])
    await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({ code: 'KW002' });
});

test('a write into a missing month creates it', async () => {
  const { db } = world.services;
  await sql`drop table ${sql.raw(`sys_log_${await getMonth(0)}`)}`.execute(db);
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const product = (await manager.call(productRoutes.listProducts, { query: { q: 'C-ETHANOL' } })).data.list[0]!;
  const { rev } = (await manager.call(productRoutes.getProduct, { params: { id: product.id } })).data;
  const { status } = await manager.call(productRoutes.setProductState, {
    params: { id: product.id },
    body: { state: 'DISABLED', rev },
  });
  expect(status).toBe(200);
  const { list } = (await admin.call(logRoutes.listLog, { query: { q: product.id } })).data;
  expect(list).toMatchObject([{ kind: 'DATA', change: { state: ['ACTIVE', 'DISABLED'] } }]);
});

test('logs dropped months by kind, and drops months left empty', async () => {
  const { db } = world.services;
  await sql`select sys_log_make_month('2009-03-31T23:59:59Z')`.execute(db);
  expect((await parts()).filter((name) => name.startsWith('sys_log_2009'))).toHaveLength(7);
  await sql`insert into sys_log (id, kind, at, action, user_id, entity, entity_id)
    values (sys_log_since('2009-03-15T00:00:00Z'), 'DATA', '2009-03-15T00:00:00Z', 'PUT /x', ${admin.id}, 'wms_org', ${admin.id})`.execute(
    db,
  );
  const keys = () =>
    sql`select from sys_log_key where id between sys_log_since('2009-03-01T00:00:00Z') and sys_log_since('2009-04-01T00:00:00Z')`.execute(
      db,
    );
  expect((await keys()).rows).toHaveLength(2);
  expect(await deleteExpiredLog(world.services)).toBe(7);
  const { rows } = await sql`select from pg_class where relname like 'sys_log_2009%'`.execute(db);
  expect(rows).toEqual([]);
  // Its search keys are deleted with it.
  expect((await keys()).rows).toEqual([]);
  const { list } = (await admin.call(logRoutes.listLog, { query: { part: 'JOB', entity: 'log' } })).data;
  expect(list.map(({ entityId, change }) => [entityId, change])).toContainEqual(['2009-03', { kind: 'SIGN_IN' }]);
});

test('each row has one kind', () => {
  expect([
    kindOf({ entity: 'wms_product', action: 'PUT /x', isActing: true }),
    kindOf({ entity: 'sign-in', action: 'POST /x' }),
    kindOf({ entity: null, action: 'POST /x', isActing: true }),
    kindOf({ entity: 'acting', action: 'POST /x' }),
    kindOf({ entity: null, action: 'tidy up' }),
    kindOf({ entity: null, action: 'PUT /x' }),
  ]).toEqual(['DATA', 'SIGN_IN', 'ACTING', 'ACTING', 'JOB', 'OPERATION']);
});
