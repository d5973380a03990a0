// The checks of the project, each a program that ends with 0.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const program = (path: string, ...args: string[]): string[] => [join(ROOT, 'node_modules', path), ...args];

export interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
}

export const vitest = program('vitest/vitest.mjs', 'run');

export const checks: Step[] = [
  ...['contract', 'server', 'web', 'e2e', 'bench'].map((folder) => ({
    name: `types ${folder}`,
    command: program('typescript/bin/tsc', '-p', folder),
  })),
  { name: 'lint', command: program('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', command: program('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'unused code', command: program('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors') },
  { name: 'unit and API tests', command: vitest },
];

/** Runs the steps one after the other and stops at the first that fails. */
export function runAll(steps: readonly Step[]): boolean {
  for (const { name, command, env } of steps) {
    const begun = Date.now();
    const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - begun) / 1_000).toFixed(1)} s)`);
    if (status !== 0) return false;
  }
  return true;
}

export const vitestServer = [...vitest, '--project', 'server'];
export const playwright = program('@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts');
export const budgets: Step = { name: 'budgets', command: [join(ROOT, 'web/budget.mjs')] };
