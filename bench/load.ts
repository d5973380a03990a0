// Runs load against one server, from a process of its own so that no event loop is shared.
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
  /** Each connection takes a chain and makes its calls in order, then takes the next one. All chains have the same length. */
  chains: Call[][];
  /** Whether chains may repeat; otherwise the run ends when all but the spare ones are done. */
  again: boolean;
  /** Maximum duration. */
  seconds: number;
}

/** Spare chains to prepare: connections take the next chain before they learn that the run is over. */
export const spareFor = (connections: number): number => 2 * connections;

export interface Measured {
  /** Chains per second. */
  rate: number;
  /** Calls answered. */
  calls: number;
  /** Of calls, in milliseconds. */
  p99: number;
}

/** @throws Error if any call failed: a server that refuses is fast, but proves nothing */
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
