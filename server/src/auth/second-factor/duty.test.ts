import { passwordRoutes } from '@kuwei/contract/auth/password';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { secondFactorRoutes as routes } from '@kuwei/contract/auth/sign-in';
import { userRoutes } from '@kuwei/contract/auth/user';
import { productRoutes } from '@kuwei/contract/wms/product';
import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';
import { configure } from '../../../test/_configure.ts';
import { untilNotified } from '../../../test/_notified.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { codeAt, stepAt } from './totp.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());
beforeEach(() => demand());

const demand = (...roles: string[]): Promise<void> => configure(world, { SYS_SECOND_FACTOR_ROLES: roles });
async function setUp(person: Person): Promise<string[]> {
  const begun = await person.call(routes.beginSecondFactor, { body: { password: DEMO_PASSWORD } });
  expect(begun.status).toBe(200);
  const { secret } = await world.services.db
    .selectFrom('sys_user_totp')
    .where('user_id', '=', person.id)
    .select('secret')
    .executeTakeFirstOrThrow();
  const body = { code: codeAt(secret, stepAt(Date.now())) };
  return (await person.call(routes.confirmSecondFactor, { body })).data.recoveryCodes;
}
const works = async (person: Person): Promise<string | number> => {
  const answer = await person.call(productRoutes.listProducts, { query: { size: 1 } });
  return answer.status < 400 ? answer.status : answer.error.code;
};
const owes = async (person: Person): Promise<boolean> => (await person.call(userRoutes.getMe)).data.mustSetUpSecondFactor;

test('a user whose role requires a second factor can do nothing else until it is set up', async () => {
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect([await works(keeper), await owes(keeper)]).toEqual([200, false]);
  await demand('ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN');
  expect([await works(keeper), await owes(keeper)]).toEqual(['SECOND_FACTOR_NEEDED', true]);
  expect((await keeper.call(sessionRoutes.endMyOtherSessions)).error.code).toBe('SECOND_FACTOR_NEEDED');
  // Another active page role does not lift the requirement.
  const active = await world.with(keeper.token, null);
  expect(await works(active)).toBe('SECOND_FACTOR_NEEDED');
  expect([await works(teacher), await owes(teacher)]).toEqual([200, false]);
  expect((await keeper.call(routes.getSecondFactor)).data.since).toBeNull();
  await setUp(keeper);
  expect([await works(keeper), await owes(keeper)]).toEqual([200, false]);
});

test('the password comes first, and nothing else can be changed while either is due', async () => {
  const keeper = await world.as('keeper2', 'ROLE_WAREHOUSE_ADMIN');
  await world.services.db.updateTable('sys_user').set({ must_change_password: true }).where('id', '=', keeper.id).execute();
  await demand('ROLE_WAREHOUSE_ADMIN');
  expect(await works(keeper)).toBe('PASSWORD_CHANGE_NEEDED');
  expect((await keeper.call(routes.beginSecondFactor, { body: { password: DEMO_PASSWORD } })).error.code).toBe(
    'PASSWORD_CHANGE_NEEDED',
  );
  const password = 'a Long pass 4 the keeper';
  const body = { oldPassword: DEMO_PASSWORD, password, repeated: password };
  expect((await keeper.call(passwordRoutes.changePassword, { body })).status).toBe(200);
  expect(await works(keeper)).toBe('SECOND_FACTOR_NEEDED');
});

test('a user who turns it off, or has it removed by an administrator, must set it up again', async () => {
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  await demand('ROLE_WAREHOUSE_ADMIN');
  const [code] = await setUp(reviewer);
  await reviewer.call(routes.dropSecondFactor, { body: { password: DEMO_PASSWORD, code: code! } });
  expect(await works(reviewer)).toBe('SECOND_FACTOR_NEEDED');
  await setUp(reviewer);
  expect(await works(reviewer)).toBe(200);
  expect((await admin.call(routes.resetSecondFactor, { params: { id: reviewer.id } })).status).toBe(200);
  expect(await works(reviewer)).toBe('SECOND_FACTOR_NEEDED');
  const logged = await world.services.db
    .selectFrom('sys_log')
    .where('entity', '=', 'second-factor')
    .where('entity_id', '=', reviewer.id)
    .where('user_id', '=', admin.id)
    .select('change')
    .execute();
  expect(logged).toEqual([{ change: { result: 'RESET' } }]);
});

test('an administrator cannot remove their own second factor without password and code', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  await setUp(admin);
  expect((await admin.call(routes.resetSecondFactor, { params: { id: admin.id } })).error.code).toBe('FORBIDDEN');
  expect((await admin.call(routes.getSecondFactor)).data.since).not.toBeNull();
});

test('the requirement applies neither while acting for someone nor without a password', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  await demand('ROLE_TEACHER');
  const body = { id: teacher.id, reason: '代为办理一次手续' };
  const { token } = (await admin.call(proxyRoutes.switchToUser, { body })).data;
  const acting = await world.with(token, 'ROLE_TEACHER');
  expect([await works(acting), await owes(acting), await works(teacher)]).toEqual([200, false, 'SECOND_FACTOR_NEEDED']);
  await untilNotified(world, teacher, () =>
    world.services.db.updateTable('sys_user').set({ password_hash: null }).where('id', '=', teacher.id).execute(),
  );
  expect(await works(teacher)).toBe(200);
});

test("[security 14] a role's requirement applies from the next call, and ends with the role", async () => {
  const { db } = world.services;
  const staff = await world.as('staff', 'ROLE_STAFF');
  await demand('ROLE_STAFF');
  expect(await works(staff)).toBe('SECOND_FACTOR_NEEDED');
  await untilNotified(world, staff, () =>
    db.deleteFrom('sys_user_role').where('user_id', '=', staff.id).where('role_code', '=', 'ROLE_STAFF').execute(),
  );
  expect(await owes(await world.with(staff.token, null))).toBe(false);
});

test('[security 15] an administrator ends every session of an account at once, and it is logged', async () => {
  const [one, two] = [await world.as('supplier', 'ROLE_SUPPLIER'), await world.as('supplier', 'ROLE_SUPPLIER')];
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const end = (person: Person, userId: string) => person.call(sessionRoutes.endUserSessions, { body: { userId } });
  expect((await end(one, two.id)).error.code).toBe('FORBIDDEN');
  expect((await end(admin, one.id)).data.ended).toBeGreaterThanOrEqual(2);
  expect([await works(one), await works(two)]).toEqual(['TOKEN_FAIL', 'TOKEN_FAIL']);
  expect((await end(admin, crypto.randomUUID())).error.code).toBe('NOT_FOUND');
  // The administrator's calling session continues.
  const elsewhere = await world.as('admin', 'ROLE_ADMIN');
  await end(admin, admin.id);
  expect([(await admin.call(userRoutes.getMe)).status, await works(elsewhere)]).toEqual([200, 'TOKEN_FAIL']);
  const logged = await world.services.db
    .selectFrom('sys_log')
    .where('action', '=', `POST ${sessionRoutes.endUserSessions.path}`)
    .where('entity_id', '=', one.id)
    .select(['user_id', 'entity'])
    .execute();
  expect(logged).toEqual([{ user_id: admin.id, entity: 'session' }]);
});
