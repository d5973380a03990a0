// Databases for tests: a server that lives as long as the run, one migrated template, a copy of it for each test file.
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

/** Who signs in for the tests: as in a real installation, the owner of the databases and nothing more. */
const OWNER = 'kuwei_plain';
const ADMIN = 'kuwei_admin';
/** Settings of a server that nothing is to outlive: it lies in memory where it can, and is to stay small there. */
const PASSING = 'fsync = off\nfull_page_writes = off\nmax_wal_size = 128MB\nmin_wal_size = 32MB\n';

export interface ScratchServer {
  /** Connection string of a database, signed in as its plain owner. */
  url: (database: string) => string;
  /** The same for whoever keeps the database server, a superuser. */
  adminUrl: (database: string) => string;
  /** The same for the login of reports. */
  reportUrl: (database: string) => string;
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
  // As the operator does it in each database of theirs; here in what databases are made after.
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
    await client.query(drop(name));
    // Half the work of writing each page to the log as well.
    await client.query(`create database "${name}" template "${template}" strategy file_copy`);
    // Rights on a database are not copied with it.
    await client.query(`revoke temporary on database "${name}" from public`);
  });
}

const drop = (name: string): string => `drop database if exists "${name}" with (force)`;

export async function dropDatabase(server: Pick<ScratchServer, 'url'>, name: string): Promise<void> {
  await withClient(server.url('postgres'), (client) => client.query(drop(name)));
}
