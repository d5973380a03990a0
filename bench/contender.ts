// The bare server in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareJob } from './bare.ts';

export interface Bare {
  url: string;
  pid: number;
  stop: () => void;
}

export async function startBare(job: BareJob): Promise<Bare> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${Number(port)}`, pid: child.pid!, stop: () => child.kill() };
}
