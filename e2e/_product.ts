// Starts the product as a user would find it: its own data folder, the demo world, one port.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import serve from '../scripts/serve.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');
const MAIN = resolve(ROOT, 'server/src/main.ts');
/** A first start takes 5 s of a processor: where many want one, it waits its turn for most of this. */
const START_TIMEOUT_MS = 180_000;

export const PASSWORD = 'kuwei-demo-2026';
/** The setting that names the data folder which _prepared.ts made. */
export const PREPARED = 'KUWEI_TEST_PREPARED';

export interface Product {
  /** `http://127.0.0.1:port` */
  url: string;
  process: ChildProcess;
  dataDir: string;
  /** Everything the server has printed. */
  output: () => string;
  isUp: () => Promise<boolean>;
  /** Ends the server and keeps its data, so that start() goes on with it. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  start: () => Promise<void>;
  /** Ends the server and throws its data away. */
  dispose: () => Promise<void>;
}

/**
 * A port below those that outgoing connections are given: one of these may take it before the product does, or, asked for again and
 * again while nobody listens there, be connected with itself. Above 10080, which browsers refuse.
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

/** Of the bundled database of a product that runs. */
export function databaseUrlOf({ dataDir }: Product, name = 'kuwei'): string {
  const port = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(dataDir, 'pg-owner-password'), 'utf8').trim();
  return `postgres://kuwei_owner:${password}@127.0.0.1:${port}/${name}`;
}

type Settings = Record<string, string>;

/**
 * A product with a database of its own holds the demo world, from a copy of the prepared folder where a run has one. Where DEMO
 * is given, this is a first start.
 * @param given settings beside the usual ones, or what makes them of the address
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
          // Nights of the site fall into any hour of a run: a backup of the clock would stand among those that tests make.
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

/** A data folder for one product: a copy of the prepared one where a run has one, unless it is to be empty. */
export function dataFolder(isEmpty = false): string {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-e2e-'));
  const prepared = process.env[PREPARED];
  if (isEmpty || prepared === undefined) return folder;
  // With owners: PostgreSQL starts on no folder of somebody else.
  const { status, stderr } = spawnSync('cp', ['-a', `${prepared}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The prepared data folder was not copied: ${stderr}`);
  return folder;
}

export const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
