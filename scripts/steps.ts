// The checks of the project, each a program that exits with 0 on success, and the groups of tests (docs/decisions/183).
import { spawnSync, type SpawnOptions } from 'node:child_process';
import { join, resolve } from 'node:path';
import { processorSeconds } from './processor-time.ts';
import serve from './serve.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');
const program = (path: string, ...args: string[]): string[] => [join(ROOT, 'node_modules', path), ...args];

export interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
}

export const vitest = program('vitest/vitest.mjs', 'run');
export const playwright = program('@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts');

export const typeChecks: Step[] = ['contract', 'server', 'web', 'e2e', 'bench'].map((folder) => ({
  name: `types ${folder}`,
  command: program('typescript/bin/tsc', '-p', folder),
}));
/** Static checks of the source text. */
export const textChecks: Step[] = [
  { name: 'lint', command: program('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', command: program('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'stop words', command: [join(ROOT, 'tools/stop-words.ts')] },
  { name: 'unused code', command: program('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors') },
];
export const budgets: Step = { name: 'budgets', command: [join(ROOT, 'web/budget.mjs')] };

const notSystem = ['--project', '!system'];
export const inGate = ['--tagsFilter', '!long && !alone'];
/** One file at a time. */
const oneByOne = ['--maxWorkers', '1', '--no-file-parallelism'];

export const unitTests: Step = { name: 'unit and API tests', command: [...vitest, ...notSystem, ...inGate] };
export const browserTests: Step = { name: 'browser tests', command: [...playwright, '--grep-invert', '@long'] };

export const longUnitTests: Step = {
  name: 'long unit and API tests',
  command: [...vitest, ...notSystem, '--tagsFilter', 'long && !alone'],
};
/** The gate's property tests with new inputs. */
export const propertyTests: Step = {
  name: 'property tests on a random seed',
  command: [...vitest, ...notSystem, '--tagsFilter', 'property && !alone'],
  env: { PROPERTY_SEED: 'random' },
};
/** Tests that measure processor time, memory or buffers, which parallel work would distort. */
export const measuringTests: Step = {
  name: 'measuring tests',
  command: [...vitest, ...notSystem, '--tagsFilter', 'alone', ...oneByOne],
};
/** A one-minute benchmark: checks that everything runs and replies match the bare server's; figures are ignored. */
export const benchSmoke: Step = { name: 'benchmark, briefly', command: [join(ROOT, 'scripts/bench.ts'), '--smoke'] };
export const systemTests: Step = { name: 'system tests', command: [...vitest, '--project', 'system'] };
export const longBrowserTests: Step = { name: 'long browser tests', command: [...playwright, '--grep', '@long'] };
export const serverTests = [...vitest, '--project', 'server', ...inGate];

/** Reruns single files with the filters of the gate, one at a time. */
export const unitFiles = (files: readonly string[], tags: readonly string[] = inGate): Step => ({
  name: `once more: ${files.join(' ')}`,
  command: [...vitest, ...tags, ...oneByOne, ...files],
});
export const browserFiles = (files: readonly string[], tags: readonly string[] = ['--grep-invert', '@long']): Step => ({
  name: `once more: ${files.join(' ')}`,
  command: [...playwright, ...tags, '--workers', '1', ...files],
});

export interface Result {
  name: string;
  passed: boolean;
  /** Wall time. */
  seconds: number;
  /** Processor seconds of all its processes; null where unavailable. */
  processor: number | null;
}

/** Worker threads that parse workbooks compile their modules on each start: a fifth of the time of import tests. */
const NODE_COMPILE_CACHE = join(ROOT, serve.compileCache);

export function runStep({ name, command, env }: Step): Result {
  const options: SpawnOptions = { cwd: ROOT, env: { NODE_COMPILE_CACHE, ...process.env, ...env }, stdio: 'inherit' };
  const result = measured(name, () => spawnSync(process.execPath, command, options).status === 0);
  console.log(`${result.passed ? 'ok  ' : 'FAIL'} ${name} (${result.seconds.toFixed(1)} s)`);
  return result;
}

/** @param work waits for the processes it starts, and returns whether they succeeded */
export function measured(name: string, work: () => boolean): Result {
  const [begun, before] = [Date.now(), processorSeconds()];
  const passed = work();
  const after = processorSeconds();
  const processor = before === null || after === null ? null : after - before;
  return { name, passed, seconds: (Date.now() - begun) / 1_000, processor };
}

/** Processor seconds of several steps; null where unavailable. */
export const processorOf = (results: readonly Result[]): number | null =>
  results.reduce<number | null>((sum, { processor }) => (sum === null || processor === null ? null : sum + processor), 0);

/** Runs all steps in sequence, including those after a failed one. */
export const runEach = (steps: readonly Step[]): Result[] => steps.map(runStep);

/** Stops at the first failure. */
export const runAll = (steps: readonly Step[]): boolean => steps.every((step) => runStep(step).passed);
