// The checks of the project, each a program that ends with 0.
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const program = (path: string, ...args: string[]): string[] => [join(ROOT, 'node_modules', path), ...args];

export interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
}

export const vitest = program('vitest/vitest.mjs', 'run');

/** Of the text alone: what takes no database and no browser. */
export const looks: Step[] = [
  ...['contract', 'server', 'web', 'e2e', 'bench'].map((folder) => ({
    name: `types ${folder}`,
    command: program('typescript/bin/tsc', '-p', folder),
  })),
  { name: 'lint', command: program('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', command: program('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'unused code', command: program('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors') },
];
export const unitTests: Step = { name: 'unit and API tests', command: vitest };

/** Runs the steps one after the other and stops at the first that fails. */
export function runAll(steps: readonly Step[]): boolean {
  for (const step of steps) {
    const begun = Date.now();
    const { status } = spawnSync(process.execPath, step.command, { ...optionsOf(step), stdio: 'inherit' });
    if (!isDone(step, status, begun)) return false;
  }
  return true;
}

/** Runs steps side by side, each to its end. What the first one says is seen at once, that of the others when they end. */
export async function runBeside(steps: readonly Step[]): Promise<boolean> {
  const done = steps.map(async (step, at) => {
    const begun = Date.now();
    const child = spawn(process.execPath, step.command, { ...optionsOf(step), stdio: at === 0 ? 'inherit' : 'pipe' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => said.push(piece));
    const status = await new Promise<number | null>((closed) => child.on('close', closed));
    process.stdout.write(Buffer.concat(said));
    return isDone(step, status, begun);
  });
  return (await Promise.all(done)).every(Boolean);
}

const optionsOf = ({ env }: Step): SpawnOptions => ({ cwd: ROOT, env: { ...process.env, ...env } });

function isDone({ name }: Step, status: number | null, begun: number): boolean {
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - begun) / 1_000).toFixed(1)} s)`);
  return status === 0;
}

export const vitestServer = [...vitest, '--project', 'server'];
export const playwright = program('@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts');
export const budgets: Step = { name: 'budgets', command: [join(ROOT, 'web/budget.mjs')] };
