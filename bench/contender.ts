// Who is measured beside the product: the bare server, and pgbench where it is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { BareJob } from './bare.ts';
import type { Measured } from './shot.ts';
import type { Statement } from './tap.ts';

export interface Bare {
  url: string;
  stop: () => void;
}

export async function startBare(job: BareJob): Promise<Bare> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${Number(port)}`, stop: () => child.kill() };
}

const NEWEST = 20;
const OLDEST = 15;

/** Path of pgbench; null where it is not installed. */
export function findPgbench(): string | null {
  for (let version = NEWEST; version >= OLDEST; version--) {
    const path = `/usr/lib/postgresql/${version}/bin/pgbench`;
    if (existsSync(path)) return path;
  }
  return spawnSync('pgbench', ['--version']).status === 0 ? 'pgbench' : null;
}

/** The statements one after the other, again and again, with their values written into them. @param seconds whole ones */
export function runPgbench(
  program: string,
  databaseUrl: string,
  statements: readonly Statement[],
  { connections, seconds }: { connections: number; seconds: number },
): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-pgbench-'));
  try {
    const script = join(folder, 'script.sql');
    writeFileSync(script, statements.map((each) => `${inlined(each)};\n`).join(''));
    const { username, password, hostname, port, pathname } = new URL(databaseUrl);
    const load = ['-c', String(connections), '-j', '1', '-T', String(seconds)];
    const { stdout, stderr, status } = spawnSync(
      program,
      ['-n', '-M', 'simple', ...load, '-l', '--log-prefix', join(folder, 'log'), '-f', script, pathname.slice(1)],
      { encoding: 'utf8', env: { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password } },
    );
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (status !== 0 || !(rate > 0)) throw new Error(`pgbench ended with ${status}:\n${stdout}${stderr}`);
    return { rate, p99: percentile(folder, 0.99) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const inlined = ({ sql, values }: Statement): string =>
  sql.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_, n: string) => {
    const value = values[Number(n) - 1] ?? null;
    return value === null ? 'null' : `'${value.replaceAll("'", "''")}'`;
  });

/** Of the times that pgbench noted: the third field is a transaction's time in microseconds. @returns milliseconds */
function percentile(folder: string, part: number): number {
  const times = readdirSync(folder)
    .filter((name) => name.startsWith('log.'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]))
    .sort((a, b) => a - b);
  return (times[Math.floor(times.length * part)] ?? 0) / 1_000;
}
