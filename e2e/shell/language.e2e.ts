// Server texts are fetched again when the language changes.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { PASSWORD } from '../_product.ts';
import { expect, signIn, test } from '../_world.ts';

const roles = (page: Page) => page.locator('tbody tr[data-row]').filter({ has: page.getByText('keeper2', { exact: true }) });

test('[S1.35] names from the server follow the language at once, in every window and background page', async ({
  as,
  product,
}) => {
  const page = await as(await makePerson(product, 'admin'));
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await window.goto('/def/power/proxy?q=keeper2');
    await expect(roles(window)).toContainText('库存保管');
  }
  let loads = 0;
  for (const window of [page, other]) window.on('load', () => loads++);
  await page.getByRole('button', { name: 'English' }).click();
  for (const window of [page, other]) {
    await expect(roles(window)).toContainText('Stock keeping');
    await expect(roles(window)).not.toContainText('库存保管');
  }
  // A background page refetches when it comes to the front.
  await other
    .getByRole('banner')
    .getByRole('link', { name: /message/i })
    .click();
  await other.getByRole('link', { name: 'All messages' }).click();
  await expect(other).toHaveURL(/msg-inbox/);
  await page.getByRole('button', { name: '中文' }).click();
  await other.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: '切换用户' }).click();
  await expect(roles(other)).toContainText('库存保管');
  expect(loads).toBe(0);
});

test('[S1.35] why a page or its data is not shown is given in the chosen language', { tag: '@long' }, async ({ as, product }) => {
  const page = await as(await makePerson(product, 'supplier'));
  await page.goto('/def/power/proxy');
  await expect(page.getByRole('main')).toContainText('没有权限');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('main')).not.toContainText(/[\u4e00-\u9fff]/);
  await page.goto('/supplier/wms/transaction/inbound/edit?id=00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('main')).toContainText('找不到你想要的页面');
  await expect(page.getByRole('main')).not.toContainText('not found');
});

test('[S1.35] a language chosen at sign-in applies to that browser only', { tag: '@long' }, async ({ guest, product }) => {
  const person = await makePerson(product, 'admin');
  const page = await guest();
  await signIn(page, person);
  const english = page.getByRole('button', { name: 'English' });
  const chinese = page.getByRole('button', { name: '中文' });
  for (const language of [english, chinese]) {
    const kept = page.waitForResponse((response) => response.url().endsWith('/ui.locale') && response.ok());
    await language.click();
    await kept;
  }
  const desk = await guest();
  await signIn(desk, person);
  await page.getByRole('banner').getByTitle('账户').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  // The user list visible until then contains a similar name.
  await expect(page).toHaveURL(/\/def\/common\/login/);
  await expect(page.getByLabel('用户名')).toBeVisible();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await english.click();
  const username = page.getByLabel('Username');
  await username.click();
  await expect(username).toBeFocused();
  await username.fill(person);
  await expect(username).toHaveValue(person);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  for (const window of [page, desk]) {
    const menu = window.getByRole('navigation', { name: window === page ? 'Main menu' : '主菜单' });
    await expect(menu).toBeVisible();
    await window.reload();
    await expect(menu).toBeVisible();
  }
  expect(requested.filter((url) => url.endsWith('/ui.locale'))).toEqual([]);
});
