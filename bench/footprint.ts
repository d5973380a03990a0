// What the product costs where it runs: the time to its first answer, its memory while nothing happens, what it depends on.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import serve from '../scripts/serve.json' with { type: 'json' };
import { freePort } from './free-port.ts';
import { median } from './measure.ts';
import type { Check } from './report.ts';

const ROOT = resolve(import.meta.dirname, '..');
const START_GOAL_MS = 1_500;
/** The goal beside the 400 ms that a bare fastify took where it was set. */
const START_RATIO_GOAL = START_GOAL_MS / 400;
const START_TIMEOUT_MS = 30_000;
const MEMORY_GOAL_MB = 135;
const IDLE_MS = 4_000;
const SIZE_GOAL_MB = 100;
const PACKAGES_GOAL = 180;
const MB = 1_000_000;

/** Starts beside a database that runs, ours and a bare fastify in turn. */
export async function checkStart(databaseUrl: string, rounds: number): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-bench-start-'));
  const ours: number[] = [];
  const bare: number[] = [];
  let memory = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const env = {
        NODE_COMPILE_CACHE: join(ROOT, serve.compileCache),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
      };
      const product = await start([...serve.flags, join(ROOT, 'scripts/start.ts')], env, '/api/health');
      ours.push(product.milliseconds);
      if (round === rounds - 1) {
        await sleep(IDLE_MS);
        memory = residentMb(product.process.pid!);
      }
      await end(product.process);
      const other = await start([join(import.meta.dirname, 'bare-fastify.ts')], {}, '/');
      bare.push(other.milliseconds);
      await end(other.process);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const ratio = median(ours.map((time, round) => time / bare[round]!));
  const time = median(ours);
  return [
    {
      name: 'Cold start to the first 200 (DATABASE_URL)',
      value: `${time.toFixed(0)} ms, ${ratio.toFixed(2)} × a bare fastify`,
      goal: `≤ ${START_GOAL_MS} ms, or ${START_RATIO_GOAL} ×`,
      met: time <= START_GOAL_MS || ratio <= START_RATIO_GOAL,
    },
    {
      name: 'Memory while idle',
      value: `${memory.toFixed(0)} MB`,
      goal: `≤ ${MEMORY_GOAL_MB} MB`,
      met: memory <= MEMORY_GOAL_MB,
    },
  ];
}

async function start(
  script: string[],
  env: Record<string, string>,
  path: string,
): Promise<{ process: ChildProcess; milliseconds: number }> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, script, { env: { ...process.env, ...env, PORT: String(port) }, stdio: 'ignore' });
  while (performance.now() - begun < START_TIMEOUT_MS) {
    const up = await fetch(`http://127.0.0.1:${port}${path}`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return { process: child, milliseconds: performance.now() - begun };
    await sleep(5);
  }
  child.kill('SIGKILL');
  throw new Error(`${script.at(-1)} did not answer`);
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once('exit', () => done());
    child.kill();
  });

const residentMb = (pid: number): number =>
  (Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1_024) / MB;

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Everything the server needs at run time, as it is installed here; Node and PostgreSQL come on top. */
export function checkDependencies(): Check {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = name.startsWith('@kuwei/') ? null : locate(folder, name);
      if (at === null || found.has(at)) continue;
      found.add(at);
      visit(at);
    }
  };
  for (const workspace of ['server', 'contract']) visit(join(ROOT, workspace));
  const size = [...found].reduce((sum, folder) => sum + sizeOf(folder), 0) / MB;
  return {
    name: 'Production dependencies of the server',
    value: `${size.toFixed(0)} MB in ${found.size} packages`,
    goal: `≤ ${SIZE_GOAL_MB} MB, ≤ ${PACKAGES_GOAL}`,
    met: size <= SIZE_GOAL_MB && found.size <= PACKAGES_GOAL,
  };
}

/** Where Node would find a package from a folder; null for one that is not for this machine. */
function locate(from: string, name: string): string | null {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return null;
}

function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // Packages inside are counted for themselves.
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : sizeOf(join(folder, entry.name));
    else if (entry.isFile()) bytes += statSync(join(folder, entry.name)).size;
  }
  return bytes;
}
