// The checks of the project, each a program that ends with 0.
import { spawnSync, type SpawnOptions } from 'node:child_process';
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
export const unitTests: Step = { name: 'unit and API tests', command: [...vitest, '--project', '!alone'] };
/** Before the others, which would add to what they count. */
export const turnTests: Step = { name: 'time that others wait', command: [...vitest, '--project', 'alone'] };

/** Runs the steps one after the other and stops at the first that fails. */
export function runAll(steps: readonly Step[]): boolean {
  for (const step of steps) {
    const begun = Date.now();
    const { status } = spawnSync(process.execPath, step.command, { ...optionsOf(step), stdio: 'inherit' });
    if (!isDone(step, status, begun)) return false;
  }
  return true;
}

/** Runs the steps one after the other, each whatever the others say. Side by side they take longer: they are in each other's way. */
export const runEach = (steps: readonly Step[]): boolean => steps.map((step) => runAll([step])).every(Boolean);

const optionsOf = ({ env }: Step): SpawnOptions => ({ cwd: ROOT, env: { ...process.env, ...env } });

function isDone({ name }: Step, status: number | null, begun: number): boolean {
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - begun) / 1_000).toFixed(1)} s)`);
  return status === 0;
}

export const vitestServer = [...vitest, '--project', 'server'];
export const playwright = program('@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts');
export const budgets: Step = { name: 'budgets', command: [join(ROOT, 'web/budget.mjs')] };
