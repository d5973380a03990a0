// Defects to be planted find their place, so that none is left out when its code moves.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.list.ts';

const ROOT = join(import.meta.dirname, '..');

test('[F-J1] each defect finds its place once, and the tests that are to kill it', () => {
  const lost = MUTANTS.filter(({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2);
  expect(lost.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  expect(MUTANTS.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(60);
});
