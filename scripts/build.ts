// Builds the console when its sources changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, readdirSync, writeFileSync } from 'node:fs';
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

const piece = Buffer.allocUnsafe(65_536);

/** In chunks: memory allocated at server start stays allocated. */
function addFile(hash: Hash, path: string): void {
  const file = openSync(path, 'r');
  for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) hash.update(piece.subarray(0, length));
  closeSync(file);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const files = /\.\w+$/.test(source) ? [path] : filesUnder(path);
    for (const file of files) addFile(hash.update(file.slice(ROOT.length)).update('\0'), file);
  }
  return hash.digest('hex');
}

/** @returns false if the build failed; its errors are on standard error */
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
