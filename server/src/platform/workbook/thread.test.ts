// Worker threads: work that takes too much processor time or memory is aborted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inThread } from './thread.ts';

const LIMITS = { processorMs: 1_000, longestMs: 3_600_000, megabytes: 64 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kuwei-thread-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns its path for `inThread` */
function script(code: string): string {
  const file = join(folder, `${code.length}.mjs`);
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${code}`);
  return relative(import.meta.dirname, file);
}

test('aborts endless work by its processor time', { tags: ['alone'] }, async () => {
  const before = process.cpuUsage();
  expect(await inThread(script('for (;;);'), null, () => undefined, LIMITS)).toBe('slow');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeGreaterThan(0.9);
});

test('fails work that exhausts memory or ends without an answer, and returns an answer', { tags: ['alone'] }, async () => {
  const few = { ...LIMITS, processorMs: 60_000 };
  expect(await inThread(script('let all = null; for (;;) all = { all };'), null, () => undefined, few)).toBe('failed');
  expect(await inThread(script(';'), null, () => undefined)).toBe('failed');
  expect(await inThread(script('parentPort.postMessage(7); setInterval(() => {}, 1_000);'), null, (message) => message)).toBe(7);
});

test('reuses an idle thread, but not a busy or failed one', async () => {
  const counts = script(
    `let jobs = 0; parentPort.on('message', (job) => { if (job === 'fail') throw new Error(job); parentPort.postMessage(++jobs); });`,
  );
  const ask = (job = ''): Promise<unknown> => inThread(counts, job, (jobs) => jobs);
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(2);
  expect((await Promise.all([ask(), ask()])).toSorted()).toEqual([1, 3]);
  // One of the two is kept.
  const kept = (await ask()) as number;
  expect([2, 4]).toContain(kept);
  expect(await ask('fail')).toBe('failed');
  expect(await ask()).toBe(1);
  expect(await inThread(script('throw new Error();'), null, () => undefined)).toBe('failed');
});
