// Databases to restore a backup into without touching the one that is used: beside it on the same server where the role may make
// one, else on the PostgreSQL that comes with the program.
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DATABASE } from '../../db/bundled-owner.ts';
import { startBundled } from '../../db/bundled.ts';
import { Fault } from '../archive/fault.ts';

export interface Scratch {
  url: string;
  /** Does not fail: what has been done with it is done, and what is left is removed by the next. */
  drop: () => Promise<void>;
}

interface Where {
  /** Of the database that is used. */
  url: string;
  /** For one that is made here. */
  dataDir: string;
}

/** PostgreSQL's codes for what the role may not do, and for a database that somebody else is connected to. */
const CREATE_REFUSED_CODES = new Set(['42501', '55006']);

/** One at a time: what is left of one that was cut off is removed by the next. @throws Fault NO_SCRATCH */
export async function makeScratch({ url, dataDir }: Where): Promise<Scratch> {
  const scratch = (await createScratchBeside(url)) ?? (await startScratchServer(dataDir));
  return { ...scratch, drop: () => scratch.drop().catch(() => {}) };
}

/** Several installations may share a server. @param used name of the database of this one */
export const scratchNameOf = (used: string): string =>
  `kuwei_scratch_${createHash('sha256').update(used).digest('hex').slice(0, 12)}`;

async function createScratchBeside(url: string): Promise<Scratch | null> {
  const client = new Client({ connectionString: url, application_name: `kuwei-maintain:${process.pid}` });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; at: Record<string, string | null>; encoding: string }>(
      `select d.datname::text as name, to_jsonb(d) as at, pg_encoding_to_char(d.encoding) as encoding
         from pg_database d where d.datname = current_database()`,
    );
    const { name: used, at, encoding } = rows[0]!;
    const name = scratchNameOf(used);
    const text = (value: string | null | undefined): string => `'${(value ?? '').replaceAll("'", "''")}'`;
    const locale = at['datlocale'] ?? at['daticulocale'];
    const provider =
      at['datlocprovider'] === 'i'
        ? `locale_provider icu icu_locale ${text(locale)}`
        : at['datlocprovider'] === 'b'
          ? `locale_provider builtin builtin_locale ${text(locale)}`
          : 'locale_provider libc';
    try {
      await dropScratch(client, name);
      await client.query(
        `create database ${name} template template0 encoding ${text(encoding)} ${provider}
           lc_collate ${text(at['datcollate'])} lc_ctype ${text(at['datctype'])}`,
      );
    } catch (error) {
      if (CREATE_REFUSED_CODES.has((error as { code?: string }).code ?? '')) return null;
      throw error;
    }
    const address = new URL(url);
    address.pathname = `/${name}`;
    return { url: address.href, drop: () => withClient(url, (each) => dropScratch(each, name)) };
  } finally {
    await client.end();
  }
}

/**
 * Not by force: that fails with "permission denied to terminate process" while autovacuum is at work there, unless the role is a
 * superuser. Left to itself the database asks autovacuum to end, and waits five seconds for those who are leaving.
 */
async function dropScratch(client: Client, name: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user', [
    name,
  ]);
  await client.query(`drop database if exists ${name}`);
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function startScratchServer(dataDir: string): Promise<Scratch> {
  const folder = join(dataDir, 'scratch');
  try {
    if (existsSync(folder)) {
      await (await startBundled(folder)).stop();
      rmSync(folder, { recursive: true, force: true });
    }
    const server = await startBundled(folder);
    server.endWithThis();
    await withClient(server.url('postgres'), (client) => client.query(`create database ${DATABASE}`));
    return {
      url: server.url(DATABASE),
      drop: async () => {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    throw new Fault('NO_SCRATCH', { detail: (error as Error).message }, error);
  }
}
