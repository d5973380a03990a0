// One measurement: load on one server, from a process of its own so that nobody's event loop is shared.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Call {
  method: 'GET' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadRun {
  url: string;
  connections: number;
  /** A connection takes a chain and makes its calls in order, then the next chain. All are of the same length. */
  chains: Call[][];
  /** Whether the chains may come again; else it is over when all but the spare ones were made. */
  again: boolean;
  /** Longest time. */
  seconds: number;
}

/** Chains to prepare more than are counted: a connection takes the next one before it knows that it has done enough. */
export const spareFor = (connections: number): number => 2 * connections;

export interface Measured {
  /** Chains each second. */
  rate: number;
  /** Calls that were answered. */
  calls: number;
  /** Of a call, in milliseconds. */
  p99: number;
}

/** @throws Error when a call was not answered well: a server that refuses is fast, and proves nothing */
export function runLoad(shot: LoadRun): Promise<Measured> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-process.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(JSON.stringify(shot));
  return new Promise((done, fail) => {
    child.on('close', (code) => {
      if (code === 0) done(JSON.parse(output) as Measured);
      else fail(new Error(`The load on ${shot.url}${shot.chains[0]![0]!.path} ended with ${code}: ${output}`));
    });
  });
}
