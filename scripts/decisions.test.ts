// Checks the index of decisions against the pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../docs/decisions');
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

test('the index lists every decision by title, with its status', () => {
  const pages = readdirSync(FOLDER).filter((file) => file !== 'README.md');
  const index = read('README.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => /^\| (?<no>\d{3}) \| \[(?<title>.*)\]\((?<file>[^)]*)\) \| (?<state>in force|replaced by)/.exec(line)?.groups);
  expect(index).toEqual(
    pages.toSorted().map((file) => {
      const [heading = '', , status = ''] = read(file).split('\n');
      const [, state] = /^Status: (in force|replaced by)/.exec(status) ?? [];
      return { no: file.slice(0, 3), title: heading.slice('# 000 '.length), file, state };
    }),
  );
});
