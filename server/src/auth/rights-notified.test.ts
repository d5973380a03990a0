// Changes of rights in the database notify the server on commit, for the users concerned only.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectRightsEvents } from '../../test/_notified.ts';
import { openWorld, type World } from '../../test/_world.ts';
import type { BusEvent } from '../bus.ts';

let world: World;
let events: BusEvent[];
beforeAll(async () => {
  world = await openWorld();
  events = collectRightsEvents(world);
});
afterAll(() => world.end());

/** Usernames notified of a statement's changes, without duplicates; 'all' for everyone. */
async function notifiedBy(...statements: string[]): Promise<string[]> {
  const { db } = world.services;
  events.length = 0;
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
  // Notifications arrive in commit order: once this one is here, earlier ones are, too.
  await sql`select sys_notify_rights(array['00000000-0000-4000-8000-00000000000e']::uuid[])`.execute(db);
  await expect.poll(() => events.some(({ to }) => to.includes('00000000-0000-4000-8000-00000000000e'))).toBe(true);
  const people = events.slice(0, -1).flatMap(({ to }) => (to === 'all' ? ['all'] : to));
  expect(people).toEqual([...new Set(people)]);
  const names = new Map(
    (await db.selectFrom('sys_user').select(['id', 'username']).execute()).map((row) => [row.id, row.username]),
  );
  return people.map((id) => names.get(id) ?? id).toSorted();
}

test('[security 14] every change of rights notifies the user concerned, and no other', async () => {
  const user = (name: string) => `(select id from sys_user where username = '${name}')`;
  const teacher = `where id = ${user('teacher')}`;
  expect(await notifiedBy(`update sys_user set state = 'DISABLED' ${teacher}`)).toEqual(['teacher']);
  expect(await notifiedBy(`update sys_user set state = 'ACTIVE' ${teacher}`)).toEqual(['teacher']);
  expect(await notifiedBy(`update sys_user set must_change_password = true ${teacher}`)).toEqual(['teacher']);
  expect(await notifiedBy(`update sys_user set deleted_at = now() ${teacher}`)).toEqual(['teacher']);
  const role = `where user_id = ${user('keeper')} and role_code = 'ROLE_WAREHOUSE_ADMIN'`;
  expect(await notifiedBy(`update sys_user_role set role_code = 'ROLE_STAFF' ${role}`)).toEqual(['keeper']);
  expect(await notifiedBy(`delete from sys_user_role where user_id = ${user('keeper')}`)).toEqual(['keeper']);
  expect(await notifiedBy(`insert into sys_user_role values (${user('keeper')}, 'ROLE_STAFF')`)).toEqual(['keeper']);
  expect(await notifiedBy(`delete from wms_org_user where user_id = ${user('keeper')}`)).toEqual(['keeper']);
  const admins = await notifiedBy(`delete from sys_role_power where power_code = 'POWER_RULE_MANAGE'`);
  expect(admins).toContain('admin');
  expect(await notifiedBy(`insert into sys_role_power values ('ROLE_ADMIN', 'POWER_RULE_MANAGE')`)).toEqual(admins);
  const members = await notifiedBy(`update wms_org set valid = false where code = 'LAB-CATALYSIS'`);
  expect(members).toContain('teacher');
  expect(members).not.toContain('supplier');
});

test('changes unrelated to rights, and rolled-back ones, notify no user', async () => {
  expect(await notifiedBy(`update sys_user set last_sign_in_at = now(), name = name || '一'`)).toEqual([]);
  expect(await notifiedBy(`update wms_org set address = 'x'`, `update sys_config set value = value`)).toEqual([]);
  const { db } = world.services;
  await expect(
    db.transaction().execute(async (trx) => {
      await trx.deleteFrom('sys_user_role').execute();
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await notifiedBy('select 1')).toEqual([]);
});

test('many users changed at once are notified in a few messages, and very many as everyone', async () => {
  const people = (count: number, name: string) =>
    `insert into sys_user (id, username, name) select gen_random_uuid(), '${name}' || n, '某人' from generate_series(1, ${count}) n`;
  const roles = (name: string) =>
    `insert into sys_user_role select id, 'ROLE_TEACHER' from sys_user where username like '${name}%'`;
  expect(await notifiedBy(people(400, 'some'), roles('some'))).toHaveLength(400);
  expect(
    events
      .slice(0, -1)
      .map(({ to }) => to.length)
      .toSorted((a, b) => b - a),
  ).toEqual([150, 150, 100]);
  expect(await notifiedBy(people(1_600, 'many'), roles('many'))).toEqual(['all']);
});
