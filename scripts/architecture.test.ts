// Checks the import order of rooms, and that docs/architecture.md is up to date.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arrowsOf, findCycles, importsIn, PAGE, pageNow, sources } from '../tools/architecture.ts';
import { CIRCLE_MAX, folderOf, PACKAGES, refusalOf, siteOf } from '../tools/rooms.ts';

const files = sources();
const arrows = arrowsOf(files);

test('finds type imports, static imports and dynamic imports', () => {
  const text = `
    import type { A } from '../api/a.ts';
    import b, { c } from './b.ts';
    import './c.css';
    export { d } from './d.ts';
    const e = () => import('../shell/e.ts');
    import { z } from 'zod/mini';
    import { t } from '@kuwei/contract/phrase';`;
  expect(importsIn('web/src/ui/x.ts', text).toSorted()).toEqual([
    'contract/src/kit/phrase.ts',
    'web/src/api/a.ts',
    'web/src/shell/e.ts',
    'web/src/ui/b.ts',
    'web/src/ui/c.css',
    'web/src/ui/d.ts',
  ]);
});

test('rejects imports from higher or sibling rooms and unlisted folders', () => {
  expect(refusalOf('web/src/ui/x.ts', 'web/src/shell/y.ts')).toContain('shell stands above ui');
  expect(refusalOf('web/src/table/x.ts', 'web/src/form/y.ts')).toContain('form stands beside table');
  expect(refusalOf('web/src/wms/batch/x.ts', 'web/src/wms/product/y.ts')).toContain('wms/batch takes nothing from wms/product');
  expect(refusalOf('web/src/wms/goods/x.ts', 'web/src/wms/place/y.ts')).toContain('wms/goods takes nothing from wms/place');
  expect(refusalOf('web/src/wms/place/x.ts', 'web/src/ui/y.ts')).toBeNull();
});

test('finds cycles without the files that merely import them', () => {
  const arrow = (pair: string): { from: string; to: string } => ({ from: pair.charAt(0), to: pair.charAt(1) });
  expect(findCycles(['ab', 'bc', 'ca', 'cd', 'de', 'ed', 'fa'].map(arrow)).map((circle) => circle.toSorted().join(''))).toEqual([
    'abc',
    'de',
  ]);
});

test('[F-C2] every file belongs to a room, and every import, including import(), follows the order', () => {
  expect(files.filter((file) => siteOf(file) === null)).toEqual([]);
  expect(arrows.map(({ from, to }) => refusalOf(from, to)).filter((refusal) => refusal !== null)).toEqual([]);
});

test('[F-C2] no import cycle is large, including import()', () => {
  expect(findCycles(arrows).filter((circle) => circle.length > CIRCLE_MAX)).toEqual([]);
});

test('every exception to the order is needed', () => {
  const needed = new Set<string>();
  for (const { from, to } of arrows) {
    const [here, there] = [siteOf(from)!, siteOf(to)!];
    if (here.of !== there.of) continue;
    needed.add(`${here.of.name} ${here.path} ${there.room.name}`);
    needed.add(`${here.of.name} ${folderOf(here.path)} ${folderOf(there.path)}`);
  }
  const stated = PACKAGES.flatMap(({ name, up, folders }) => [
    ...up.flatMap(({ from, to }) => from.flatMap((file) => to.map((room) => `${name} ${file} ${room}`))),
    ...Object.entries(folders?.takes ?? {}).flatMap(([own, others]) => others.map((other) => `${name} ${own} ${other}`)),
  ]);
  expect(stated.filter((each) => !needed.has(each))).toEqual([]);
});

test('docs/architecture.md matches the imports (node tools/architecture.ts)', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(pageNow(arrows));
});
