// npm run admin: manages administrator accounts when sign-in is impossible. Works with or without a running server.
import { parseArgs } from 'node:util';
import {
  createAdministrator,
  endAccountSessions,
  listAdministrators,
  resetAccount,
  setLocked,
} from '../server/src/auth/admin-account.ts';
import { configOf } from '../server/src/config.ts';
import { attachDatabase, type Db } from '../server/src/db/open.ts';
import { makeLog } from '../server/src/log.ts';
import { StartProblem } from '../server/src/problem.ts';
import listed from './commands.json' with { type: 'json' };
import { exitWithError } from './failed.ts';

const once = (password: string): string => `One-time password, shown this once: ${password}`;

const actions: Readonly<Record<string, (db: Db, username: string, name: string) => Promise<string>>> = {
  create: async (db, username, name) => once(await createAdministrator(db, username, name)),
  reset: async (db, username) => once(await resetAccount(db, username)),
  'end-sessions': async (db, username) => `Sessions ended: ${await endAccountSessions(db, username)}`,
  lock: async (db, username) => (await setLocked(db, username, true), `${username} is locked and signed out.`),
  unlock: async (db, username) => (await setLocked(db, username, false), `${username} can sign in.`),
};

async function list(db: Db): Promise<string> {
  const accounts = await listAdministrators(db);
  const rows = accounts.map(({ username, name, state, lastSignInAt, sessions }) =>
    [
      username,
      name,
      state === 'ACTIVE' ? 'active' : 'locked',
      `last sign-in ${lastSignInAt ?? 'never'}`,
      `sessions ${sessions}`,
    ].join('\t'),
  );
  return rows.length > 0 ? rows.join('\n') : 'There is no administrator: create one.';
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { name: { type: 'string' } }, allowPositionals: true });
  const [verb = 'list', username = '', ...more] = positionals;
  const action = actions[verb];
  if (more.length > 0 || (verb === 'list') !== (username === '') || (verb !== 'list' && !action))
    throw new StartProblem(`Usage: ${listed.commands.admin.usage}`);
  const { databaseUrl, dataDir } = configOf(process.env);
  const database = await attachDatabase({ url: databaseUrl, dataDir, poolSize: 2, log: makeLog('warn') });
  try {
    console.log(action ? await action(database.db, username, values.name ?? username) : await list(database.db));
  } finally {
    await database.close();
  }
}

main().then(() => process.exit(0), exitWithError);
