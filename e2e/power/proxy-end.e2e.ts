// Impersonation ends automatically: after its time limit, and when the right to it is revoked.
import type { Locator, Page } from '@playwright/test';
import { Client } from 'pg';
import { makePerson } from '../_person.ts';
import { databaseUrlOf, type Product } from '../_product.ts';
import { expect, signIn, test } from '../_world.ts';
import { switchTo } from './_switch.ts';

const STOCK = '/supplier/wms/product-box/list';
const bar = (page: Page): Locator => page.getByRole('status').filter({ hasText: '您正以' });

async function executeSql(product: Product, statement: string, values: readonly unknown[]): Promise<void> {
  const database = new Client({ connectionString: databaseUrlOf(product) });
  await database.connect();
  try {
    const { rowCount } = await database.query(statement, [...values]);
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await database.end();
  }
}

const bearer = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session')!) as { token: string }).token);

/** The sign-in page says what has ended; nothing of the impersonated user is left. */
async function expectProxyEnded(page: Page, admin: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: '代他人操作已结束：时间已到，或权限已变更。' })).toBeVisible();
  await expect(page).toHaveURL(/\/def\/common\/login\?return_url=%2F$/);
  await expect(page.getByText('赵国强')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  await signIn(page, admin);
  await expect(page.getByRole('banner').getByTitle('账户')).toContainText(admin);
  await expect(bar(page)).toHaveCount(0);
}

test(
  '[security 19, S4.43] impersonation ends after an hour at the next action, on the server and in every window',
  { tag: '@long' },
  async ({ guest, product }) => {
    const admin = await makePerson(product, 'admin');
    const page = await guest({ alone: true });
    await page.clock.install();
    await signIn(page, admin);
    await switchTo(page, 'supplier');
    await expect(bar(page)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(STOCK);
    await expect(bar(other)).toBeVisible();
    const token = await bearer(page);

    const past = "now() - interval '1 second'";
    const acting = `select s.id from sys_session s join sys_user a on a.id = s.proxy_user_id where a.username = $1`;
    await executeSql(product, `update sys_session set ends_at = ${past} where id in (${acting})`, [admin]);
    await executeSql(product, `update sys_token set expires_at = ${past} where session_id in (${acting})`, [admin]);
    await page.clock.fastForward('01:00:01');
    // The next request ends it: this action, or a background request of the window before it.
    const step = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '库存列表' });
    await step.or(page.getByLabel('用户名')).first().click();
    await expect(other.getByRole('status').filter({ hasText: '代他人操作已结束' })).toBeVisible();
    // Sessions are cached briefly; a notification about rights invalidates them.
    await executeSql(product, `select sys_notify_rights(array(select id from sys_user where username = $1))`, [admin]);
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${product.url}/api/auth/biz/user/by-me`, { headers })).status;
      })
      .toBe(401);
    await expectProxyEnded(page, admin);
  },
);

test(
  '[security 19, security 14] impersonation ends at once when the right to it is revoked',
  { tag: '@long' },
  async ({ guest, product }) => {
    const admin = await makePerson(product, 'admin');
    const page = await guest();
    await signIn(page, admin);
    await switchTo(page, 'supplier');
    await expect(bar(page)).toBeVisible();
    await page.goto('/supplier/wms/transaction/inbound/edit');
    await page.getByLabel('用途').fill('代填的内容');
    await executeSql(
      product,
      `delete from sys_user_role h using sys_user u where u.id = h.user_id and u.username = $1 and h.role_code = 'ROLE_ADMIN'`,
      [admin],
    );
    await expect(page.getByRole('status').filter({ hasText: '代他人操作已结束' })).toBeVisible();
    await expect(page).toHaveURL(/\/def\/common\/login\?return_url=%2F$/);
    await signIn(page, admin);
    await page.goto('/def/power/proxy');
    await expect(page.getByText(/没有权限|403/).first()).toBeVisible();
  },
);
