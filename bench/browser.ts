// Browser metrics: bundle sizes, and time to the first row of a list.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { Client } from '../e2e/_client.ts';
import { PASSWORD } from '../e2e/_product.ts';
import { findFullBrowser } from '../scripts/browser.ts';
import { median } from './measure.ts';
import type { Check } from './report.ts';

const ROOT = resolve(import.meta.dirname, '..');
export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const THROTTLE = 4;
const ROW_GOAL = 4.2;
const ROW_TIMEOUT_MS = 30_000;
/** A list page, its API call, and text that only its rows contain. */
const LIST = { path: '/admin/wms/product', call: '/wms/product?q=BENCH', says: 'BENCH-' };

/** Runs in the page before any other script. */
const NOTE_FIRST_ROW = `new MutationObserver((_, observer) => {
  if (!document.querySelector('tbody')?.textContent.includes('${LIST.says}')) return;
  window.firstRowAt = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true, characterData: true });`;

/** Bundle sizes compared with their budgets. */
export function checkBudgets(): Check[] {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'web/budget.mjs')], { encoding: 'utf8' });
  const lines = stdout.matchAll(/^(ok {2}|OVER) (.+?) +([\d.]+) of (\d+) kB$/gm);
  return [...lines]
    .filter(([, , name]) => !name!.includes('own chunk') && (!name!.includes('Page') || name!.includes('ProductListPage')))
    .map(([, state, name, size, max]) => ({
      name: `${name!} (gzip)`,
      value: `${size} kB`,
      goal: `≤ ${max} kB`,
      met: state === 'ok  ',
    }));
}

/** Time from navigation to the first row with a cold cache and throttled CPU, alternating with a bare React page. */
export async function checkFirstRow(url: string, rounds: number): Promise<Check[]> {
  const browser = await chromium.launch({ executablePath: findFullBrowser(), args: FLAGS });
  const bare = await serveBarePage(url);
  try {
    const state = await signInBrowser(browser, url);
    const ours: number[] = [];
    const others: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await measureFirstRow(await browser.newContext({ storageState: state }), `${url}${LIST.path}`));
      others.push(await measureFirstRow(await browser.newContext(), bare.url));
    }
    const ratio = median(ours.map((time, round) => time / others[round]!));
    return [
      { name: `First row of the product list, ${THROTTLE}× CPU`, value: `${median(ours).toFixed(0)} ms` },
      { name: 'The same in a bare React page', value: `${median(others).toFixed(0)} ms` },
      { name: 'Ours to bare, first row', value: `${ratio.toFixed(2)} ×`, goal: `≤ ${ROW_GOAL} ×`, met: ratio <= ROW_GOAL },
    ];
  } finally {
    await browser.close();
    bare.server.close();
  }
}

/** Storage state of a browser signed in as the warehouse manager. */
export async function signInBrowser(browser: Browser, url: string): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext({ baseURL: url, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/def/common/login');
  await page.getByLabel('用户名').fill('manager');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await page.waitForURL((address) => !address.pathname.includes('/common/login'));
  const state = await context.storageState();
  await context.close();
  return state;
}

/** @returns milliseconds since navigation */
async function measureFirstRow(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript({ content: NOTE_FIRST_ROW });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.goto(address, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => (globalThis as { firstRowAt?: number }).firstRowAt, null, {
    timeout: ROW_TIMEOUT_MS,
  });
  const time = await found.jsonValue();
  await context.close();
  return time!;
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };

/** Builds and serves the bare page with rows from our server. */
async function serveBarePage(url: string): Promise<{ url: string; server: Server }> {
  const manager = await Client.signIn(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const { body } = await manager.get(LIST.call);
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-bare-page-'));
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const build = ['build', join(import.meta.dirname, 'bare-page'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  spawnSync(process.execPath, [vite, ...build], { stdio: 'inherit' });
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path)]),
  );
  rmSync(folder, { recursive: true, force: true });
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url!;
    const content = path === '/rows.json' ? JSON.stringify(body) : files.get(path);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(content);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, server };
}
