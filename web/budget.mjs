// What each way into the console costs to load, compressed, and whether that is within what was agreed. Run after the build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, 'dist');
const KB = 1_000;

/** Chunks that are loaded together, by the source they come from; texts in the default language. */
const LOGIN = ['index.html', 'src/common/login/LoginPage.tsx', 'src/phrase/zh-first.ts', 'src/phrase/zh-login.ts'];
const SHELL = ['index.html', 'src/phrase/zh-first.ts', 'src/shell/Frame.tsx'];
const budgets = [
  { name: 'login, JS', entries: LOGIN, kind: 'js', max: 126 },
  { name: 'shell, JS', entries: SHELL, kind: 'js', max: 234 },
  { name: 'shell, CSS', entries: SHELL, kind: 'css', max: 90 },
];
/** A page's own chunk. */
const PAGE_MAX = 15;
/** All that a page needs with the shell; `other` are those that work through documents, with a form and a list in one. */
const WITH_SHELL_MAX = { list: 336, form: 335, other: 355 };
/** Requests for code and styles that a page takes with the shell: the server, the browser and who waits pay for each. */
const FILES_MAX = 38;

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));

/** The texts that come with a page, by what the list of screens says of it. */
const screens = readFileSync(join(import.meta.dirname, 'src/screens.ts'), 'utf8');
function textsOf(page) {
  const [, says] = screens.match(new RegExp(`import\\('\\./${page.replace('src/', '')}'\\)([^)]*)\\)`)) ?? [];
  if (says === undefined) throw new Error(`${page} is not in screens.ts: fix the lists in budget.mjs`);
  return ['pages', ...[...says.matchAll(/'(\w+)'/g)].map((match) => match[1])].map((part) => `src/phrase/zh-${part}.ts`);
}

/** Every chunk that these need before they run. */
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
