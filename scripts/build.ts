// Builds the console when its sources changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = [
  'web/src',
  'web/public',
  'web/vite',
  'contract/src',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'package-lock.json',
];
const MARK = join(ROOT, 'web/dist/.sources');

function* filesUnder(path: string): Generator<string> {
  if (!existsSync(path)) return;
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const full = join(path, entry.name);
    if (entry.isDirectory()) yield* filesUnder(full);
    else yield full;
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const files = /\.\w+$/.test(source) ? [path] : filesUnder(path);
    for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @returns false when the build failed; what it says is on standard error then */
export function buildConsole(): boolean {
  const hash = hashOfSources();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === hash) return true;
  console.log('Building the console …');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: ROOT, stdio: 'inherit' });
  if (status === 0) writeFileSync(MARK, hash);
  return status === 0;
}

if (import.meta.main) process.exit(buildConsole() ? 0 : 1);
