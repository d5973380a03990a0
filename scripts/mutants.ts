// npm run mutants: plants one defect after the other in a copy of the tree, runs the tests that are near, and tells which
// defects lived. Ends with 1 where one did, or where a defect no longer finds its place. Names of defects select some of them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MUTANTS, type Mutant } from './mutants.list.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** What the tests do not read, or what the copy has links to. */
const LEFT = ['node_modules', 'data', '.git', 'test-results'];

const wanted = process.argv.slice(2);
const mutants = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (mutants.length === 0) {
  console.error(`No defect is called ${wanted.join(' or ')}.`);
  process.exit(1);
}
const copy = mkdtempSync(join(tmpdir(), 'kuwei-mutants-'));
try {
  for (const name of readdirSync(ROOT).filter((entry) => !LEFT.includes(entry)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  linkPackages();
  // A test that is red without a defect would kill every one.
  process.exitCode = pass([...new Set(mutants.flatMap(({ tests }) => tests))], 'inherit') ? plantAll() : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** @returns the exit code */
function plantAll(): number {
  const lived = mutants.filter((mutant) => !isKilled(mutant)).map(({ name }) => name);
  console.log(`${mutants.length} planted, ${lived.length} lived${lived.map((name) => `\n  ${name}`).join('')}`);
  return lived.length === 0 ? 0 : 1;
}

/** The installed packages as they are, and those of the project as they are in the copy. */
function linkPackages(): void {
  const from = join(ROOT, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@kuwei'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@kuwei' && !name.startsWith('.')) symlinkSync(join(from, name), join(copy, 'node_modules', name));
  for (const name of ['contract', 'server']) symlinkSync(join(copy, name), join(copy, 'node_modules/@kuwei', name));
}

/** Plants it, runs its tests, and puts the file back as it was. */
function isKilled({ name, file, from, to, tests }: Mutant): boolean {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) {
    console.log(`?     ${name}: its place is not found once in ${file}`);
    return false;
  }
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const passed = pass(tests, 'ignore');
  writeFileSync(path, text);
  console.log(`${passed ? 'LIVED' : 'ok   '} ${name}`);
  return !passed;
}

function pass(tests: readonly string[], stdio: 'ignore' | 'inherit'): boolean {
  const runner = join(copy, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--project', 'server', '--project', 'contract', '--bail', '1'];
  return spawnSync(process.execPath, [runner, ...options, ...tests], { cwd: copy, stdio }).status === 0;
}
