// Fixtures of browser tests: the running product, and signed-in users.
import { test as base, expect, type Page } from '@playwright/test';
import { PASSWORD, startProduct, type Product } from './_product.ts';
import { signedInAs } from './_signed-in.ts';
import { DESK, EMPTY_STORAGE, Windows, type StorageState, type WindowOptions } from './_windows.ts';

interface WindowGiven {
  /** URL of a product other than the worker's. */
  baseURL?: string;
  viewport?: { width: number; height: number };
  /** A touch screen; required for tap(). */
  hasTouch?: boolean;
  isMobile?: boolean;
  /** Time zone of the window, as an IANA name. */
  timezoneId?: string;
  /** Not reused afterwards: for a window with a fake clock or an init script. */
  alone?: boolean;
}

interface PersonOptions extends WindowGiven {
  /** Part of the name of the research group to choose, for users with several. */
  group?: string | undefined;
  /** A session of its own: for tests that end or refresh it. */
  own?: boolean;
}

/** Well below the 24 minutes after which a window refreshes its tokens, which invalidates the old ones. */
const SHARED_MS = 600_000;

/** A phone held in one hand. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Fixtures {
  /** A window of its own with this user signed in. Windows of the same user share one session. */
  as: (username: string, options?: PersonOptions) => Promise<Page>;
  /** A window without a signed-in user. */
  guest: (options?: Pick<WindowGiven, 'alone' | 'baseURL'>) => Promise<Page>;
  /** Opens a window with stored browser state. */
  open: (state: StorageState, options: WindowGiven) => Promise<Page>;
}

interface WorkerFixtures {
  product: Product;
  /** Storage state of signed-in users, by name. */
  signedIn: Map<string, { state: StorageState; until: number }>;
  windows: Windows;
}

/** Characters of the server log printed by a failed test. */
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
    // The server log explains what the window does not show.
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
  guest: async ({ open }, use) => use((options = {}) => open(EMPTY_STORAGE, options)),
});

/** Fills in the sign-in form. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/def/common/login');
  await page.getByLabel(/用户名|Username/).fill(username);
  await page.getByLabel(/^密码$|^Password$/).fill(password);
  await page.getByRole('button', { name: /登\s*录|Sign in/ }).click();
  await page.waitForURL((address) => !address.pathname.includes('/common/login'));
}

export { expect };
