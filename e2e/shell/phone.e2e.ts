// Reviewing and collecting with a phone: touched, not clicked.
import type { Browser, Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../_world.ts';
import { Crew, inDays } from '../wms/_documents.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function phoneOf(browser: Browser, url: string, username: string): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  const page = await context.newPage();
  await signIn(page, username);
  return page;
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).filter({ visible: true });
const overhang = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - 390);

test('[S1.02] a reviewer finds what waits among the cards and approves it with a thumb', async ({ browser, product }) => {
  const crew = new Crew(product.url);
  const document = await crew.submitted({
    type: 'INBOUND',
    warehouse: 'W1',
    lines: [{ code: 'C-ETHANOL', qty: '2', batchNo: 'PH-1', expiresOn: inDays(300) }],
  });
  const page = await phoneOf(browser, product.url, 'reviewer');
  await page.goto(`/admin/wms/transaction/inbound?q=${document.no}`);
  const card = page.getByRole('listitem').filter({ hasText: document.no });
  await expect(card).toContainText('待审核');
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await card.getByRole('link').first().tap();
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(document.no);
  const approve = button(page, '批准').first();
  expect((await approve.boundingBox())!.height).toBeGreaterThanOrEqual(32);
  await approve.tap();
  await page.getByRole('dialog').filter({ visible: true }).getByRole('button', { name: '批准', exact: true }).tap();
  await expect(page.getByText('已批准', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await page.context().close();
});
