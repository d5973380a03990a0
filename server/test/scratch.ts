// Databases for tests: a server that lives as long as the run, one migrated template, a copy of it for each test file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startBundled } from '../src/db/bundled.ts';
import { migrate } from '../src/db/migrate.ts';

export interface ScratchServer {
  url: (database: string) => string;
  stop: () => Promise<void>;
}

/** The server at TEST_DATABASE_URL where `external` is asked for, else a bundled one on a folder that goes with it. */
export async function startScratchServer(external?: string): Promise<ScratchServer> {
  if (external !== undefined) {
    return {
      url: (database) => {
        const url = new URL(external);
        url.pathname = `/${database}`;
        return url.href;
      },
      stop: async () => {},
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-test-'));
  const server = await startBundled(folder);
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `work` on a fresh migrated database and throws everything away afterwards. */
export async function withScratchDatabase(work: (client: Client, url: string) => Promise<void>): Promise<void> {
  const server = await startScratchServer();
  try {
    await makeDatabase(server, 'scratch');
    const client = new Client({ connectionString: server.url('scratch') });
    await client.connect();
    try {
      await migrate(client);
      await work(client, server.url('scratch'));
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

/** @param template database to copy; nobody may be connected to it */
export async function makeDatabase(server: ScratchServer, name: string, template = 'template1'): Promise<void> {
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await client.query(`drop database if exists "${name}" with (force)`);
    await client.query(`create database "${name}" template "${template}"`);
  } finally {
    await client.end();
  }
}
