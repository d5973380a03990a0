// The open pages: what a tab keeps, and how tabs come, move and go.
import type { Page } from '@playwright/test';
import { expect, test } from '../_world.ts';
import { callsOf } from './_wire.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const bar = (page: Page) => page.getByRole('navigation', { name: '打开的页面' });
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name });
const names = (page: Page) => bar(page).getByRole('link').allInnerTexts();

async function open(page: Page, ...items: string[]): Promise<void> {
  for (const name of items) {
    await menu(page).getByRole('link', { name }).click();
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
  }
}

test('[S1.34, S2.200, S2.210] each page opened from the menu has one tab, however often it is opened', async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
  await open(page, '库存列表', '存储空间', '库存列表', '存放申请');
  expect(await names(page)).toEqual(['存放申请', '库存列表', '存储空间']);
});

test('[S2.201, S2.202, S2.203] tabs close one by one, all the others, and all', async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/');
  await open(page, '领取申请', '存储空间', '库存列表');
  await bar(page).getByRole('button', { name: '关闭 库存列表' }).click();
  await expect(tab(page, '存储空间')).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL('/supplier/wms/product-space');
  await tab(page, '领取申请').click();
  await page.getByRole('button', { name: /全部标签/ }).click();
  await page.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect(bar(page).getByRole('link')).toHaveText(['领取申请']);
  await page.getByRole('button', { name: /全部标签/ }).click();
  await page.getByRole('menuitem', { name: '关闭全部' }).click();
  await expect(page).toHaveURL('/supplier/wms/transaction/inbound');
  await expect(bar(page).getByRole('link')).toHaveText(['存放申请']);
});

test('[S2.204] a tab is dragged elsewhere, with the pointer and with the keyboard, and stays there', async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/');
  await open(page, '领取申请', '存储空间');
  const [from, to] = [await tab(page, '存储空间').boundingBox(), await tab(page, '存放申请').boundingBox()];
  await page.mouse.move(from!.x + 20, from!.y + 10);
  await page.mouse.down();
  await page.mouse.move(to!.x + 2, to!.y + 10, { steps: 12 });
  await page.mouse.up();
  await expect(bar(page).getByRole('link')).toHaveText(['存储空间', '存放申请', '领取申请']);
  await tab(page, '领取申请').click();
  await tab(page, '领取申请').press('Shift+ArrowLeft');
  await expect(bar(page).getByRole('link')).toHaveText(['存储空间', '领取申请', '存放申请']);
  await open(page, '库存列表');
  expect(await names(page)).toEqual(['存储空间', '领取申请', '存放申请', '库存列表']);
});

test('[S2.205] the tab bar folds into the header and unfolds, and a reload remembers it', async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/');
  await open(page, '库存列表');
  await page.getByRole('button', { name: /全部标签/ }).click();
  await page.getByRole('menuitem', { name: '收起标签栏' }).click();
  await expect(bar(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /库存列表/ })
    .click();
  await page.getByRole('menuitem', { name: '展开标签栏' }).click();
  await expect(tab(page, '库存列表')).toBeVisible();
});

test('[S2.206] reload builds the page in front anew and reads its data again, without loading the browser page', async ({
  as,
}) => {
  const page = await as('supplier');
  await page.goto('/');
  await open(page, '库存列表');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const calls = callsOf(page);
  await page.getByRole('button', { name: '刷新', exact: true }).first().click();
  await expect.poll(() => calls.filter((call) => call.startsWith('GET /wms/product-box')).length).toBeGreaterThan(0);
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('what was typed, chosen and scrolled is there again when its tab comes back', async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/supplier/wms/product-box/list');
  await page.locator('[data-search]').fill('乙醇');
  await page.locator('[data-search]').press('Enter');
  await expect(page).toHaveURL(/q=/);
  await open(page, '存储空间');
  const calls = callsOf(page);
  await tab(page, '库存列表').click();
  await expect(page).toHaveURL(/q=/);
  await expect(page.locator('.slot:not([hidden]) [data-search]')).toHaveValue('乙醇');
  expect(calls.filter((call) => call.startsWith('GET /wms/product-box'))).toEqual([]);
});
