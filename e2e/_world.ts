// What browser tests start from: the running product, and people signed in to it.
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { PASSWORD, startProduct, type Product } from './_product.ts';

interface PersonOptions {
  /** Part of the name of the research group to choose where the person has several. */
  group?: string;
  locale?: 'zh' | 'en';
  viewport?: { width: number; height: number };
  /** A screen that is touched: only then can something be tapped. */
  hasTouch?: boolean;
  isMobile?: boolean;
  /** Where the window stands, as an IANA zone. */
  timezoneId?: string;
}

/** A phone in one hand. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Fixtures {
  /** A browser window of its own in which this person is signed in. The same person shares one session. */
  as: (username: string, options?: PersonOptions) => Promise<Page>;
  /** A window in which nobody is signed in. */
  guest: () => Promise<Page>;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface WorkerFixtures {
  product: Product;
  /** Storage of people who have signed in, by name. */
  signedIn: Map<string, StorageState>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameters off the source
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameters off the source
  signedIn: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.url),
  as: async ({ browser, product, signedIn, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username, options = {}) => {
      const key = `${username} ${options.group ?? ''} ${options.locale ?? ''}`;
      if (!signedIn.has(key)) signedIn.set(key, await signInByHand(browser, product.url, username, options));
      const context = await browser.newContext({
        storageState: signedIn.get(key)!,
        ...(baseURL ? { baseURL } : {}),
        ...(options.viewport ? { viewport: options.viewport } : {}),
        ...(options.hasTouch ? { hasTouch: true } : {}),
        ...(options.isMobile ? { isMobile: true } : {}),
        ...(options.timezoneId ? { timezoneId: options.timezoneId } : {}),
      });
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  guest: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

async function signInByHand(browser: Browser, url: string, username: string, options: PersonOptions): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: url, locale: options.locale === 'en' ? 'en-US' : 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, username);
  if (options.group) await chooseGroup(page, options.group);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Types name and password into the sign-in screen. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/def/common/login');
  await page.getByLabel(/用户名|Username/).fill(username);
  await page.getByLabel(/^密码$|^Password$/).fill(password);
  await page.getByRole('button', { name: /登\s*录|Sign in/ }).click();
  await page.waitForURL((address) => !address.pathname.includes('/common/login'));
}

async function chooseGroup(page: Page, name: string): Promise<void> {
  await page.goto('/def/wms/user/switchorg');
  await page.getByRole('button', { name }).click();
  await page.waitForURL((address) => !address.pathname.includes('/switchorg'));
}

export { expect };
