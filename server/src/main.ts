// The program: opens the database, brings it up to date, serves, and ends cleanly.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { configOf, type Config } from './config.ts';
import { openDatabase } from './db/open.ts';
import { makeLog } from './log.ts';
import { backupBeforeUpgrade } from './maintain/upgrade/before.ts';
import { StartProblem } from './problem.ts';
import { demoAccounts } from './seed/demo-people.ts';
import { firstStart } from './seed/first-start.ts';
import { userOf } from './services/report/database.ts';
import { makeServer, prepareData } from './start.ts';

const PARENT_CHECK_MS = 500;
/** By then the jobs have begun as well. */
const STARTED_MS = 2_000;
/** For what is under way. Whoever stops the program kills it after a while, and the bundled database with it. */
const REST_MS = 5_000;
/** Asked before anything else: it may be gone by the time this serves. */
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
    await firstStart(server.services);
    await atAddress(server.app.listen({ host: config.host, port: config.port }), config);
  } catch (error) {
    await server?.close();
    await database.close();
    throw error;
  }
  log.info({ host: config.host, port: config.port }, 'ready');
  announce(config);

  const { close, services } = server;
  // Loaded when answers are given already: nobody waits for it.
  const jobs = import('./jobs.ts').then(({ startJobs }) => startJobs(services, database.url));
  // What was read and compiled to start is garbage, and would be kept for as long as little happens.
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
  // The starter may be killed without a chance to pass it on: then nobody would be left to end this process.
  if (process.env['KUWEI_FOLLOW_PARENT'] === '1') {
    setInterval(() => process.ppid !== PARENT && end('parent gone'), PARENT_CHECK_MS).unref();
  }
}

/** Before data is made: what is shown once, at the first start, is not shown for nothing. */
async function assertAvailable(config: Config): Promise<void> {
  // Whoever comes already, as health checks do, would hold it open.
  const trial = createServer((socket) => socket.destroy());
  const opened = new Promise<void>((resolve, reject) => {
    trial.once('error', reject).listen({ host: config.host, port: config.port }, resolve);
  });
  await atAddress(opened, config);
  await new Promise((resolve) => trial.close(resolve));
}

/** @throws StartProblem where nobody can listen there */
async function atAddress(listening: Promise<unknown>, { host, port }: Config): Promise<void> {
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
  // For people, not for the log on standard output, which may be kept elsewhere.
  console.error(`\n  Kuwei is ready at http://${shown}:${port}\n`);
  if (demo) console.error(`${demoAccounts()}\n`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(1);
});
