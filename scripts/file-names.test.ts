// Checks that files named in comments and documents exist, after a rename above all.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const FILES = ['*', '{contract,server,web,e2e,bench,scripts,tools,docs}/**/*'];
const GENERATED = /node_modules|[\\/]dist[\\/]/;
const READ = /\.(ts|tsx|mjs|md)$/;
/** Names a file by its end, `db/list.ts` or `list.ts`; not a pattern, an option or an import. */
const NAME = /(?<![\w@/.*{<$-])(?:[\w-][\w.-]*\/)*\w[\w-]*(?:\.[\w-]+)*\.(?:tsx?|mjs|css)\b(?!\.)/g;
/** Examples of files to create, packages, and files that a decision removed. */
const ELSEWHERE = /carrier|^node_modules\/|^db\/page\.ts$|^ProductPage\.tsx$/i;

/** Comments of code, or the whole of a document. */
function proseOf(file: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (file.endsWith('.md')) return text;
  return [...text.matchAll(/(?:^|\s)\/\/ (.*)$|^\s*(?:\/\*\*|\*) (.*)$/gm)].map(([, line, block]) => line ?? block).join('\n');
}

test('comments and documents name no file that does not exist', () => {
  const files = globSync(FILES, { cwd: ROOT, exclude: (path) => GENERATED.test(path) }).map((file) => file.replaceAll('\\', '/'));
  const known = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
  const dead = files
    .filter((file) => READ.test(file) && file !== 'CHANGELOG.md')
    .flatMap((file) =>
      [...proseOf(file).matchAll(NAME)]
        .map(([name]) => name)
        .filter((name) => !known.has(name) && !ELSEWHERE.test(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(dead).toEqual([]);
});
