// Pool of windows reused across tests. The first page of a new window costs two and a half times the processor time (process
// start, fetching and compiling the console). A reused window is reset to what a page sees as new.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export type WindowOptions = Pick<BrowserContextOptions, 'hasTouch' | 'isMobile' | 'locale' | 'timezoneId'> & {
  baseURL: string;
  viewport: { width: number; height: number };
};

export const DESK = { viewport: { width: 1600, height: 900 }, hasTouch: false, isMobile: false };

/** Each keeps a process and its memory. */
const IDLE_MAX = 4;
/** A page of the product's origin without scripts. */
const BLANK_PAGE = '/api/health';

export const EMPTY_STORAGE: StorageState = { cookies: [], origins: [] };

export class Windows {
  readonly #browser: Browser;
  /** Idle windows, most recently returned last. */
  readonly #kept: { key: string; page: Page }[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * @param state stored browser state
   * @param isNew require an unused window
   */
  async open(state: StorageState, options: WindowOptions, isNew = false): Promise<Page> {
    const key = JSON.stringify(options);
    const at = isNew ? -1 : this.#kept.findLastIndex((kept) => kept.key === key);
    if (at < 0) return (await this.#browser.newContext({ ...options, storageState: state })).newPage();
    const { page } = this.#kept.splice(at, 1)[0]!;
    await restoreStorage(page, state);
    return page;
  }

  /** Returns a window to the pool. */
  async handBack(page: Page, options: WindowOptions): Promise<void> {
    if (page.isClosed()) return page.context().close();
    await resetPage(page, options);
    this.#kept.push({ key: JSON.stringify(options), page });
    if (this.#kept.length > IDLE_MAX) await this.#kept.shift()!.page.context().close();
  }

  async close(): Promise<void> {
    for (const { page } of this.#kept.splice(0)) await page.context().close();
  }
}

/** Resets a window after a test. Fake clocks and init scripts cannot be reset. */
async function resetPage(page: Page, { viewport }: WindowOptions): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().flatMap((other) => (other === page ? [] : [other.close()])));
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto(BLANK_PAGE);
  await page.mouse.move(-1, -1);
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(viewport);
}

async function restoreStorage(page: Page, { cookies, origins }: StorageState): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  const { origin } = new URL(page.url());
  await page.evaluate(
    async (items) => {
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    },
    origins.find((kept) => kept.origin === origin)?.localStorage ?? [],
  );
}
