// Ctrl+K and `?`: global search and actions by keyboard.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { expect, signIn, test } from '../_world.ts';
import { Crew } from '../wms/_documents.ts';

const finder = (page: Page) => page.getByRole('dialog', { name: '查找' });
const field = (page: Page) => finder(page).getByRole('combobox');
const group = (page: Page, name: string) => finder(page).getByRole('group', { name });

async function openFinder(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused({ timeout: 500 });
  }).toPass();
}

const BEAKER = { type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'W-BEAKER-250', qty: '1' }] } as const;

test('Ctrl+K finds pages by pinyin initials, and Enter opens the selected one', async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/supplier/wms/product-space');
  await openFinder(page);
  await page.keyboard.type('kclb');
  await expect(group(page, '功能').getByRole('option')).toHaveText([/^库存列表/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/supplier/wms/product-box/list');
  await expect(finder(page)).toHaveCount(0);
});

test('finds a document by part of its number and a product by CAS, and opens each by keyboard', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const document = await crew.submitted(BEAKER);
  const page = await as('teacher', { group: '催化化学课题组' });
  await page.goto('/teacher/wms/transaction/inbound');
  await openFinder(page);
  // Including its last letter: documents of other types have the same digits.
  await page.keyboard.type(document.no.slice(1).toLowerCase());
  const found = group(page, '单据').getByRole('option');
  await expect(found).toHaveText([new RegExp(document.no)]);
  await expect(found).toContainText('存放申请');
  await page.keyboard.press('ArrowUp');
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`edit\\?id=${document.id}`));

  await openFinder(page);
  await page.keyboard.type('64-17-5');
  await expect(group(page, '产品').getByRole('option').first()).toContainText('64-17-5');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/teacher\/wms\/product-box\/list\?productId=/);
});

test('another group does not find them', { tag: '@long' }, async ({ as, product }) => {
  const document = await new Crew(product.url).submitted(BEAKER);
  const page = await as('supplier');
  await page.goto('/supplier/wms/transaction/inbound');
  await openFinder(page);
  await page.keyboard.type(document.no);
  await expect(finder(page).getByRole('status')).toHaveText('没有符合的结果');
});

test('typing is debounced, and a failed search says so', { tag: '@long' }, async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/supplier/wms/product-space');
  let asked = 0;
  await page.route('**/api/sys/find?*', (route) => {
    asked++;
    return route.fulfill({ status: 500, json: { errorCode: 'WMS_ERROR', code: 'SERVER', message: 'x', data: {} } });
  });
  await openFinder(page);
  const typed = 'wushuiyichun';
  await page.keyboard.type(typed, { delay: 20 });
  await expect(finder(page).getByRole('status')).toHaveText('查找记录失败，请稍后重试');
  // A slow machine may pause long enough between keys for one more request.
  expect(asked).toBeLessThan(typed.length / 2);
});

test('storekeepers find boxes; actions do what they say', { tag: '@long' }, async ({ as, product }) => {
  const page = await as(await makePerson(product, 'keeper'));
  await page.goto('/admin/wms/warehouse-box/list');
  const code = await page.locator('[data-row] a').first().innerText();
  await openFinder(page);
  await page.keyboard.type(code);
  await expect(group(page, '库位').getByRole('option').first()).toContainText(code);
  await field(page).fill('深色');
  await expect(group(page, '操作').getByRole('option')).toHaveText(['外观：深色']);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openFinder(page);
  await field(page).fill('浅色');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a new request can be started from anywhere, and signing out is found, too', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await signIn(page, 'supplier');
  await page.goto('/supplier/wms/product-space');
  await openFinder(page);
  await page.keyboard.type('xjlq');
  await expect(group(page, '操作').getByRole('option')).toHaveText([/新建领取申请/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/supplier/wms/transaction/outbound/edit');
  await openFinder(page);
  await page.keyboard.type('退出');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
});

test('`?` lists the shortcuts of the current page', { tag: '@long' }, async ({ as }) => {
  const page = await as('keeper');
  const keys = page.getByRole('dialog', { name: '键盘快捷键' });
  const titles = keys.getByRole('heading', { level: 3 });
  for (const [address, groups] of [
    ['/admin/wms/product-box/list', ['列表', '所有页面', '打开的页面']],
    ['/admin/wms/transaction/move/edit', ['表单', '所有页面', '打开的页面']],
    ['/def/nowhere', ['所有页面']],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(async () => {
      // A form focuses its first field, which would take the key.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('?');
      await expect(keys).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(titles).toHaveText([...groups]);
    if (groups.length > 1) await expect(keys).toContainText('打开日期的日历');
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  }
  await page.goto('/admin/wms/product-box/list');
  await page.locator('[data-search]').fill('?');
  await expect(keys).toHaveCount(0);
});

test('`?` lists the shortcuts of the place tree, and of a selection list', { tag: '@long' }, async ({ as }) => {
  const keeper = await as('keeper');
  await keeper.goto('/admin/wms/container');
  await keeper.getByRole('tree').focus();
  await keeper.keyboard.press('?');
  await expect(keeper.getByRole('dialog').getByRole('region', { name: '树', exact: true })).toContainText('展开、收起');

  const teacher = await as('teacher', { group: '催化化学' });
  await teacher.goto('/teacher/wms/transaction/select-product');
  await teacher.getByRole('row').nth(1).getByRole('checkbox').focus();
  await teacher.keyboard.press('?');
  await expect(teacher.getByRole('dialog').getByRole('region', { name: '选择列表' })).toContainText('选中并加入');
});

test('Enter before the results arrive opens the first result for the full text', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/sys/find?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin/wms/warehouse');
  await openFinder(page);
  const asked = page.waitForRequest(/sys\/find/);
  await page.keyboard.type('W-BEAKER-250');
  await asked;
  await page.keyboard.press('Enter');
  await expect(finder(page)).toBeVisible();
  release();
  await expect(page).toHaveURL(/wms\/product/);
});
