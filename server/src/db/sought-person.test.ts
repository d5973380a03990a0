// Where people can be searched by e-mail address or phone: searchable values can be guessed digit by digit.
import { roleRoutes } from '@kuwei/contract/auth/role';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedRoutes } from '../routes.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  await world.services.db
    .updateTable('sys_user')
    .set({
      email: 'Hidden.Mail@example.edu',
      phone: '13977778888',
      search: 'keeper 李保平 libaoping lbp hidden.mail@example.edu 13977778888',
    })
    .where('username', '=', 'keeper')
    .execute();
});
afterAll(() => world.end());

/** Calls of account administrators, and those that show addresses anyway. */
const KEEPS_ACCOUNTS = ['listAccounts', 'exportAccounts', 'find', 'listMail'];

test('finds people by name everywhere, by e-mail or phone only in account management', async () => {
  const role = (await admin.call(roleRoutes.listRoles, { query: { q: 'ROLE_WAREHOUSE_ADMIN' } })).data.list[0]!;
  const needed: Record<string, Record<string, string>> = {
    listRolePeople: { role: role.id },
    listDoers: { what: 'call:GET /wms/warehouse' },
    listRuleOwners: { ownerType: 'USER' },
  };
  const finders: string[] = [];
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const asked = [admin, manager].flatMap((by) => namedRoutes.map(([name, route]) => ({ by, name, route })));
  for (const { by, name, route } of asked) {
    if (route.method !== 'GET' || !('q' in (route.query?._zod.def.shape ?? {})) || route.path.includes('{')) continue;
    const ask = (q: string) => by.send('GET', `${route.path}?${new URLSearchParams({ ...needed[name], q }).toString()}`);
    const named = async (q: string) => {
      const answer = await ask(q);
      return answer.status === 200 && answer.raw.toString().includes('李保平');
    };
    if (await named('lbp')) finders.push(name);
    const isGivenAway = (await named('13977778')) || (await named('hidden.mail'));
    if (isGivenAway) expect([by, KEEPS_ACCOUNTS]).toEqual([admin, expect.arrayContaining([name])]);
  }
  expect(new Set(finders)).toEqual(
    new Set([
      'find',
      'findMenuPeople',
      'findRolePeople',
      'listAccounts',
      'listAuthUsers',
      'listDoers',
      'listRolePeople',
      'listRuleOwners',
      'selectPeople',
    ]),
  );
});
