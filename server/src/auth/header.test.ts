// Client headers: the page role only narrows rights, the device id only binds a refresh to its session.
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import type { Route } from '@kuwei/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const user = await world.as('admin');
  await world.services.db.insertInto('sys_user_role').values({ user_id: user.id, role_code: 'ROLE_TEACHER' }).execute();
  admin = await world.as('admin');
});
afterAll(() => world.end());

type Reply = TokenPair & { code?: string; username?: string };
/** Over a real connection, so that repeated headers arrive as sent. */
async function send(
  { method, path }: Route,
  headers: Record<string, string | string[]>,
  body?: object,
): Promise<{ status: number; body: Reply }> {
  const { port } = world.app.server.address() as AddressInfo;
  const more = body ? { 'content-type': 'application/json' } : {};
  const sent = request({ port, host: '127.0.0.1', method, path: `/api${path}`, agent: false, headers: { ...headers, ...more } });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, body: (await json(response)) as Reply };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('[F-A7][security 21] the page role narrows rights, however it is written; without one no role counts', async () => {
  const asked = async (...roles: string[]) => {
    const active: Record<string, string | string[]> =
      roles.length === 0 ? {} : { 'X-Page-Role': roles.length === 1 ? roles[0]! : roles };
    const { status, body } = await send(proxyRoutes.listAuthRoles, { ...bearer(admin.token), ...active });
    return status === 200 ? 'OK' : body.code;
  };
  expect([await asked(), await asked(''), await asked('ROLE_ADMIN')]).toEqual(['PAGE_ROLE', 'PAGE_ROLE', 'OK']);
  expect(await asked('ROLE_TEACHER')).toBe('FORBIDDEN');
  for (const roles of [
    ['ROLE_SUPPLIER'],
    ['ROLE_NOBODY'],
    ['role_admin'],
    ['Role_Admin'],
    ['ROLE_ADMIN,ROLE_TEACHER'],
    ['ROLE_TEACHER', 'ROLE_ADMIN'],
    ['ROLE_ADMIN', 'ROLE_ADMIN'],
    ['', 'ROLE_ADMIN'],
    ['["ROLE_ADMIN"]'],
    ['ROLE_ADMIN;'],
    ['POWER_ROLE_MANAGE'],
    ['__proto__'],
  ])
    expect(await asked(...roles), JSON.stringify(roles)).toBe('PAGE_ROLE');
});

test("[security 23] a device id identifies no user: odd ones do no harm, another person's gives nothing", async () => {
  const teacher = await world.as('teacher');
  const theirs = await world.services.db
    .selectFrom('sys_session')
    .where('user_id', '=', admin.id)
    .select('device_id')
    .executeTakeFirstOrThrow();
  const devices = ['x'.repeat(8_192), "'; drop table sys_session; --", '{"$ne":1}', admin.id, theirs.device_id, '../../etc', ''];
  for (const device of devices) {
    const name = { 'X-Driver-Id': device };
    const me = await send(userRoutes.getMe, { ...bearer(teacher.token), ...name });
    expect([me.status, me.body.username], device.slice(0, 40)).toEqual([200, 'teacher']);
    expect((await send(userRoutes.getMe, name)).body.code).toBe('UNAUTHORIZED');

    const login = { username: 'teacher', password: DEMO_PASSWORD };
    const pair = (await send(tokenRoutes.login, name, login)).body;
    const [other, again] = [{ 'X-Driver-Id': 'another' }, { rtoken: pair.rtoken }];
    const next = await send(tokenRoutes.refresh, name, again);
    expect(next.status).toBe(200);
    expect((await send(userRoutes.getMe, { ...bearer(next.body.token), ...other })).body.username).toBe('teacher');
    // On another device it counts as stolen.
    expect((await send(tokenRoutes.refresh, other, { rtoken: next.body.rtoken })).body.code).toBe('SIGN_FAIL');
    expect((await send(userRoutes.getMe, bearer(next.body.token))).status).toBe(401);
  }
  const kept = await world.services.db.selectFrom('sys_session').select('device_id').execute();
  expect(Math.max(...kept.map(({ device_id: id }) => id.length))).toBeLessThanOrEqual(64);
  expect((await send(userRoutes.getMe, { ...bearer(admin.token), 'X-Driver-Id': ['a', 'b'] })).status).toBe(200);
});
