// Scratch databases for restores: on the same server if the role may create databases, else on the bundled PostgreSQL.
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DATABASE } from '../../db/bundled-owner.ts';
import { startBundled } from '../../db/bundled.ts';
import { Fault } from '../archive/fault.ts';

export interface Scratch {
  url: string;
  /** Never fails: leftovers are removed by the next run. */
  drop: () => Promise<void>;
}

interface Where {
  /** Of the live database. */
  url: string;
  /** For the bundled server. */
  dataDir: string;
}

/** PostgreSQL's codes for a missing privilege, and for a database with other connections. */
const CREATE_REFUSED_CODES = new Set(['42501', '55006']);

/** One at a time; removes leftovers of an interrupted run. @throws Fault NO_SCRATCH */
export async function makeScratch({ url, dataDir }: Where): Promise<Scratch> {
  const scratch = (await createScratchBeside(url)) ?? (await startScratchServer(dataDir));
  return { ...scratch, drop: () => scratch.drop().catch(() => {}) };
}

/** Unique per installation, since several may share a server. @param used name of the live database */
export const scratchNameOf = (used: string): string =>
  `kuwei_scratch_${createHash('sha256').update(used).digest('hex').slice(0, 12)}`;

/** Drops what a killed process has left. Call under the lock of maintenance work. */
export async function dropLeftoverScratch({ url, dataDir }: Where): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ used: string }>('select current_database()::text as used');
    const name = scratchNameOf(rows[0]!.used);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount! > 0) await dropScratch(client, name);
  });
  await removeScratchServer(join(dataDir, 'scratch'));
}

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
 * Without FORCE, which fails with "permission denied to terminate process" while autovacuum is active there, unless the role is a
 * superuser. A plain drop asks autovacuum to stop and waits five seconds for leaving sessions.
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

/** Removes a scratch server that a killed process has left. It may still run: starting it takes it over. */
async function removeScratchServer(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await (await startBundled(folder)).stop();
  rmSync(folder, { recursive: true, force: true });
}

async function startScratchServer(dataDir: string): Promise<Scratch> {
  const folder = join(dataDir, 'scratch');
  try {
    await removeScratchServer(folder);
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
