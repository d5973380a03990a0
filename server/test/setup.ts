// Global setup: a database server with a migrated, seeded template that every test file copies.
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/db/open.ts';
import { migrate } from '../src/db/migrate.ts';
import { REPORTER } from '../src/db/report-login.ts';
import { seedTestWorld } from '../src/seed/demo.ts';
import { prepareData } from '../src/start.ts';
import { hashQuickly } from './_passwords.ts';
import { insertPermitsForAll } from './_permits.ts';
import { makeDatabase, startScratchServer, withClient } from './scratch.ts';

const TEMPLATE = 'kuwei_test_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  hashQuickly();
  const server = await startScratchServer(process.env['KUWEI_TEST_EXTERNAL']);
  await makeDatabase(server, TEMPLATE);
  const url = server.url(TEMPLATE);
  await withClient(url, migrate);

  const database = connect(url, { poolSize: 4, log: pino({ level: 'silent' }) }, async () => {});
  await prepareData(database.db, REPORTER);
  await seedTestWorld(database.db);
  await insertPermitsForAll(database.db);
  await database.close();
  project.provide('database', {
    template: TEMPLATE,
    base: server.url('%'),
    admin: server.adminUrl('%'),
    report: server.reportUrl('%'),
  });
  return server.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `base`: connection string with % for the database name; `admin`: for a superuser; `report`: for reports. */
    database: { template: string; base: string; admin: string; report: string };
  }
}
