// Impersonation by an administrator.
import type { Locator, Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { expect, signIn, test } from '../_world.ts';
import { PROXY, switchTo } from './_switch.ts';

const bar = (page: Page): Locator => page.getByRole('status').filter({ hasText: '您正以' });
const account = (page: Page): Locator => page.getByRole('banner').getByTitle('账户');
const menuItem = (page: Page, name: RegExp | string): Locator => page.getByRole('menuitem', { name });
const storedToken = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session')!) as { token: string }).token);

/** Session id of this window. */
const sessionOf = async (page: Page): Promise<string> => {
  const token = await storedToken(page);
  const sessions = await page.evaluate(
    async (bearer) => (await fetch('/api/auth/biz/session/by-me', { headers: { authorization: `Bearer ${bearer}` } })).json(),
    token,
  );
  return (sessions as { id: string; current: boolean }[]).find(({ current }) => current)!.id;
};

/** Ends an administrator's session from another device, and impersonation with it. Their other sessions stay. */
async function endElsewhere(url: string, id: string): Promise<void> {
  const admin = await Client.signIn(url, 'admin', 'ROLE_ADMIN');
  expect((await admin.send('DELETE', `/auth/biz/session/by-me/${id}`)).status).toBe(200);
}

test('[S2.223, S2.224, S6.24, S4.38, S4.39, S4.40, S4.41, S4.42, S4.43] an administrator impersonates a user and switches back', async ({
  as,
}) => {
  const page = await as('admin', { own: true });
  await page.goto('/def/base/msg-inbox');
  await account(page).click();
  await expect(menuItem(page, /^退回/)).toHaveCount(0);
  await menuItem(page, '切换用户').click();
  await expect(page).toHaveURL(new RegExp(`${PROXY}$`));
  const own = await storedToken(page);
  const tabs = page.getByRole('navigation', { name: '打开的页面' }).getByRole('link');
  await page.goto('/def/sysbase/dic');
  await expect(tabs.filter({ hasText: '数据字典' })).toBeVisible();

  await switchTo(page, 'supplier');
  await expect(page.getByText('切换成功')).toBeVisible();
  await expect(page).not.toHaveURL(/proxy/);
  await expect(account(page)).toContainText('赵国强');
  await expect(bar(page)).toContainText('您正以赵国强的身份操作');
  await expect(page.getByRole('navigation').getByText('供应商存放').first()).toBeVisible();
  await expect(page.getByRole('navigation').getByText('系统管理')).toHaveCount(0);
  const acting = await storedToken(page);
  expect(acting).not.toBe(own);

  await page.goto('/supplier/wms/product-box/list');
  await expect(bar(page)).toBeVisible();
  await expect(tabs.filter({ hasText: '数据字典' })).toHaveCount(0);
  await account(page).click();
  await expect(menuItem(page, '切换用户')).toHaveCount(0);
  await menuItem(page, '退回：赵国强 → 系统管理员').click();
  await expect(page.getByText('切换成功')).toBeVisible();
  await expect(account(page)).toContainText('系统管理员');
  await expect(bar(page)).toHaveCount(0);
  await expect(tabs.filter({ hasText: '数据字典' })).toBeVisible();
  const back = await storedToken(page);
  expect([own, acting]).not.toContain(back);
  const status = await page.evaluate(
    async (token) => (await fetch('/api/auth/biz/user/by-me', { headers: { authorization: `Bearer ${token}` } })).status,
    acting,
  );
  expect(status).toBe(401);

  await page.goto(`${PROXY}?view=past`);
  const row = page.locator('tbody tr[data-row]').first();
  await expect(row).toContainText('赵国强');
  await expect(row).toContainText('系统管理员');
  await expect(row).toContainText('协助核对库存');
});

test('[S4.43] the bar switches back; every other window of the browser follows', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await signIn(page, 'admin');
  const other = await page.context().newPage();
  await other.goto('/def/base/msg-inbox');
  await expect(account(other)).toContainText('系统管理员');
  await switchTo(page, 'staff');
  await expect(bar(page)).toContainText('孙丽');
  await expect(bar(other)).toContainText('孙丽');
  await bar(page).getByRole('button', { name: '返回' }).click();
  await expect(page.getByText('切换成功')).toBeVisible();
  await expect(account(other)).toContainText('系统管理员');
  await expect(bar(other)).toHaveCount(0);
});

test(
  '[S2.223, S2.224] the finder offers the same as the account menu: impersonating, or switching back',
  { tag: '@long' },
  async ({ guest }) => {
    const page = await guest();
    await signIn(page, 'admin');
    const finder = page.getByRole('dialog', { name: '查找' });
    const find = async (words: string): Promise<void> => {
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(finder.getByRole('combobox')).toBeFocused({ timeout: 500 });
      }).toPass();
      await page.keyboard.type(words);
    };
    const actions = finder.getByRole('group', { name: '操作' }).getByRole('option');
    await page.goto('/def/base/msg-inbox');
    await find('修改密码');
    await expect(actions).toHaveText(['修改密码']);
    await finder.getByRole('combobox').fill('切换用户');
    await expect(actions).toHaveText(['切换用户']);
    await page.keyboard.press('Escape');

    await switchTo(page, 'supplier');
    await expect(bar(page)).toBeVisible();
    await page.goto('/supplier/wms/product-box/list');
    await find('修改密码');
    await expect(actions).toHaveText(['修改密码']);
    await finder.getByRole('combobox').fill('退回');
    await expect(actions).toHaveText(['退回：赵国强 → 系统管理员']);
    await page.keyboard.press('Enter');
    await expect(account(page)).toContainText('系统管理员');
  },
);

test('[S2.229] a failed switch back keeps unsaved input', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await signIn(page, 'admin');
  await switchTo(page, 'supplier');
  await expect(bar(page)).toBeVisible();
  const tab = (name: string): Locator => page.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name });
  await page.goto('/supplier/wms/transaction/inbound/edit');
  await page.getByLabel('用途').fill('先不要丢');
  await page.route('**/auth/auth/auth/proxy/back', (route) => route.abort());
  await bar(page).getByRole('button', { name: '返回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar(page).getByRole('button', { name: '返回' })).toBeEnabled();
  await page.getByRole('navigation').getByRole('link', { name: '库存列表' }).click();
  await tab('新建存放申请').click();
  await expect(page.getByLabel('用途')).toHaveValue('先不要丢');
});

test(
  '[security 17] a reason is required, a search takes two characters, and users cannot impersonate themselves',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    await page.goto(PROXY);
    const rows = page.locator('tbody tr[data-row]');
    await expect(rows.filter({ hasText: 'teacher2' })).toBeVisible();
    const search = page.getByRole('searchbox');
    const asked = page.waitForRequest(
      (request) => request.url().includes('/auth/auth/auth/user?') && request.url().includes('q='),
    );
    await search.pressSequentially('课', { delay: 20 });
    await expect(rows.filter({ hasText: 'supplier' })).toBeVisible();
    await search.fill('课题');
    expect(new URL((await asked).url()).searchParams.get('q')).toBe('课题');
    await expect(rows.filter({ hasText: 'supplier' })).toHaveCount(0);
    await search.fill('系统管');
    const own = rows.filter({ has: page.getByText('admin', { exact: true }) });
    await expect(own.getByRole('button', { name: /^切换/ })).toBeDisabled();
    await search.fill('teacher2');
    await rows
      .filter({ hasText: 'teacher2' })
      .getByRole('button', { name: /^切换/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '切换' }).click();
    await expect(dialog).toContainText('不能为空');
    await dialog.getByLabel('原因').fill('试试');
    await dialog.getByRole('button', { name: '切换' }).click();
    await expect(dialog).toContainText('长度必须介于5到200之间');
    await expect(page).toHaveURL(/proxy/);
  },
);

test(
  '[S2.42, S2.93] the menu leads there; the address works under every role prefix, and after a reload',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    await page.goto('/def/base/msg-inbox');
    await page.getByRole('navigation').getByText('权限管理').click();
    await page.getByRole('navigation').getByRole('link', { name: '切换用户' }).click();
    await expect(page).toHaveURL(new RegExp(`${PROXY}$`));
    const row = page.locator('tbody tr[data-row]').filter({ hasText: 'supplier' });
    await expect(row).toBeVisible();
    await page.reload();
    await expect(row).toBeVisible();
    await page.goto('/admin/power/proxy');
    await expect(row).toBeVisible();
  },
);

test('[S6.24] without the administrator role there is neither menu entry nor screen', { tag: '@long' }, async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/supplier/wms/product-box/list');
  await account(page).click();
  await expect(menuItem(page, /退出/)).toBeVisible();
  await expect(menuItem(page, '切换用户')).toHaveCount(0);
  await page.goto(PROXY);
  await expect(page.getByText(/没有权限|403/).first()).toBeVisible();
});

test(
  '[security 19] settings changed during impersonation stay in the window; its automatic end is reported',
  { tag: '@long' },
  async ({ guest, product }) => {
    const page = await guest();
    await signIn(page, 'admin');
    const own = await sessionOf(page);
    await switchTo(page, 'keeper2');
    await expect(bar(page)).toContainText('您正以');
    const written: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/setting')) written.push(request.url());
    });
    await page.getByRole('button', { name: '外观' }).click();
    await page.getByRole('menuitem', { name: '深色' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const subject = await Client.signIn(product.url, 'keeper2', 'ROLE_WAREHOUSE_ADMIN');
    expect((await subject.get<Record<string, unknown>>('/auth/biz/user/by-me/setting')).body['ui.theme']).not.toBe('dark');
    expect(written).toEqual([]);

    await endElsewhere(product.url, own);
    await page.goto('/def/base/msg-inbox');
    await expect(page.getByRole('status').filter({ hasText: '代他人操作已结束' })).toBeVisible();
    await signIn(page, 'admin');
    await account(page).click();
    await menuItem(page, '退出登录').click();
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    await expect(page.getByText('代他人操作已结束')).toHaveCount(0);
  },
);
