// What browser tests start from: the running product, and people signed in to it.
import { test as base, expect, type Page } from '@playwright/test';
import { PASSWORD, startProduct, type Product } from './_product.ts';
import { signedInAs } from './_signed-in.ts';
import { DESK, NOTHING, Windows, type StorageState, type WindowOptions } from './_windows.ts';

interface WindowGiven {
  /** Address of another product than that of the worker. */
  baseURL?: string;
  viewport?: { width: number; height: number };
  /** A screen that is touched: only then can something be tapped. */
  hasTouch?: boolean;
  isMobile?: boolean;
  /** Where the window stands, as an IANA zone. */
  timezoneId?: string;
  /** Nobody has it afterwards: for a window with a clock of its own, or with a script in each page. */
  alone?: boolean;
}

interface PersonOptions extends WindowGiven {
  /** Part of the name of the research group to choose where the person has several. */
  group?: string | undefined;
  /** A session of this window alone: for tests that end or exchange it. */
  own?: boolean;
}

/** Well before a window exchanges the tokens, after 24 minutes: that ends the session for whoever comes with the old ones. */
const SHARED_MS = 600_000;

/** A phone in one hand. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Fixtures {
  /** A browser window of its own in which this person is signed in. The same person shares one session. */
  as: (username: string, options?: PersonOptions) => Promise<Page>;
  /** A window in which nobody is signed in. */
  guest: (options?: Pick<WindowGiven, 'alone' | 'baseURL'>) => Promise<Page>;
  /** Opens a window with what the browser has kept of earlier visits. */
  open: (state: StorageState, options: WindowGiven) => Promise<Page>;
}

interface WorkerFixtures {
  product: Product;
  /** Storage of people who have signed in, by name. */
  signedIn: Map<string, { state: StorageState; until: number }>;
  windows: Windows;
}

/** Characters of the product's log that a red test prints. */
const LOGGED_MAX = 8_000;

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameters off the source
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.dispose();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameters off the source
  signedIn: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  windows: [
    async ({ browser }, use) => {
      const windows = new Windows(browser);
      await use(windows);
      await windows.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  open: async ({ product, windows, baseURL }, use, testInfo) => {
    const before = product.output().length;
    const opened: { page: Page; options: WindowOptions; alone: boolean }[] = [];
    await use(async (state, { alone = false, ...window }) => {
      const options = { baseURL: baseURL!, ...DESK, ...window };
      const page = await windows.open(state, options, alone);
      opened.push({ page, options, alone });
      return page;
    });
    const isOver = testInfo.status !== testInfo.expectedStatus;
    // What the product has logged meanwhile says what a window does not.
    const logged = product.output().slice(before).slice(-LOGGED_MAX);
    if (isOver && logged !== '') console.error(`Logged by the product during “${testInfo.title}”:\n${logged}`);
    await Promise.all(
      opened.map(({ page, options, alone }) => (alone || isOver ? page.context().close() : windows.handBack(page, options))),
    );
  },
  as: async ({ product, signedIn, open }, use) =>
    use(async (username, { group, own = false, ...window } = {}) => {
      if (own) return open(await signedInAs(product.url, username, group), window);
      const key = `${username} ${group ?? ''}`;
      const known = signedIn.get(key);
      if (known && Date.now() < known.until) return open(known.state, window);
      const until = Date.now() + SHARED_MS;
      const state = await signedInAs(product.url, username, group);
      signedIn.set(key, { state, until });
      return open(state, window);
    }),
  guest: async ({ open }, use) => use((options = {}) => open(NOTHING, options)),
});

/** Types name and password into the sign-in screen. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/def/common/login');
  await page.getByLabel(/用户名|Username/).fill(username);
  await page.getByLabel(/^密码$|^Password$/).fill(password);
  await page.getByRole('button', { name: /登\s*录|Sign in/ }).click();
  await page.waitForURL((address) => !address.pathname.includes('/common/login'));
}

export { expect };
