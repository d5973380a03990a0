// The audit log, read by an administrator.
import type { Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { go } from '../_go.ts';
import { makePerson } from '../_person.ts';
import { expect, PHONE, test } from '../_world.ts';

const LOG = '/def/sysbase/log';
const rows = (page: Page) => page.locator('tbody tr[data-row]');

test('[S2.47, S2.105] an administrator sees who changed what, before and after, and follows the record', async ({
  as,
  product,
}) => {
  const username = await makePerson(product, 'staff');
  const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
  const { body } = await admin.get<{ list: { id: string; rev: number }[] }>(`/auth/biz/user/account?q=${username}`);
  const [{ id, rev }] = body.list as [{ id: string; rev: number }];
  await admin.put(`/auth/biz/user/account/${id}/state`, { state: 'DISABLED', rev });

  const page = await as('admin');
  await page.goto(`${LOG}?q=${id}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('系统管理员');
  await expect(rows(page)).toContainText('用户');
  await expect(rows(page)).toContainText('修改状态');
  await expect(rows(page)).toContainText(username);
  await rows(page).getByRole('link').first().click();
  const change = page.getByRole('row', { name: /^状态/ }).last();
  await expect(change).toContainText('启用');
  await expect(change).toContainText('停用');

  await go(page, LOG);
  await page
    .getByRole('button', { name: '登录', exact: true })

    .first()
    .click();
  await expect(page).toHaveURL(/part=SIGN_IN/);
  await expect(rows(page).first()).toContainText('登录');
});

test(
  '[S2.47] the history of a record is one click away from its page and its form',
  { tag: '@long' },
  async ({ as, product }) => {
    const username = await makePerson(product, 'staff');
    const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const { body } = await admin.get<{ list: { id: string; rev: number }[] }>(`/auth/biz/user/account?q=${username}`);
    const [{ id, rev }] = body.list as [{ id: string; rev: number }];
    await admin.put(`/auth/biz/user/account/${id}/state`, { state: 'DISABLED', rev });

    const page = await as('admin');
    await page.goto(`/def/user/mg?q=${username}`);
    await rows(page).getByRole('link').first().click();
    await page.getByRole('link', { name: '操作日志' }).click();
    await expect(page).toHaveURL(`${LOG}?q=${id}`);
    await expect(rows(page).filter({ hasText: '修改状态' })).toHaveCount(1);

    await page.goto(`/def/user/mg/edit?id=${id}`);
    await page.getByRole('link', { name: /更新$/ }).click();
    await expect(page).toHaveURL(`${LOG}?q=${id}`);

    const keeper = await as('keeper');
    await keeper.goto('/admin/wms/product-box/list');
    await rows(keeper).getByRole('link').first().click();
    await expect(keeper.getByRole('link', { name: '操作日志' })).toHaveCount(0);
  },
);

test('on a phone the log is a list of cards', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin', PHONE);
  await page.goto(LOG);
  await expect(page.getByRole('heading', { name: '系统日志' })).toBeVisible();
  await expect(page.getByText('登录', { exact: true }).first()).toBeVisible();
});

test('common date ranges take one choice: by keyboard, by touch, and in lists of days', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.goto(LOG);
  const midnight = (back: number): Promise<number> => page.evaluate((days) => new Date().setHours(-24 * days, 0, 0, 0), back);
  await page.getByRole('button', { name: '更多筛选' }).click();
  const filter = page.locator('.filter-bar').getByRole('button', { name: /^时间/ });
  await filter.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '今天', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(filter).toHaveText('时间今天');
  await expect(filter).toBeFocused();
  const from = (): number => Date.parse(new URL(page.url()).searchParams.get('from')!);
  expect(from()).toBe(await midnight(0));
  await expect(rows(page).first()).toBeVisible();
  await filter.click();
  await page.getByRole('button', { name: '近 7 天' }).click();
  await expect(filter).toHaveText('时间近 7 天');
  expect(from()).toBe(await midnight(6));

  const phone = await as('manager', PHONE);
  await phone.goto('/admin/wms/transaction/inbound');
  await phone.getByRole('button', { name: '筛选' }).tap();
  await phone.getByRole('button', { name: '创建日期' }).tap();
  await phone.getByRole('button', { name: '近 30 天' }).tap();
  await expect(phone).toHaveURL(/from=\d{4}-\d\d-\d\d$/);
});
