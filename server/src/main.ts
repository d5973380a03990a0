// Entry point: opens and migrates the database, serves, and shuts down cleanly.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { configOf, type Config } from './config.ts';
import { openDatabase } from './db/open.ts';
import { makeLog } from './log.ts';
import { backupBeforeUpgrade } from './maintain/upgrade/backup-before.ts';
import { StartProblem } from './problem.ts';
import { demoAccounts } from './seed/demo-people.ts';
import { seedOnFirstStart } from './seed/first-start.ts';
import { userOf } from './services/report/database.ts';
import { makeServer, prepareData } from './start.ts';

const PARENT_CHECK_MS = 500;
/** Jobs have started by then as well. */
const STARTED_MS = 2_000;
/** Grace period for work in progress. A supervisor kills the process after a while, and the bundled database with it. */
const REST_MS = 5_000;
/** Read first: the parent may be gone by the time this serves. */
const PARENT = process.ppid;

async function main(): Promise<void> {
  const config = configOf(process.env);
  const log = makeLog(config.logLevel);
  const kind = config.databaseUrl === undefined ? 'bundled' : 'external';
  log.info({ version: config.version, node: process.version, database: kind }, 'starting');
  await assertAvailable(config);
  const backup = backupBeforeUpgrade(config, log);
  const { databaseUrl: url, reportDatabaseUrl: reportUrl, dataDir, poolSize } = config;
  const database = await openDatabase({ url, reportUrl, dataDir, poolSize, log, beforeUpgrade: backup.before });
  let server;
  try {
    await prepareData(database.db, userOf(database.reportUrl));
    await backup.note(database.db);
    server = await makeServer(config, log, database);
    await seedOnFirstStart(server.services);
    await explainListenError(server.app.listen({ host: config.host, port: config.port }), config);
  } catch (error) {
    await server?.close();
    await database.close();
    throw error;
  }
  log.info({ host: config.host, port: config.port }, 'ready');
  announce(config);

  const { close, services } = server;
  // Imported after the server listens, so that it does not delay the first reply.
  const jobs = import('./jobs.ts').then(({ startJobs }) => startJobs(services, database.url));
  // Source text and compiler data from start-up are garbage that an idle process would not collect.
  setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), STARTED_MS).unref();
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'ending');
    services.health.drain();
    const atRest = (): Promise<void> => jobs.then(({ stop }) => stop()).then(close);
    void sleep(config.drainMs)
      .then(() => Promise.race([atRest(), sleep(REST_MS).then(() => log.warn('ending with work under way'))]))
      .then(database.close)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not end cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  // A starter that is killed cannot forward the signal: without this check the process would never end.
  if (process.env['KUWEI_FOLLOW_PARENT'] === '1') {
    setInterval(() => process.ppid !== PARENT && end('parent gone'), PARENT_CHECK_MS).unref();
  }
}

/** Checks the port before data is created: the administrator's password is shown only once, at the first start. */
async function assertAvailable(config: Config): Promise<void> {
  // Early connections, such as health checks, would keep it open.
  const trial = createServer((socket) => socket.destroy());
  const opened = new Promise<void>((resolve, reject) => {
    trial.once('error', reject).listen({ host: config.host, port: config.port }, resolve);
  });
  await explainListenError(opened, config);
  await new Promise((resolve) => trial.close(resolve));
}

/** @throws StartProblem if the address cannot be listened on */
async function explainListenError(listening: Promise<unknown>, { host, port }: Config): Promise<void> {
  try {
    await listening;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartProblem(`Port ${port} on ${host} is in use: stop what uses it, or set PORT to another one.`);
    if (code === 'EACCES') throw new StartProblem(`Port ${port} may not be used by this user: set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartProblem(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}

function announce({ host, port, demo }: Config): void {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  // For people; not part of the log on standard output, which may be stored elsewhere.
  console.error(`\n  Kuwei is ready at http://${shown}:${port}\n`);
  if (demo) console.error(`${demoAccounts()}\n`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(1);
});
