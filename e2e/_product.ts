// Starts the product like a user: own data folder, demo data, one port.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import serve from '../scripts/serve.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');
const MAIN = resolve(ROOT, 'server/src/main.ts');
/** A first start takes 5 s of processor time; with many in parallel most of this is waiting. */
const START_TIMEOUT_MS = 180_000;

export const PASSWORD = 'kuwei-demo-2026';
/** Environment variable with the data folder that _prepared.ts created. */
export const PREPARED = 'KUWEI_TEST_PREPARED';

export interface Product {
  /** `http://127.0.0.1:port` */
  url: string;
  process: ChildProcess;
  dataDir: string;
  /** Server output so far. */
  output: () => string;
  isUp: () => Promise<boolean>;
  /** Stops the server but keeps its data; start() continues with it. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  start: () => Promise<void>;
  /** Stops the server and deletes its data. */
  dispose: () => Promise<void>;
}

/**
 * A free port below the ephemeral range: an outgoing connection could take an ephemeral one first, or connect to itself while
 * polling it. Above 10080, which browsers block.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 21_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

/** URL of a running product's bundled database. */
export function databaseUrlOf({ dataDir }: Product, name = 'kuwei'): string {
  const port = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(dataDir, 'pg-owner-password'), 'utf8').trim();
  return `postgres://kuwei_owner:${password}@127.0.0.1:${port}/${name}`;
}

type Settings = Record<string, string>;

/**
 * Starts a product on its own database with demo data, from a copy of the prepared folder if there is one. With DEMO given it is
 * a first start.
 * @param given additional settings, or a function of the URL that returns them
 */
export async function startProduct(given: Settings | ((url: string) => Promise<Settings>) = {}): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = typeof given === 'function' ? await given(url) : given;
  const dataDir = dataFolder(env['DEMO'] !== undefined || env['DATABASE_URL'] !== undefined);
  let output = '';
  const product: Product = {
    url,
    process: undefined as unknown as ChildProcess,
    dataDir,
    output: () => output,
    isUp: () => isUp(url),
    start: async () => {
      const child = spawn(process.execPath, [...serve.flags, MAIN], {
        env: {
          ...process.env,
          ...serve.env,
          NODE_COMPILE_CACHE: resolve(ROOT, serve.compileCache),
          DATA_DIR: dataDir,
          PORT: String(port),
          LOG_LEVEL: 'warn',
          KUWEI_FOLLOW_PARENT: '1',
          // The site's night may fall into the run: a scheduled backup would appear among the tests' own.
          SYS_BACKUP_ON: '0',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      product.process = child;
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const until = Date.now() + START_TIMEOUT_MS;
      while (!(await isUp(url))) {
        if (child.exitCode !== null || Date.now() > until) {
          child.kill('SIGKILL');
          throw new Error(`The product did not start:\n${output}`);
        }
        await sleep(50);
      }
    },
    stop: async (signal = 'SIGTERM') => {
      const child = product.process;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill(signal);
      await ended;
    },
    dispose: async () => {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await product.start();
  return product;
}

/** A new data folder: a copy of the prepared one if there is one, unless it is to be empty. */
export function dataFolder(isEmpty = false): string {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-e2e-'));
  const prepared = process.env[PREPARED];
  if (isEmpty || prepared === undefined) return folder;
  // Preserves ownership: PostgreSQL refuses a folder owned by another user.
  const { status, stderr } = spawnSync('cp', ['-a', `${prepared}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The prepared data folder was not copied: ${stderr}`);
  return folder;
}

export const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
