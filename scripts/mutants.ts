// npm run mutants: plants one mutant at a time in a copy of the tree, runs its tests, and prints which test killed it. Exits with
// 1 if one survived or its text was not found. Arguments select mutants by name; with --gate, only the gate's tests run, and 85 %
// of the mutants must be killed.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MUTANTS, type Mutant } from './mutants.list.ts';
import { inGate } from './steps.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Not needed by tests, or linked into the copy. */
const LEFT = ['node_modules', 'data', '.git', 'test-results'];

/** Share of mutants that the gate must kill. */
const GATE_NOTICES = 0.85;

const args = process.argv.slice(2);
const onlyGate = args.includes('--gate');
const wanted = args.filter((arg) => arg !== '--gate');
const mutants = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (mutants.length === 0) {
  console.error(`No defect is called ${wanted.join(' or ')}.`);
  process.exit(1);
}
const unmatchedMutants = mutants.filter(({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2);
const missing = mutants.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(ROOT, path)));
if (unmatchedMutants.length > 0 || missing.length > 0) {
  for (const { name, file } of unmatchedMutants) console.error(`${name}: its place is not found once in ${file}`);
  for (const path of new Set(missing)) console.error(`There is no test file ${path}`);
  process.exit(1);
}
const copy = mkdtempSync(join(tmpdir(), 'kuwei-mutants-'));
try {
  for (const name of readdirSync(ROOT).filter((entry) => !LEFT.includes(entry)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  linkPackages();
  // A test that fails without a mutant would kill every one.
  const red = firstFailure([...new Set(mutants.flatMap(({ tests }) => tests))]);
  if (red === undefined) process.exitCode = runMutants();
  else {
    console.error(`Red without a defect: ${red.test}\n${red.why}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** @returns the exit code */
function runMutants(): number {
  const survivors = mutants.filter((mutant) => !isKilled(mutant)).map(({ name }) => name);
  console.log(`${mutants.length} planted, ${survivors.length} survived${survivors.map((name) => `\n  ${name}`).join('')}`);
  const most = onlyGate ? Math.floor(mutants.length * (1 - GATE_NOTICES)) : 0;
  return survivors.length <= most ? 0 : 1;
}

/** Links installed packages to the originals, and workspace packages to the copy. */
function linkPackages(): void {
  const from = join(ROOT, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@kuwei'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@kuwei' && !name.startsWith('.')) symlinkSync(join(from, name), join(copy, 'node_modules', name));
  for (const name of ['contract', 'server']) symlinkSync(join(copy, name), join(copy, 'node_modules/@kuwei', name));
}

/** Applies the mutant, runs its tests, and restores the file. */
function isKilled({ name, file, from, to, tests }: Mutant): boolean {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  // A test may time out on a busy machine; a mutant that causes it does so every time.
  const first = firstFailure(tests);
  const killer = first?.why.includes('timed out') ? firstFailure(tests) : first;
  writeFileSync(path, text);
  console.log(
    killer === undefined ? `LIVED ${name}` : `ok    ${name} — ${killer.test}: ${killer.why.split('\n', 1)[0]?.slice(0, 120)}`,
  );
  return killer !== undefined;
}

interface Failure {
  test: string;
  why: string;
}

/** Runs the tests, stopping at the first failure. */
function firstFailure(tests: readonly string[]): Failure | undefined {
  const runner = join(copy, 'node_modules/vitest/vitest.mjs');
  const report = join(copy, 'mutants-report.json');
  rmSync(report, { force: true });
  const options = [
    'run',
    '--project',
    'server',
    '--project',
    'contract',
    '--bail',
    '1',
    ...(onlyGate ? [...inGate, '--passWithNoTests'] : []),
    '--reporter',
    'json',
    '--outputFile',
    report,
  ];
  const { status, stderr } = spawnSync(process.execPath, [runner, ...options, ...tests], { cwd: copy, encoding: 'utf8' });
  if (status === 0) return undefined;
  if (!existsSync(report)) return { test: 'the runner', why: stderr };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find((result) => result.status === 'failed');
    if (failed !== undefined) return { test: failed.fullName, why: failed.failureMessages.join('\n') };
    if (message) return { test: name, why: message };
  }
  return { test: 'the runner', why: stderr };
}

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
