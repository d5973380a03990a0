// Failed tests, handed by files from a test runner to the command that started it, and from one run to the next.
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
/** Failures of the last `npm test` or `npm run test:all`. */
const LAST = join(ROOT, '.cache/failed-tests.jsonl');
/** Environment variable with the path of the file that reporters append to. */
const SETTING = 'KUWEI_TEST_FAILED';

export type Runner = 'vitest' | 'playwright';

export interface Failure {
  runner: Runner;
  /** Path relative to the project root; empty if the failure belongs to no test file. */
  file: string;
  line: number | null;
  title: string;
  /** First lines of the error. */
  why: string;
}

const format = (failures: readonly Failure[]): string => failures.map((failure) => `${JSON.stringify(failure)}\n`).join('');

const parse = (path: string): Failure[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Failure)
    : [];

/** Called by reporters; does nothing outside `collectFailures`. */
export function recordFailures(failures: readonly Failure[]): void {
  const path = process.env[SETTING];
  if (path !== undefined) appendFileSync(path, format(failures));
}

/** Runs `work` and returns the failures that test runners recorded during it. */
export function collectFailures<T>(work: () => T): { result: T; failures: Failure[] } {
  const before = process.env[SETTING];
  const path = join(ROOT, `.cache/failed-${randomUUID()}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  process.env[SETTING] = path;
  try {
    const result = work();
    return { result, failures: parse(path) };
  } finally {
    if (before === undefined) delete process.env[SETTING];
    else process.env[SETTING] = before;
    rmSync(path, { force: true });
  }
}

export function keepLastFailures(failures: readonly Failure[]): void {
  mkdirSync(dirname(LAST), { recursive: true });
  writeFileSync(LAST, format(failures));
}

export const readLastFailures = (): Failure[] => parse(LAST);

export const filesOf = (failures: readonly Failure[], runner: Runner): string[] => [
  ...new Set(failures.filter((failure) => failure.runner === runner).map(({ file }) => file)),
];

/** Formats a failure with its location, first error lines and the command that runs its file. */
export function describeFailure({ file, line, title, why }: Failure): string {
  const place = line === null ? file : `${file}:${line}`;
  const command = file === '' ? [] : [`    npm run check -- ${file}`];
  return [`  ${place} › ${title}`, `    ${why}`, ...command].join('\n');
}
