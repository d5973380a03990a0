// Compressed size of each entry into the console, checked against its budget. Run after the build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, 'dist');
const KB = 1_000;

/** Chunks loaded together, by their source; texts in the default language. */
const LOGIN = ['index.html', 'src/common/login/LoginPage.tsx', 'src/phrase/zh-first.ts', 'src/phrase/zh-login.ts'];
const SHELL = ['index.html', 'src/phrase/zh-first.ts', 'src/shell/Frame.tsx'];
const budgets = [
  { name: 'login, JS', entries: LOGIN, kind: 'js', max: 126 },
  { name: 'shell, JS', entries: SHELL, kind: 'js', max: 236 },
  { name: 'shell, CSS', entries: SHELL, kind: 'css', max: 90 },
];
/** A page's own chunk. */
const PAGE_MAX = 15;
/** A page and everything it needs, with the shell; `other` are documents, with a form and a list in one. */
const WITH_SHELL_MAX = { list: 339, form: 338, other: 359 };
/** Number of requests for code and styles of a page with the shell: each has a cost for server, browser and user. */
const FILES_MAX = 38;

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));

/** Texts loaded with a page, as declared in the list of screens. */
const screens = readFileSync(join(import.meta.dirname, 'src/screens.ts'), 'utf8');
function textsOf(page) {
  const [, says] = screens.match(new RegExp(`import\\('\\./${page.replace('src/', '')}'\\)([^)]*)\\)`)) ?? [];
  if (says === undefined) throw new Error(`${page} is not in screens.ts: fix the lists in budget.mjs`);
  return ['pages', ...[...says.matchAll(/'(\w+)'/g)].map((match) => match[1])].map((part) => `src/phrase/zh-${part}.ts`);
}

/** All static dependencies of these chunks. */
function chunksOf(entries, seen = new Set()) {
  for (const name of entries) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest: fix the lists in budget.mjs`);
    if (seen.has(name)) continue;
    seen.add(name);
    chunksOf(chunk.imports ?? [], seen);
  }
  return seen;
}

const kindOf = (page) => (page.endsWith('ListPage.tsx') ? 'list' : page.endsWith('EditPage.tsx') ? 'form' : 'other');

const filesOf = (chunks, kind) =>
  new Set([...chunks].flatMap((name) => (kind === 'js' ? [manifest[name].file] : (manifest[name].css ?? []))));
const size = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0) / KB;

let failed = false;
function report(name, kb, max, unit = 'kB') {
  const within = kb <= max;
  failed ||= !within;
  console.log(
    `${within ? 'ok  ' : 'OVER'} ${name.padEnd(48)} ${kb.toFixed(unit === 'kB' ? 1 : 0).padStart(7)} of ${max} ${unit}`,
  );
}

for (const { name, entries, kind, max } of budgets) report(name, size(filesOf(chunksOf(entries), kind)), max);

const shell = filesOf(chunksOf(SHELL), 'js');
let most = 0;
for (const [name, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || !name.endsWith('Page.tsx') || LOGIN.includes(name)) continue;
  const files = filesOf(chunksOf([name, ...textsOf(name)]), 'js');
  const label = name.replace('src/', '');
  report(`${label}, own chunk`, size([chunk.file]), PAGE_MAX);
  report(`${label}, with shell`, size(new Set([...shell, ...files])), WITH_SHELL_MAX[kindOf(name)]);
  const all = chunksOf([...SHELL, name, ...textsOf(name)]);
  most = Math.max(most, filesOf(all, 'js').size + filesOf(all, 'css').size);
}
report('any page with shell, files', most, FILES_MAX, 'files');
process.exit(failed ? 1 : 0);
