// The bundled PostgreSQL server: initialises, starts, takes over and stops it.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartProblem } from '../problem.ts';
import {
  hasOwner,
  makeOwner,
  makeReportLogin,
  OWNER,
  ownerPassword,
  reporterPassword,
  SUPERUSER,
  superuserPassword,
} from './bundled-owner.ts';
import { findRunner, type Runner } from './bundled-program.ts';
import { stopDatabaseOnExit } from './bundled-watch.ts';
import { freePort } from './free-port.ts';
import { REPORTER } from './report-login.ts';

const START_TIMEOUT_MS = 30_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const WATCH_MS = 250;
/** pg_hba.conf: TCP from this machine, with a password. */
const CONNECTIONS = 'host all all 127.0.0.1/32 scram-sha-256\n';

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  log_min_messages: 'warning',
  password_encryption: 'scram-sha-256',
};

export interface BundledDatabase {
  /** Connection string for a database. */
  url: (database: string) => string;
  /** The same for reports; null until their login exists, which is created while the server is stopped. */
  reportUrl: ((database: string) => string) | null;
  /** Ties the server's life to this process, however that ends. For the process that holds the data folder. */
  endWithThis: () => void;
  stop: () => Promise<void>;
}

/**
 * Starts the bundled PostgreSQL on `folder`, or takes over the server that a killed process left running.
 * @throws StartProblem if this machine cannot run it, or the folder belongs to a newer version
 */
export async function startBundled(folder: string): Promise<BundledDatabase> {
  makeFolder(folder);
  const runner = findRunner(folder);
  const data = join(folder, 'pg');
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(runner, folder, data);
  assertSameVersion(runner, data);
  if (!hasOwner(folder)) {
    await stopOrphanedServer(folder, data);
    makeOwner(runner, folder, data);
  }
  if (reporterPassword(folder) === null && !readPostmaster(data)) makeReportLogin(runner, folder, data);
  const password = ownerPassword(folder);
  const port = await launchOrTakeOver(runner, folder, data, password);
  const reporter = reporterPassword(folder);
  return {
    ...supervise(runner, folder, data, port, urlOf(port, password)),
    reportUrl: reporter === null ? null : urlOf(port, reporter, REPORTER),
  };
}

/**
 * Retries while a server that is shutting down, or whose sessions still hold its shared memory, blocks the start.
 * @returns the port of the running server
 */
async function launchOrTakeOver(runner: Runner, folder: string, data: string, password: string): Promise<number> {
  for (const until = Date.now() + START_TIMEOUT_MS; ; await sleep(WATCH_MS)) {
    const isBlocked = existsSync(join(data, 'postmaster.pid'));
    const running = readPostmaster(data);
    if (running && (await acceptsQueries(urlOf(running.port, password)('postgres')))) return running.port;
    const port = await freePort();
    try {
      await launch(runner, folder, data, port, urlOf(port, password)('postgres'));
      return port;
    } catch (error) {
      if (!isBlocked || Date.now() > until) throw error;
    }
  }
}

/**
 * Connection strings of the server running on `folder`, whichever process started it; null if there is none.
 * @throws StartProblem if the folder is not ours
 */
export async function findBundled(folder: string): Promise<BundledDatabase['url'] | null> {
  const data = join(folder, 'pg');
  if (!existsSync(join(data, 'PG_VERSION')))
    throw new StartProblem(`There is no database in ${folder}: set DATA_DIR to its data folder.`);
  const running = readPostmaster(data);
  if (!running || !hasOwner(folder)) return null;
  const url = urlOf(running.port, ownerPassword(folder));
  return (await acceptsQueries(url('postgres'))) ? url : null;
}

const urlOf =
  (port: number, password: string, user = OWNER): BundledDatabase['url'] =>
  (database) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Starts the server on a port and waits until it answers. */
async function launch(runner: Runner, folder: string, data: string, port: number, probe: string): Promise<void> {
  const log = join(folder, 'pg.log');
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log);
  const output = openSync(log, 'a', 0o600);
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = runner.spawn('postgres', ['-D', data, ...settings], { detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  let exit: number | string | null = null;
  child.on('exit', (code, signal) => (exit = code ?? signal ?? 1));
  child.on('error', (error) => (exit = error.message));
  child.unref();

  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await acceptsQueries(probe))) {
    if (exit !== null || Date.now() > until) {
      throw new StartProblem(`The bundled PostgreSQL did not start (${exit ?? 'no answer'}). Its log is ${log}.`);
    }
    await sleep(20);
  }
}

/** Restarts a server that was killed, on the same port, so that the pool reconnects. */
function supervise(
  runner: Runner,
  folder: string,
  data: string,
  port: number,
  url: (database: string) => string,
): Omit<BundledDatabase, 'reportUrl'> {
  let releaseWatcher = (): void => {};
  let stopping = false;
  let starting: Promise<void> = Promise.resolve();
  let busy = false;
  const watch = setInterval(() => {
    if (busy || stopping || readPostmaster(data)) return;
    busy = true;
    // Sessions of the killed server may hold its shared memory for a moment: the start fails and is retried.
    starting = launch(runner, folder, data, port, url('postgres'))
      .catch(() => {})
      .finally(() => (busy = false));
  }, WATCH_MS);
  watch.unref();
  return {
    url,
    endWithThis: () => {
      releaseWatcher = stopDatabaseOnExit(join(data, 'postmaster.pid'));
    },
    stop: async () => {
      stopping = true;
      clearInterval(watch);
      await starting;
      await stopPostmaster(readPostmaster(data)?.pid);
      releaseWatcher();
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `DATA_DIR ${folder} is no folder: set it to one.`
        : `The data folder ${folder} cannot be written (${code}): set DATA_DIR to a folder that this user may write to.`,
    );
  }
}

function initialise(runner: Runner, folder: string, data: string): void {
  // Initialised elsewhere and renamed, so that an interrupted first start leaves nothing incomplete.
  const making = `${data}.${process.pid}.new`;
  runner.own(folder);
  const made = runner.run('initdb', [
    `--pgdata=${making}`,
    `--username=${SUPERUSER}`,
    '--auth=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
  ]);
  if (made.status !== 0) {
    rmSync(making, { recursive: true, force: true });
    throw new StartProblem(
      `The bundled PostgreSQL could not make its data folder in ${folder}: ${made.stderr.trim().split('\n').at(-1)}`,
    );
  }
  writeFileSync(join(making, 'pg_hba.conf'), CONNECTIONS);
  if (existsSync(data)) rmSync(making, { recursive: true, force: true });
  else renameSync(making, data);
}

/** Stops a server that a killed process of an earlier version left running. @throws StartProblem if it has connections */
async function stopOrphanedServer(folder: string, data: string): Promise<void> {
  const running = readPostmaster(data);
  if (!running) return;
  const client = new Client(urlOf(running.port, superuserPassword(folder) ?? '', SUPERUSER)('postgres'));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (rowCount) throw new StartProblem(`Another server runs on the data folder ${folder}. Stop it first.`);
  } finally {
    await client.end().catch(() => {});
  }
  await stopPostmaster(running.pid);
}

function assertSameVersion(runner: Runner, data: string): void {
  const folderVersion = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'));
  const ownVersion = Number(/\(PostgreSQL\) (\d+)/.exec(runner.run('postgres', ['--version']).stdout)?.[1]);
  if (folderVersion !== ownVersion) {
    throw new StartProblem(
      `The data folder ${data} was made by PostgreSQL ${folderVersion}, this program brings PostgreSQL ${ownVersion}.`,
    );
  }
}

/** The running server from its PID file; null if there is none or its process is gone. */
function readPostmaster(data: string): { pid: number; port: number } | null {
  const note = join(data, 'postmaster.pid');
  if (!existsSync(note)) return null;
  const lines = readFileSync(note, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 && isAlive(pid) ? { pid, port } : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function stopPostmaster(pid: number | undefined): Promise<void> {
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT'); // PostgreSQL's fast shutdown: ends sessions, writes a checkpoint
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 20) await sleep(20);
}

/** Whether the server accepts queries; false while it starts, recovers or is down. */
async function acceptsQueries(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
