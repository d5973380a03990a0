// Text parts: every screen declares the parts that its modules, dialogs included, need.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as tables from '@kuwei/contract/phrases/zh/index';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'web/src');
/** Loaded in every window before any page. */
const FIRST = ['common', 'rule'];

const tableOf = new Map(Object.entries(tables).flatMap(([name, texts]) => Object.keys(texts).map((key) => [key, name] as const)));
const keys = [...tableOf.keys()];

/** The tables of a part. */
const tablesOf = (part: string): string[] =>
  [...readFileSync(join(SRC, `phrase/zh-${part}.ts`), 'utf8').matchAll(/phrases\/zh\/(\w+)'/g)].map((match) => match[1]!);

interface Source {
  imports: string[];
  /** A key used in the file, by table. */
  says: Map<string, string>;
  /** Modules loaded lazily, with the text parts declared for them. */
  later: { module: string; parts: string[] }[];
}
const WITH_TEXTS = /withTexts\(async \(\) => \(await import\('([^']+)'\)\)\.\w+((?:, '\w+')*)\)/g;
const namesIn = (list: string): string[] => [...list.matchAll(/'(\w+)'/g)].map((match) => match[1]!);
const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const whole = readFileSync(file, 'utf8').replace(/^import type .*$/gm, '');
  const code = whole.replaceAll(WITH_TEXTS, '');
  const found: Source = { imports: [], says: new Map(), later: [] };
  for (const [, path, says] of whole.matchAll(WITH_TEXTS))
    found.later.push({ module: resolve(dirname(file), path!), parts: namesIn(says!) });
  for (const [, path] of code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const target = path!.startsWith('.')
      ? resolve(dirname(file), path!)
      : join(ROOT, 'contract/src', `${path!.replace('@kuwei/contract/', '')}.ts`);
    if (/\.tsx?$/.test(target) && existsSync(target)) found.imports.push(target);
  }
  const say = (key: string | undefined): void => void (key && found.says.set(tableOf.get(key)!, key));
  for (const [, text] of code.matchAll(/['"`]([\w.]+)['"`]/g))
    say(tableOf.has(text!) ? text : text!.includes('.') ? keys.find((key) => key.startsWith(`${text}.`)) : undefined);
  // `work.type.${type}`
  for (const [, stem] of code.matchAll(/`(\w+\.[\w.]*\.)\$\{/g)) say(keys.find((key) => key.startsWith(stem!)));
  sources.set(file, found);
  return found;
}

/** A module with all its dependencies, including lazy ones. */
function withAll(file: string, seen = new Set<string>()): Set<string> {
  // Phrase files are what is being tested.
  if (seen.has(file) || /contract.src.phrases/.test(file)) return seen;
  seen.add(file);
  for (const each of sourceOf(file).imports) withAll(each, seen);
  return seen;
}

/** Texts that a module may use and no part provides: `table: key in file`. */
function missing(entry: string, parts: readonly string[], opened = new Set<string>()): string[] {
  const here = new Set([...FIRST, ...parts.flatMap(tablesOf)]);
  return [...withAll(entry)].flatMap((file) => {
    const { says, later } = sourceOf(file);
    return [
      ...[...says].flatMap(([table, key]) => (here.has(table) ? [] : [`${table}: ${key} in ${relative(ROOT, file)}`])),
      ...later.flatMap(({ module, parts: more }) => {
        if (opened.has(module)) return [];
        opened.add(module);
        return missing(module, [...parts, ...more], opened);
      }),
    ];
  });
}

const screens = readFileSync(join(SRC, 'screens.ts'), 'utf8');
const pages = [...screens.matchAll(/import\('\.\/([^']+Page\.tsx)'\)([^)]*)\)/g)].map(
  ([, page, says]) => [page!, namesIn(says!)] as const,
);

test('[F-W11] every screen declares the text parts it uses, and no more than it needs', () => {
  expect(pages.length).toBeGreaterThan(30);
  const wrong = pages.flatMap(([page, says]) => {
    const parts = says.includes('login') ? says : ['pages', ...says];
    const without = (spare: string) => parts.filter((part) => part !== spare);
    return [
      ...missing(join(SRC, page), parts),
      ...says.filter((spare) => missing(join(SRC, page), without(spare)).length === 0).map((spare) => `no need of ${spare}`),
    ].map((each) => `${page}: ${each}`);
  });
  expect(wrong).toEqual([]);
});

test('[F-W11] what the frame opens over a page declares its text parts too', () => {
  const extras = readFileSync(join(SRC, 'shell/Extras.tsx'), 'utf8');
  const opened = [...extras.matchAll(/withTexts\(\(\) => import\('\.\/([^']+)'\)([^)]*)\)/g)];
  expect(opened.length).toBeGreaterThan(0);
  for (const [, module, says] of opened) {
    const folder = dirname(join(SRC, 'shell', module!));
    const own = [...withAllOf(join(SRC, 'shell', module!), folder)];
    const here = new Set([
      ...FIRST,
      ...['pages', ...[...says!.matchAll(/'(\w+)'/g)].map((match) => match[1]!)].flatMap(tablesOf),
    ]);
    const lacking = own.flatMap((file) => [...sourceOf(file).says].filter(([table]) => !here.has(table)).map(([, key]) => key));
    expect(lacking, module).toEqual([]);
  }
});

/** Modules of one folder reachable from a module. */
function withAllOf(file: string, folder: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !file.startsWith(folder)) return seen;
  seen.add(file);
  for (const each of sourceOf(file).imports) withAllOf(each, folder, seen);
  return seen;
}
