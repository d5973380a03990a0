// Response times of the shell: switching tabs with few and many pages open, and opening a menu entry while pages are being
// prefetched.
import { PREFETCH_START_MS } from '@kuwei/contract/constants';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findFullBrowser } from '../scripts/browser.ts';
import { FLAGS, signInBrowser } from './browser.ts';
import { median } from './measure.ts';
import type { Check } from './report.ts';

const SWITCHES = 40;
const RATIO_GOAL = 1.5;
const CLICKS = 4;
/** After prefetching has begun. */
const UNDER_WAY_MS = 200;
const PREFETCHED_MS = 8_000;
/** The first two are switched between. */
const PAGES = [
  '/admin/wms/product',
  '/admin/wms/product-box/list',
  '/admin/wms/warehouse',
  '/admin/wms/container',
  '/admin/wms/warehouse-box',
  '/admin/wms/batch',
  '/admin/wms/ledger',
  '/admin/wms/product-space',
  '/admin/wms/transaction/inbound',
  '/admin/wms/transaction/outbound',
  '/admin/wms/transaction/move',
  '/def/base/msg-inbox',
  '/admin/wms/warehouse/edit',
  '/admin/wms/product/edit',
];
/** A menu entry whose code is not loaded when clicked immediately. */
const ENTRY = '/admin/wms/warehouse';

/** Time from a click on a tab until its page is painted, with two and with fourteen open pages in one window. */
export async function checkTabs(url: string): Promise<Check[]> {
  const browser = await chromium.launch({ executablePath: findFullBrowser(), args: FLAGS });
  try {
    const state = await signInBrowser(browser, url);
    const window = { storageState: state, baseURL: url, viewport: { width: 1600, height: 900 } };
    const context = await browser.newContext(window);
    const page = await context.newPage();
    await page.goto(PAGES[0]!);
    await awaitShown(page, 1);
    await open(page, PAGES[1]!, 2);
    const few = await measureSwitching(page);
    for (const [at, address] of PAGES.slice(2).entries()) await open(page, address, at + 3);
    const many = await measureSwitching(page);
    await context.close();

    const during: number[] = [];
    const after: number[] = [];
    for (let round = 0; round < CLICKS; round++) {
      during.push(await measureMenuClick(await browser.newContext(window), false));
      after.push(await measureMenuClick(await browser.newContext(window), true));
    }
    const ratio = many / few;
    return [
      {
        name: `Tab switch, ${PAGES.length} pages kept against 2`,
        value: `${many.toFixed(1)} ms, ${ratio.toFixed(2)} × ${few.toFixed(1)} ms`,
        goal: `≤ ${RATIO_GOAL} ×`,
        met: ratio <= RATIO_GOAL,
      },
      {
        name: 'Menu entry, clicked while pages are fetched ahead',
        value: `${median(during).toFixed(0)} ms, ${median(after).toFixed(0)} ms once they are`,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Navigates as a link in a page would. */
async function open(page: Page, address: string, pages: number): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await awaitShown(page, pages);
}

async function awaitShown(page: Page, pages: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('.slot').length === count &&
      document.querySelector('.slot:not([hidden]) h1') !== null &&
      document.querySelector('.slot:not([hidden]) :is(.page-skeleton, .skeleton, .loading)') === null,
    pages,
  );
}

/** @returns median milliseconds from click to paint */
async function measureSwitching(page: Page): Promise<number> {
  const times = await page.evaluate(
    async ({ addresses, count }) => {
      const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const found: number[] = [];
      for (let at = 0; at < count; at++) {
        const link = document.querySelector<HTMLElement>(`[data-tab] > a[href^="${addresses[at % 2]}"]`)!;
        const from = performance.now();
        link.click();
        while (link.getAttribute('aria-current') !== 'page') await painted();
        await painted();
        found.push(performance.now() - from);
      }
      return found;
    },
    { addresses: [PAGES[0]!, PAGES[1]!], count: SWITCHES },
  );
  return median(times);
}

/** @returns milliseconds from the click on a menu entry to the heading of its page, in a new browser context each time */
async function measureMenuClick(context: BrowserContext, settled: boolean): Promise<number> {
  const page = await context.newPage();
  await page.goto('/admin/wms/product');
  await awaitShown(page, 1);
  await page.waitForTimeout(PREFETCH_START_MS + (settled ? PREFETCHED_MS : UNDER_WAY_MS));
  const time = await page.evaluate(async (address) => {
    const drawn = (): Promise<number> => new Promise(requestAnimationFrame);
    const entry = (): HTMLElement | null => document.querySelector(`nav a[href="${address}"]`);
    for (const group of document.querySelectorAll<HTMLElement>('nav button[aria-expanded="false"]')) {
      if (entry()) break;
      group.click();
      for (let frames = 0; frames < 10 && !entry(); frames++) await drawn();
    }
    const heading = (): Element | null => document.querySelector('.slot:not([hidden]) h1');
    const before = heading();
    const from = performance.now();
    entry()!.click();
    while (heading() === null || heading() === before) await drawn();
    return performance.now() - from;
  }, ENTRY);
  await context.close();
  return time;
}
