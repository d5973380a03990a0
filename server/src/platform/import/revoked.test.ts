// Slow work whose user is disabled or signed out meanwhile.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { configRoutes } from '@kuwei/contract/sys/config';
import { menuRoutes } from '@kuwei/contract/sys/menu';
import { productRoutes } from '@kuwei/contract/wms/product';
import { IDEMPOTENCY_HEADER } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTINGS_LOCK } from '../../site/config/write.ts';
import type { Trx } from '../../db/open.ts';
import { post } from '../../../test/_stock.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** Blocks every call with a key at its first statement, and disables the user meanwhile. */
const disableSender = async (trx: Trx): Promise<void> => {
  await sql`lock table sys_idempotency in share mode`.execute(trx);
  await sql`update sys_user set state = 'DISABLED' where id = ${keeper.id}`.execute(trx);
};
const headers = { [IDEMPOTENCY_HEADER]: 'a key' };

test('does not write a workbook of a user disabled after the upload', async () => {
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const csv = Buffer.from('产品编号,名称,分类,类型,基本单位\nE-1,词,SALT,化学品,瓶\n');
  const { error } = await meanwhile(world.services.db, disableSender, () =>
    keeper.upload(productRoutes.importProducts, csv, 'p.csv', { query: { dryRun: false }, headers }),
  );
  expect(error.code).toBe('TOKEN_FAIL');
  const { rows } = await sql`select from wms_product where code = 'E-1'`.execute(world.services.db);
  expect(rows).toEqual([]);
});

test('[S2.38] answers a committed import, also to a user disabled at that moment', async () => {
  const { db } = world.services;
  const admin = await world.as('admin', 'ROLE_ADMIN');
  // In the last statement but one of the commit.
  await sql`
    create function disabled() returns trigger language plpgsql as
      $$ begin update sys_user set state = 'DISABLED' where username = 'admin'; return null; end $$`.execute(db);
  await sql`create trigger disabled after insert on sys_import for each statement execute function disabled()`.execute(db);
  const csv = Buffer.from('用户名,姓名\nlate.comer,晚来\n');
  const answer = await admin.upload(accountRoutes.importAccounts, csv, 'p.csv', { query: { dryRun: false } });
  await sql`drop trigger disabled on sys_import`.execute(db);
  await sql`update sys_user set state = 'ACTIVE'`.execute(db);
  expect(answer).toMatchObject({ status: 200, data: { created: 1, written: true } });
});

test('a bulk action changes no further records once its user is disabled', async () => {
  await sql`update sys_user set state = 'ACTIVE'`.execute(world.services.db);
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { list } = (await keeper.call(productRoutes.listProducts, { query: { state: ['ACTIVE'], size: 3 } })).data;
  const ids = list.map(({ id }) => id);
  const { error } = await meanwhile(world.services.db, disableSender, () =>
    keeper.call(productRoutes.batchProducts, { params: { action: 'disable' }, body: { ids }, headers }),
  );
  expect(error.code).toBe('TOKEN_FAIL');
  const { rows } = await sql`select from wms_product where id = any(${ids}::uuid[]) and state = 'ACTIVE'`.execute(
    world.services.db,
  );
  expect(rows).toHaveLength(3);
});

test('an administrator disabled while waiting cannot change settings or menu', async () => {
  const { db } = world.services;
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const disabled = (trx: Trx) => sql`update sys_user set state = 'DISABLED' where id = ${admin.id}`.execute(trx);
  const setting = await meanwhile(
    db,
    async (trx) => {
      await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(trx);
      await disabled(trx);
    },
    () =>
      admin.call(configRoutes.changeConfig, {
        params: { id: 'SYS_SSO_RULES' },
        body: { value: '* -> role=ROLE_TEACHER', reason: '-', rev: 1 },
      }),
  );
  expect(setting.error.code).toBe('TOKEN_FAIL');
  await sql`update sys_user set state = 'ACTIVE'`.execute(db);
  const menu = await meanwhile(
    db,
    async (trx) => {
      await sql`select from sys_menu for update`.execute(trx);
      await disabled(trx);
    },
    () => admin.call(menuRoutes.restoreMenu, { body: { rev: 1 } }),
  );
  expect(menu.error.code).toBe('TOKEN_FAIL');
});

const admin = ['admin', 'ROLE_ADMIN'] as const;
const warehouse = ['manager', 'ROLE_WAREHOUSE_ADMIN'] as const;
test.each([
  ['sys_dic', admin, 'DELETE', '/auth/dic/dic/{id}', null],
  ['wms_category', warehouse, 'DELETE', '/wms/category/{id}', null],
  ['wms_product', warehouse, 'DELETE', '/wms/product/{id}', null],
  ['wms_warehouse_box', warehouse, 'DELETE', '/wms/warehouse-box/{id}', null],
  ['wms_warehouse', warehouse, 'DELETE', '/wms/warehouse/{id}', null],
  ['wms_product_box', warehouse, 'PUT', '/wms/product-box/{id}/freeze', { frozen: true, reason: '-', rev: 1 }],
  ['wms_batch', warehouse, 'PUT', '/wms/batch/{id}/status', { status: 'HOLD', reason: '-', rev: 1 }],
] as const)('a user disabled while waiting cannot change a row of %s', async (table, who, method, path, body) => {
  const { db } = world.services;
  await sql`update sys_user set state = 'ACTIVE'`.execute(db);
  await post(db, [{ product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W1-S01-R1-B1', qty: '1', batch: 'ENDED' }]);
  const person = await world.as(who[0], who[1]);
  const { rows } = await sql<{ id: string; row: object }>`
    select t.id, to_jsonb(t) as row from ${sql.table(table)} t order by t.id desc limit 1`.execute(db);
  const [{ id, row }] = rows as [{ id: string; row: object }];
  const { error } = await meanwhile(
    db,
    async (trx) => {
      await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(trx);
      await sql`update sys_user set state = 'DISABLED' where id = ${person.id}`.execute(trx);
    },
    () =>
      person.send(
        method,
        path.replace('{id}', id),
        body === null ? undefined : Buffer.from(JSON.stringify(body)),
        body === null ? {} : { 'content-type': 'application/json' },
      ),
  );
  expect(error.code).toBe('TOKEN_FAIL');
  const after = await sql`select to_jsonb(t) as row from ${sql.table(table)} t where id = ${id}`.execute(db);
  expect(after.rows).toEqual([{ row }]);
});

test('a setting that waited for another counts as later: no secret is sent to an address set after it', async () => {
  const { db } = world.services;
  await sql`update sys_user set state = 'ACTIVE'`.execute(db);
  const person = await world.as('admin', 'ROLE_ADMIN');
  const answer = await meanwhile(
    db,
    (trx) => sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(trx),
    async () => {
      const changing = person.call(configRoutes.changeConfig, {
        params: { id: 'SYS_NIGHTLY_PEOPLE_URL' },
        body: { value: 'https://idm.example.edu/people', reason: '-', rev: 1 },
      });
      return changing;
    },
  );
  expect(answer.status).toBe(200);
  // The log has the time at which the change began, before it waited.
  const { rows } = await sql<{ written: boolean; told: boolean }>`
    select c.updated_at > l.at as written, h.changed_at > l.at as told
      from sys_config c join sys_config_history h on h.code = c.code join sys_log l on l.entity = 'sys_config' and l.entity_id = c.code
     where c.code = 'SYS_NIGHTLY_PEOPLE_URL'`.execute(db);
  expect(rows).toEqual([{ written: true, told: true }]);
});
