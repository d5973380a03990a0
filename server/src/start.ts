// Puts a server together: database, seeds, services, HTTP. Used by the program and by the tests.
import { randomBytes } from 'node:crypto';
import { EVENTS } from '@kuwei/contract/event';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Sessions } from './auth/session/sessions.ts';
import { Bus } from './bus.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import type { Database, Db } from './db/open.ts';
import { makeApp } from './http/app.ts';
import { Health } from './http/health.ts';
import { serveMetrics } from './http/metrics.ts';
import { seedBase } from './seed/base.ts';
import { keepSettings } from './sys/config/settings.ts';
import { keepWords } from './sys/dic/speak.ts';
import { CallLog } from './http/call-log.ts';
import { makeMonths } from './db/log-months.ts';
import { KeptMenu } from './sys/menu/stored.ts';
import { FileStore } from './sys/fs/store.ts';
import { openSealer } from './wms/ledger/sealer.ts';

const SEED_LOCK = 7_318_003;

/** What every installation holds, made or completed; several processes may do so at once. */
export async function prepareData(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
    await makeMonths(trx);
    await seedBase(trx);
    await trx
      .insertInto('sys_secret')
      .values({ name: 'installation', value: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export interface Server {
  app: FastifyInstance;
  services: Services;
  close: () => Promise<void>;
}

export async function makeServer(config: Config, log: Logger, database: Database): Promise<Server> {
  const { db, pool, url } = database;
  const files = new FileStore(config.dataDir);
  await files.prepare();
  const bus = new Bus(log);
  const [{ value: secret }] = await Promise.all([
    db.selectFrom('sys_secret').where('name', '=', 'installation').select('value').executeTakeFirstOrThrow(),
    // The bundled database serves one process alone.
    bus.join(url, config.databaseUrl === undefined ? null : pool),
  ]);
  await keepWords(db, bus, log);
  const settings = await keepSettings({ db, bus, log, secret, fixed: config.settings });
  // Who owes a second step now, or no more, is asked again; consoles likewise.
  settings.watch((changed) => {
    if (changed.has('SYS_SECOND_FACTOR_ROLES')) bus.tellHere({ to: 'all', ...EVENTS.rights, d: {} });
  });
  const services: Services = {
    config,
    db,
    log,
    bus,
    secret,
    sealer: openSealer(config),
    settings,
    sessions: new Sessions(db, bus, settings),
    files,
    menu: new KeptMenu(db, bus),
    calls: new CallLog(db, log),
    health: new Health({ config, settings, db, files, log }),
  };
  const app = await makeApp(services, async (made) => serveMetrics(made, () => settings.get('SYS_METRICS_TOKEN'), pool));
  return {
    app,
    services,
    close: async () => {
      await app.close();
      await services.calls.close();
      await bus.close();
    },
  };
}
