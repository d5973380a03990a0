// Test databases: one server per run, one migrated template, and a copy of it per test file.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runSingleUser } from '../src/db/bundled-owner.ts';
import { findRunner } from '../src/db/bundled-program.ts';
import { startBundled } from '../src/db/bundled.ts';
import { migrate } from '../src/db/migrate.ts';
import { restrictFunctions, createReportLogin, REPORTER } from '../src/db/report-login.ts';

/** The role that tests connect as: as in production, merely the owner of the databases. */
const OWNER = 'kuwei_plain';
const ADMIN = 'kuwei_admin';
/** Settings of a throwaway server, kept small because its data is in memory where possible. */
const PASSING = 'fsync = off\nfull_page_writes = off\nmax_wal_size = 128MB\nmin_wal_size = 32MB\n';

export interface ScratchServer {
  /** Connection string of a database for its owner. */
  url: (database: string) => string;
  /** The same for a superuser. */
  adminUrl: (database: string) => string;
  /** The same for the report login. */
  reportUrl: (database: string) => string;
  stop: () => Promise<void>;
}

/** The server at TEST_DATABASE_URL if `external` is given, else a bundled one in a temporary folder. */
export async function startScratchServer(external?: string): Promise<ScratchServer> {
  if (external !== undefined) {
    return { ...(await withPlainOwner((database) => changed(external, { pathname: `/${database}` }))), stop: async () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-test-'));
  const password = randomUUID();
  await (await startBundled(folder)).stop();
  appendFileSync(join(folder, 'pg', 'postgresql.conf'), PASSING);
  runSingleUser(findRunner(folder), join(folder, 'pg'), 'postgres', [
    `create role ${ADMIN} login superuser password '${password}'`,
  ]);
  const server = await startBundled(folder);
  return {
    url: server.url,
    adminUrl: (database) => changed(server.url(database), { username: ADMIN, password }),
    reportUrl: server.reportUrl!,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function withPlainOwner(adminUrl: ScratchServer['url']): Promise<Omit<ScratchServer, 'stop'>> {
  const password = randomUUID();
  await withClient(adminUrl('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [OWNER]);
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${OWNER} login createdb nosuperuser nobypassrls password '${password}'`,
    );
    await client.query(createReportLogin(password));
  });
  // The operator does this in each database; here in the template of all.
  await withClient(adminUrl('template1'), (client) => client.query(restrictFunctions(OWNER)));
  return {
    adminUrl,
    url: (database) => changed(adminUrl(database), { username: OWNER, password }),
    reportUrl: (database) => changed(adminUrl(database), { username: REPORTER, password }),
  };
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

/** Runs `work` on a fresh migrated database and drops it afterwards. */
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

/** @param template database to copy; must have no connections */
export async function makeDatabase(server: Pick<ScratchServer, 'url'>, name: string, template = 'template1'): Promise<void> {
  await withClient(server.url('postgres'), async (client) => {
    await client.query(drop(name));
    // Avoids writing each page to the WAL as well.
    await client.query(`create database "${name}" template "${template}" strategy file_copy`);
    // Privileges on a database are not copied.
    await client.query(`revoke temporary on database "${name}" from public`);
  });
}

const drop = (name: string): string => `drop database if exists "${name}" with (force)`;

export async function dropDatabase(server: Pick<ScratchServer, 'url'>, name: string): Promise<void> {
  await withClient(server.url('postgres'), (client) => client.query(drop(name)));
}
