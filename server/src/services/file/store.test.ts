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

test('[F-O1] received files are stored below the data folder, which startup checks', async () => {
  const dataDir = join(folder, 'data');
  const files = new FileStore(dataDir);
  expect(files.incoming.startsWith(dataDir)).toBe(true);
  await files.prepare();
  expect(readdirSync(dataDir, { recursive: true }).toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    'files',
    'upload',
  ]);
});

test('[F-O1] startup fails with a message if the data folder is not writable', async () => {
  const taken = join(folder, 'a-file');
  writeFileSync(taken, '');
  const refusal: unknown = await new FileStore(taken).prepare().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartProblem);
  expect((refusal as Error).message).toMatch(/^Files cannot be stored in .*files \(ENOTDIR\): set DATA_DIR/);
});
