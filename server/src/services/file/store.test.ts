import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartProblem } from '../../problem.ts';
import { FileStore } from './store.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kuwei-store-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[F-O1] what is received lies below the data folder, and the start looks whether it can', async () => {
  const dataDir = join(folder, 'data');
  const files = new FileStore(dataDir);
  expect(files.incoming.startsWith(dataDir)).toBe(true);
  await files.prepare();
  expect(readdirSync(dataDir, { recursive: true }).toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    'files',
    'upload',
  ]);
});

test('[F-O1] a data folder that takes no files ends the start with a sentence', async () => {
  const taken = join(folder, 'a-file');
  writeFileSync(taken, '');
  const refusal: unknown = await new FileStore(taken).prepare().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartProblem);
  expect((refusal as Error).message).toMatch(/^Files cannot be stored in .*files \(ENOTDIR\): set DATA_DIR/);
});
