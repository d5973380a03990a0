import { join, resolve } from 'node:path';
import { userRoutes } from '@kuwei/contract/auth/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../e2e/_run.ts';
import listed from './commands.json' with { type: 'json' };
import { createAdministrator, endAccountSessions, resetAccount, setLocked } from '../server/src/auth/admin-account.ts';
import packageFile from '../package.json' with { type: 'json' };
import { openWorld, type World } from '../server/test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

const admin = (...args: string[]): Promise<Ended> =>
  run([process.execPath, join(import.meta.dirname, 'admin.ts'), ...args], { DATABASE_URL: world.database.url });
const passwordIn = ({ output }: Ended): string => output.replace(/^.*shown this once: /, '');
const signIn = async (username: string, password: string): Promise<number> =>
  (await world.app.inject({ method: 'POST', url: '/api/auth/auth/token/login', payload: { username, password } })).statusCode;

test("[F-O2] the first administrator's password can be reset while the server runs", async () => {
  const before = await world.as('admin', 'ROLE_ADMIN');
  expect((await before.call(userRoutes.getMe)).status).toBe(200);

  const reset = await admin('reset', 'ADMIN');
  expect(reset.code).toBe(0);
  // Notified through the database on commit.
  await expect.poll(async () => (await before.call(userRoutes.getMe)).status).toBe(401);
  expect(await signIn('admin', passwordIn(reset))).toBe(200);

  const { db } = world.services;
  const created = await createAdministrator(db, 'second.admin', '第二管理员');
  expect(await signIn('second.admin', created)).toBe(200);
  await expect(createAdministrator(db, 'Second.Admin', 'x')).rejects.toThrow(/already an account/);
  expect((await admin('list')).output).toMatch(/^second\.admin\t第二管理员\tactive\t.*sessions 1$/m);
  expect(await endAccountSessions(db, 'second.admin')).toBe(1);

  await setLocked(db, 'second.admin', true);
  expect(await signIn('second.admin', created)).toBe(401);
  await expect(setLocked(db, 'admin', true)).rejects.toThrow(/last administrator/);
  expect(await signIn('admin', passwordIn(reset))).toBe(200);
  await setLocked(db, 'second.admin', false);
  expect(await signIn('second.admin', created)).toBe(200);
  await expect(resetAccount(db, 'nobody-here')).rejects.toThrow('There is no account nobody-here.');
  const { rows } = await world.database.pool.query<{ action: string }>(
    "select action from sys_log where action like 'COMMAND %' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual(
    ['reset', 'create', 'end-sessions', 'lock', 'unlock'].map((step) => `COMMAND ${step}`),
  );
});

const npm = (...args: string[]): Promise<Ended> => run([process.execPath, resolve(import.meta.dirname, 'run.mjs'), ...args], {});
const commands = Object.keys(listed.commands);

async function expectExplained(some: readonly string[]): Promise<void> {
  for (const command of some) {
    expect(await npm(command, '--help'), command).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage: npm/) });
    const refused = await npm(command, '--no-such-option');
    expect(refused.code, command).toBe(1);
    expect(refused.output, command).toMatch(/--no-such-option/);
    expect(refused.output, command).not.toMatch(/ {4}at /);
  }
}

test('[F-O8] every command has help, and rejects unknown arguments before it starts anything', { tags: ['long'] }, () =>
  expectExplained(commands),
);

test('[F-O8] commands match the npm scripts, have help, and reject unknown arguments', async () => {
  const scripts = Object.keys(packageFile.scripts);
  expect(commands.toSorted()).toEqual(scripts.toSorted());
  await expectExplained(['admin', 'test']);
  expect((await npm('nothing')).output).toBe(`There is no command nothing. Commands: ${commands.join(', ')}.`);
  expect((await admin('frobnicate', 'x')).output).toMatch(/^Usage: npm run admin/);
});
