// Starts, measures and stops a server, ours or a bare one, in a process of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import serve from '../scripts/serve.json' with { type: 'json' };
import { freePort } from '../server/src/db/free-port.ts';

const ROOT = resolve(import.meta.dirname, '..');
const START_TIMEOUT_MS = 30_000;
export const MB = 1_000_000;

export interface ServerProcess {
  process: ChildProcess;
  /** `http://127.0.0.1:port` */
  url: string;
  /** From process start to the first successful reply. */
  milliseconds: number;
}

/** Our server with an already running database. */
export function startChild(databaseUrl: string, dataDir: string, flags: string[] = []): Promise<ServerProcess> {
  const env = {
    ...serve.env,
    NODE_COMPILE_CACHE: join(ROOT, serve.compileCache),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
  return startServer([...serve.flags, ...flags, join(ROOT, 'scripts/start.ts')], env, '/api/health');
}

/**
 * @param script arguments for Node; the port is passed as PORT
 * @param path returns 200 once the server is up
 * @throws Error on timeout
 */
export async function startServer(script: string[], env: Record<string, string> = {}, path = '/'): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, script, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  while (performance.now() - begun < START_TIMEOUT_MS) {
    const up = await fetch(url + path).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return { process: child, url, milliseconds: performance.now() - begun };
    await sleep(5);
  }
  child.kill('SIGKILL');
  throw new Error(`${script.at(-1)} did not answer`);
}

export const end = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once('exit', () => done());
    child.kill();
  });

export const residentMb = (pid: number): number =>
  (Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1_024) / MB;
