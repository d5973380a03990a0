// Databases for tests: a server that lives as long as the run, one migrated template, a copy of it for each test file.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runAlone } from '../src/db/bundled-owner.ts';
import { findRunner } from '../src/db/bundled-program.ts';
import { startBundled } from '../src/db/bundled.ts';
import { migrate } from '../src/db/migrate.ts';

/** Who signs in for the tests: as in a real installation, the owner of the databases and nothing more. */
const OWNER = 'kuwei_plain';
const ADMIN = 'kuwei_admin';

export interface ScratchServer {
  /** Connection string of a database, signed in as its plain owner. */
  url: (database: string) => string;
  /** The same for whoever keeps the database server, a superuser. */
  adminUrl: (database: string) => string;
  stop: () => Promise<void>;
}

/** The server at TEST_DATABASE_URL where `external` is asked for, else a bundled one on a folder that goes with it. */
export async function startScratchServer(external?: string): Promise<ScratchServer> {
  if (external !== undefined) {
    return { ...(await withPlainOwner((database) => changed(external, { pathname: `/${database}` }))), stop: async () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-test-'));
  const password = randomUUID();
  await (await startBundled(folder)).stop();
  // Nothing of it is to outlive the machine.
  appendFileSync(join(folder, 'pg', 'postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
  runAlone(findRunner(folder), join(folder, 'pg'), 'postgres', [`create role ${ADMIN} login superuser password '${password}'`]);
  const server = await startBundled(folder);
  return {
    url: server.url,
    adminUrl: (database) => changed(server.url(database), { username: ADMIN, password }),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function withPlainOwner(adminUrl: ScratchServer['url']): Promise<Pick<ScratchServer, 'url' | 'adminUrl'>> {
  const password = randomUUID();
  await withClient(adminUrl('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [OWNER]);
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${OWNER} login createdb nosuperuser nobypassrls password '${password}'`,
    );
  });
  return { adminUrl, url: (database) => changed(adminUrl(database), { username: OWNER, password }) };
}

function changed(address: string, parts: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>): string {
  return Object.assign(new URL(address), parts).href;
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` on a fresh migrated database and throws everything away afterwards. */
export async function withScratchDatabase(work: (client: Client, url: string) => Promise<void>): Promise<void> {
  const server = await startScratchServer();
  try {
    await makeDatabase(server, 'scratch');
    await withClient(server.url('scratch'), async (client) => {
      await migrate(client);
      await work(client, server.url('scratch'));
    });
  } finally {
    await server.stop();
  }
}

/** @param template database to copy; nobody may be connected to it */
export async function makeDatabase(server: Pick<ScratchServer, 'url'>, name: string, template = 'template1'): Promise<void> {
  await withClient(server.url('postgres'), async (client) => {
    await client.query(`drop database if exists "${name}" with (force)`);
    await client.query(`create database "${name}" template "${template}"`);
  });
}
