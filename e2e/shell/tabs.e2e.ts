// Tabs: what they keep, and how they open, move and close.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../_world.ts';
import { makePerson } from '../_person.ts';
import { recordCalls, changeVersion } from './_wire.ts';

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

test('[S1.34, S2.200, S2.201, S2.202, S2.203, S2.206, S2.210] tabs open once, keep their content, reload, navigate, and close one by one, all others, and all', async ({
  as,
}) => {
  const page = await as('supplier');
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
  await test.step('each page opened from the menu has one tab, however often it is opened', async () => {
    await open(page, '库存列表', '存储空间', '库存列表', '存放申请');
    expect(await names(page)).toEqual(['存放申请', '库存列表', '存储空间']);
  });
  await test.step('a tab keeps its input in the background, without any request', async () => {
    await tab(page, '库存列表').click();
    const search = page.locator('.slot:not([hidden]) [data-search]');
    await search.fill('乙醇');
    await search.press('Enter');
    await expect(page).toHaveURL(/q=/);
    await open(page, '存储空间');
    const calls = recordCalls(page);
    await tab(page, '库存列表').click();
    await expect(page).toHaveURL(/q=/);
    await expect(search).toHaveValue('乙醇');
    expect(calls.filter((call) => call.startsWith('GET /wms/product-box'))).toEqual([]);
  });
  await test.step('reload rebuilds the current page and its data, without reloading the browser page', async () => {
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const calls = recordCalls(page);
    await page.getByRole('button', { name: '刷新', exact: true }).first().click();
    await expect.poll(() => calls.filter((call) => call.startsWith('GET /wms/product-box')).length).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  });
  await test.step('back and forward walk through the pages, and activate their tabs', async () => {
    await open(page, '存放申请', '存储空间', '领取申请');
    await page.goBack();
    await expect(tab(page, '存储空间')).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(tab(page, '存放申请')).toHaveAttribute('aria-current', 'page');
    await page.goForward();
    await page.goForward();
    await expect(tab(page, '领取申请')).toHaveAttribute('aria-current', 'page');
    // Going back reopens a closed tab.
    await bar(page).getByRole('button', { name: '关闭存储空间' }).click();
    await page.goBack();
    await expect(page).toHaveURL('/supplier/wms/product-space');
    await expect(tab(page, '存储空间')).toHaveAttribute('aria-current', 'page');
  });
  await test.step('tabs close one by one, all others, and all', async () => {
    const closeAll = async (): Promise<void> => {
      await page.getByRole('button', { name: /全部标签/ }).click();
      await page.getByRole('menuitem', { name: '关闭全部' }).click();
      await expect(page).toHaveURL('/supplier/wms/transaction/inbound');
      await expect(bar(page).getByRole('link')).toHaveText(['存放申请']);
    };
    await closeAll();
    await open(page, '领取申请', '存储空间', '库存列表');
    await bar(page).getByRole('button', { name: '关闭库存列表' }).click();
    await expect(tab(page, '存储空间')).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL('/supplier/wms/product-space');
    await tab(page, '领取申请').click();
    await page.getByRole('button', { name: /全部标签/ }).click();
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await expect(bar(page).getByRole('link')).toHaveText(['领取申请']);
    await closeAll();
  });
});

test('[S2.204] a tab is dragged with the pointer or moved by keyboard, and stays there', { tag: '@long' }, async ({ as }) => {
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

test(
  '[F-W2][S2.204] a tab is dragged to the right, dropped outside the bar, reset by Escape, and picked up by a long press',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('supplier', { hasTouch: true });
    await page.goto('/');
    await open(page, '领取申请', '存储空间', '库存列表');
    const order = bar(page).getByRole('link');
    const middleOf = async (name: string) => {
      const { x, y, width } = (await tab(page, name).boundingBox())!;
      return { x: x + width / 2, y: y + 10 };
    };
    const drag = async (name: string, over: string, dy = 0): Promise<void> => {
      const [from, to] = [await middleOf(name), await middleOf(over)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x + 24, to.y + dy, { steps: 15 });
    };
    await drag('存放申请', '库存列表');
    await page.mouse.up();
    await expect(order).toHaveText(['领取申请', '存储空间', '库存列表', '存放申请']);
    await drag('领取申请', '存储空间', 200);
    await page.mouse.up();
    await expect(order).toHaveText(['存储空间', '领取申请', '库存列表', '存放申请']);
    await tab(page, '领取申请').click();
    await expect(tab(page, '领取申请')).toHaveAttribute('aria-current', 'page');
    await drag('存储空间', '存放申请');
    await expect(order).toHaveText(['领取申请', '库存列表', '存放申请', '存储空间']);
    await page.keyboard.press('Escape');
    await expect(order).toHaveText(['存储空间', '领取申请', '库存列表', '存放申请']);
    await page.mouse.up();
    await expect(tab(page, '领取申请')).toHaveAttribute('aria-current', 'page');

    const client = await page.context().newCDPSession(page);
    const [from, to] = [await middleOf('存储空间'), await middleOf('库存列表')];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [from]);
    await expect(page.locator('.tab[data-dragging]')).toHaveCount(1);
    for (let step = 1; step <= 10; step++)
      await touch('touchMove', [{ x: from.x + ((to.x + 24 - from.x) * step) / 10, y: from.y }]);
    await touch('touchEnd', []);
    await expect(order).toHaveText(['领取申请', '库存列表', '存储空间', '存放申请']);
    await expect(page.locator('.tab[data-dragging]')).toHaveCount(0);
  },
);

test('[F-W4, F-W3][S2.207, S1.37] a record opens in a preview tab until kept or edited, titled by its name, as is the window', async ({
  as,
}) => {
  const page = await as('manager');
  await page.goto('/admin/wms/warehouse');
  const rows = page.locator('main a[href*="/wms/warehouse/edit?id="]');
  await expect(rows.nth(1)).toBeVisible();
  const [first, second] = await rows.evaluateAll((links) => links.slice(0, 2).map((link) => link.getAttribute('href')!));
  const openRow = async (href: string): Promise<string> => {
    await menu(page).getByRole('link', { name: '仓库', exact: true }).click();
    await page.locator(`main .slot:not([hidden]) a[href="${href}"]`).first().click();
    await expect(page).toHaveURL(href);
    const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
    await expect(page).toHaveTitle(/ · /);
    const name = await heading.innerText();
    await expect(page).toHaveTitle(`${name} · 管理系统`);
    return name;
  };
  const one = await openRow(first!);
  await expect(bar(page).getByRole('link')).toHaveText(['仓库', one]);
  const two = await openRow(second!);
  await expect(bar(page).getByRole('link')).toHaveText(['仓库', two]);
  await tab(page, two).dblclick();
  await openRow(first!);
  await expect(bar(page).getByRole('link')).toHaveText(['仓库', two, one]);
  await page.getByLabel('备注').filter({ visible: true }).fill('看过');
  await expect(page.locator('.tab.preview')).toHaveCount(0);
  await tab(page, two).click();
  await expect(page.getByRole('heading', { level: 1, name: two })).toBeVisible();
});

test(
  '[S2.205] the tab bar collapses into the header and expands, and a reload remembers it',
  { tag: '@long' },
  async ({ as }) => {
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
  },
);

/** Addresses of the first menu items, to open more than fit at once. */
async function menuAddresses(page: Page): Promise<string[]> {
  const links = menu(page).getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).getAttribute('href')!));
}

test('[S2.200, S9.06] a 16th page replaces the tab that was opened first', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  const extra = (n: number) => ({
    id: `x${n}`,
    idParent: null,
    code: `extra.${n}`,
    name: `附加页 ${n}`,
    nameTag: null,
    url: `/admin/wms/warehouse?q=extra${n}`,
    urlExp: '[]',
    role: '["ROLE_WAREHOUSE_ADMIN"]',
    pageRole: '["ROLE_WAREHOUSE_ADMIN"]',
    icon: null,
  });
  const wanted = Array.from({ length: 16 }, (_, at) => extra(at + 1));
  await changeVersion(page, (info) => ({ ...info, menus: wanted }));
  await page.goto(wanted[0]!.url);
  await expect(bar(page).getByRole('link')).toHaveText(['附加页 1']);
  const addresses = await menuAddresses(page);
  expect(addresses).toHaveLength(16);
  for (const { name } of wanted.slice(1, 15)) await open(page, name);
  await expect(bar(page).getByRole('link')).toHaveCount(15);
  await open(page, '附加页 16');
  const left = await names(page);
  expect(left).toHaveLength(15);
  expect(left).toContain('附加页 16');
  expect(left).not.toContain('附加页 1');
});

test(
  '[S2.201, S2.203] closing the last tab leads to the start, and on to the first page of the menu',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('supplier');
    await page.goto('/supplier/wms/product-box/list');
    await expect(bar(page).getByRole('link')).toHaveText(['库存列表']);
    await bar(page).getByRole('button', { name: '关闭库存列表' }).click();
    await expect(page).toHaveURL('/supplier/wms/transaction/inbound');
    await expect(bar(page).getByRole('link')).toHaveText(['存放申请']);
    await tab(page, '存放申请').press('Delete');
    await expect(page).toHaveURL('/supplier/wms/transaction/inbound');
    await expect(bar(page).getByRole('link')).toHaveText(['存放申请']);
  },
);

test('[S2.01, S2.02, S2.200] a typed address opens its page in a tab of its own', { tag: '@long' }, async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/supplier/wms/transaction/outbound/edit');
  await expect(page.getByRole('heading', { level: 1, name: '新建领取申请' })).toBeVisible();
  await expect(bar(page).getByRole('link')).toHaveText(['新建领取申请']);
  await page.goto('/supplier/wms/product-box/list?q=%E4%B9%99%E9%86%87');
  await expect(page.locator('[data-search]').filter({ visible: true })).toHaveValue('乙醇');
  await expect(bar(page).getByRole('link')).toHaveText(['新建领取申请', '库存列表']);
  for (const role of ['teacher', 'supplier', 'staff', 'admin', 'mg', 'def']) {
    expect((await page.request.get(`/${role}/wms/product-space`)).status(), role).toBe(200);
    expect((await page.request.get(`/${role}/common/login`)).status(), role).toBe(200);
  }
  expect((await page.request.get('/visitor/wms/product-space')).status()).toBe(404);
});

test('two windows of one browser have separate tabs; signing out in one ends both', async ({ as }) => {
  const first = await as('supplier', { own: true });
  await first.goto('/supplier/wms/transaction/inbound');
  await open(first, '库存列表');
  const second = await first.context().newPage();
  await second.goto('/supplier/wms/product-space');
  await expect(bar(second).getByRole('link')).toHaveText(['存储空间']);
  await open(second, '领取申请');
  expect(await names(first)).toEqual(['存放申请', '库存列表']);
  await first.reload();
  await expect(bar(first).getByRole('link')).toHaveText(['存放申请', '库存列表']);
  await first.getByRole('button', { name: '赵国强' }).click();
  await first.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(first.getByRole('button', { name: '登录' })).toBeVisible();
  await expect(second.getByRole('button', { name: '登录' })).toBeVisible();
});

test(
  'colour scheme and language changes apply to other windows, whose forms stay as they are',
  { tag: '@long' },
  async ({ guest, product }) => {
    const person = await makePerson(product, 'manager');
    const first = await guest();
    await signIn(first, person);
    const second = await first.context().newPage();
    await second.goto('/admin/wms/warehouse/edit');
    await second.getByLabel('仓库名称').fill('两个窗口');
    await first.getByRole('button', { name: '外观' }).click();
    await first.getByRole('menuitem', { name: '深色' }).click();
    await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
    await first.getByRole('button', { name: 'English' }).click();
    await expect(second.getByLabel('Warehouse name')).toHaveValue('两个窗口');
  },
);

test(
  '[S2.214] screens use their layouts: sign-in alone, choosing a group under the header, all others with menu and tabs',
  { tag: '@long' },
  async ({ as, guest }) => {
    const stranger = await guest();
    await stranger.goto('/def/common/login');
    await expect(stranger.getByRole('button', { name: '登录' })).toBeVisible();
    await expect(stranger.getByRole('banner')).toHaveCount(0);
    const page = await as('supplier');
    for (const [address, navigations] of [
      ['/def/wms/user/switchorg', 0],
      ['/def/nowhere', 0],
      ['/supplier/wms/product-space', 2],
      ['/def/base/msg-inbox', 2],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('heading').first()).toBeVisible();
      const shown = page.getByRole('navigation', { name: /主菜单|打开的页面/ });
      await expect(shown, address).toHaveCount(navigations);
    }
  },
);
