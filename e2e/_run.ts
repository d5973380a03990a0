// Runs a program to its end and collects its output; for failing starts.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import serve from '../scripts/serve.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');

export interface Ended {
  code: number | null;
  output: string;
  milliseconds: number;
}

/** @param command program and arguments; `cwd` defaults to the project root */
export function run(command: readonly string[], env: Record<string, string>, cwd = ROOT, timeout = 120_000): Promise<Ended> {
  const begun = Date.now();
  const child = spawn(command[0]!, command.slice(1), { cwd, env: { ...process.env, LOG_LEVEL: 'warn', ...env }, timeout });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) =>
    child.on('close', (code) => done({ code, output: output.trim(), milliseconds: Date.now() - begun })),
  );
}

/** Like `npm start`. */
export const runServer = (env: Record<string, string>): Promise<Ended> =>
  run([process.execPath, ...serve.flags, 'server/src/main.ts'], {
    ...serve.env,
    NODE_COMPILE_CACHE: resolve(ROOT, serve.compileCache),
    ...env,
  });
