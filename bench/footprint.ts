// Footprint: time to first reply, idle memory, and dependencies.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './measure.ts';
import type { Check } from './report.ts';
import { end, MB, residentMb, startChild, startServer } from './server-process.ts';

const ROOT = resolve(import.meta.dirname, '..');
const START_GOAL_MS = 1_500;
/** Goal relative to the 400 ms of a bare fastify on the reference machine. */
const START_RATIO_GOAL = START_GOAL_MS / 400;
const MEMORY_GOAL_MB = 135;
const IDLE_MS = 4_000;
const SIZE_GOAL_MB = 100;
const PACKAGES_GOAL = 180;

/** Startup time with a running database, alternating with a bare fastify. */
export async function checkStart(databaseUrl: string, rounds: number): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-bench-start-'));
  const ours: number[] = [];
  const bare: number[] = [];
  let memory = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const product = await startChild(databaseUrl, folder);
      ours.push(product.milliseconds);
      if (round === rounds - 1) {
        await sleep(IDLE_MS);
        memory = residentMb(product.process.pid!);
      }
      await end(product.process);
      const other = await startServer([join(import.meta.dirname, 'bare-fastify.ts')]);
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

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Installed size of runtime dependencies, without Node and PostgreSQL. */
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

/** Resolves a package from a folder as Node would; null if it is for another platform. */
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
    // Nested packages are counted separately.
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : sizeOf(join(folder, entry.name));
    else if (entry.isFile()) bytes += statSync(join(folder, entry.name)).size;
  }
  return bytes;
}
