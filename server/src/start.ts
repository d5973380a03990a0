// Assembles a server: database, seeds, services, HTTP. Used by the program and by tests.
import { randomBytes } from 'node:crypto';
import { EVENTS } from '@kuwei/contract/event';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Sessions } from './session/sessions.ts';
import { Bus, RESTORED } from './bus.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import type { Database, Db } from './db/open.ts';
import { makeApp } from './http/app.ts';
import { Health } from './http/health.ts';
import { ModeCache } from './services/mode.ts';
import { serveMetrics } from './http/metrics.ts';
import { ReportDatabase, userOf } from './services/report/database.ts';
import { seedReports } from './report/shipped/seed.ts';
import { makeViews } from './report/views/schema.ts';
import { seedBase } from './seed/base.ts';
import { fillSearchColumns } from './seed/search-columns.ts';
import { loadGauges } from './maintain/gauges.ts';
import { watchLogLevel } from './maintain/utils/log-level.ts';
import { loadSettings } from './services/settings.ts';
import { watchPhraseOverrides } from './site/dic/watch-overrides.ts';
import { CallLog } from './services/call-log.ts';
import { makeMonths } from './db/log-months.ts';
import { MenuCache } from './platform/menu/stored.ts';
import { FileStore } from './services/file/store.ts';
import { openSealer } from './services/sealer.ts';

const SEED_LOCK = 7_318_003;

/**
 * Creates or completes the data that every installation has; several processes may do so at once.
 * @param reporter login for reports
 */
export async function prepareData(db: Db, reporter: string | null = null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
    await makeMonths(trx);
    await makeViews(trx, reporter);
    await seedBase(trx);
    await seedReports(trx);
    await trx
      .insertInto('sys_secret')
      .values({ name: 'installation', value: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await fillSearchColumns(db);
}

export interface Server {
  app: FastifyInstance;
  services: Services;
  close: () => Promise<void>;
}

/** Switches to restored data. The sealer is updated in place, for existing references. */
async function reloadRestoredData({ db, bus, secret }: Services, reporter: string | null): Promise<void> {
  const found = await db.selectFrom('sys_secret').where('name', '=', 'installation').select('value').executeTakeFirst();
  found?.value.copy(secret);
  bus.lookAgain();
  await prepareData(db, reporter);
}

export async function makeServer(config: Config, log: Logger, database: Database): Promise<Server> {
  const { db, pool, url } = database;
  const files = new FileStore(config.dataDir);
  await files.prepare();
  const bus = new Bus(log);
  const [{ value: secret }] = await Promise.all([
    db.selectFrom('sys_secret').where('name', '=', 'installation').select('value').executeTakeFirstOrThrow(),
    // The bundled database serves one process, unless its address was given to another one.
    bus.join(url, pool, config.databaseUrl === undefined),
  ]);
  await watchPhraseOverrides(db, bus, log);
  await watchLogLevel({ db, bus, log });
  const settings = await loadSettings({ db, bus, log, secret, fixed: config.settings });
  // Sessions and consoles re-evaluate who has to enter a second factor.
  settings.watch((changed) => {
    if (changed.has('SYS_SECOND_FACTOR_ROLES')) bus.publishLocally({ to: 'all', ...EVENTS.rights, d: {} });
  });
  const mode = new ModeCache(db, bus);
  const services: Services = {
    config,
    db,
    url,
    log,
    bus,
    secret,
    sealer: openSealer(config),
    settings,
    sessions: new Sessions(db, bus, settings),
    files,
    menu: new MenuCache(db, bus),
    mode,
    reports: new ReportDatabase(database.reportUrl, db, log),
    calls: new CallLog(db, log),
    health: new Health({ config, settings, db, files, mode, log }),
  };
  bus.subscribe(({ bc, fc }) => {
    if (bc !== RESTORED.bc || fc !== RESTORED.fc) return undefined;
    return reloadRestoredData(services, userOf(database.reportUrl)).catch((error: unknown) =>
      log.error({ err: error }, 'a backup was put back, and not all of it is gone by: restart this process'),
    );
  });
  const app = await makeApp(services, async (made) =>
    serveMetrics(made, {
      tokenNow: () => settings.get('SYS_METRICS_TOKEN'),
      pool,
      loadGauges: () => loadGauges(services),
    }),
  );
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
