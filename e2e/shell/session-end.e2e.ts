// A session that ends under open pages: the reason is shown, and signing in again returns to the same place.
import type { Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import { PASSWORD } from '../_product.ts';
import { expect, signIn, test } from '../_world.ts';

const FORM = '/teacher/wms/transaction/inbound/edit';
const purpose = (page: Page) => page.getByLabel('用途');
const restoredNotice = (page: Page) => page.getByText('已恢复上次未保存的内容');
const returnUrlOf = (page: Page): string | null => new URL(page.url()).searchParams.get('return_url');

/** Keys of this window's drafts. */
const draftsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')));

/** Signs out although another window has unsaved changes. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByTitle('账户').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog', { name: '别的窗口中有未保存的修改' }).getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
}

/** Signs in on the current page. */
async function signInHere(page: Page, username: string): Promise<void> {
  await page.getByLabel('用户名').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('[security 13, S6.33] signed out in another window: address and input are kept for the same user only', async ({
  as,
  product,
}) => {
  const first = await makePerson(product, 'teacher2');
  const second = await makePerson(product, 'teacher2');
  const page = await as(first);
  await page.goto('/');
  const other = await page.context().newPage();
  await other.goto(`${FORM}?x=1#lines`);
  await purpose(other).fill('只有我能看到');
  await signOut(page);
  await expect(page.getByRole('status')).toHaveCount(0);
  await expect(other.getByRole('status')).toHaveText('您已在另一个窗口退出登录，请重新登录。');
  expect(returnUrlOf(other)).toBe(`${FORM}?x=1#lines`);
  await expect(purpose(other)).toHaveCount(0);

  await signInHere(other, first);
  await expect(purpose(other)).toHaveValue('只有我能看到');
  await expect(restoredNotice(other)).toBeVisible();
  await expect(other.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: /新建存放申请/ })).toBeVisible();
  await expect(page.getByRole('banner').getByTitle('账户')).toBeVisible();
  await signOut(page);

  await signInHere(other, second);
  await expect(purpose(other)).toHaveValue('');
  await expect(restoredNotice(other)).toHaveCount(0);
  expect(other.url().endsWith(`${FORM}?x=1#lines`)).toBe(true);
  expect(await draftsIn(other)).toEqual([]);
});

test('signing out in the window itself discards its input', { tag: '@long' }, async ({ guest, product }) => {
  const person = await makePerson(product, 'teacher2');
  const page = await guest();
  await signIn(page, person);
  await page.goto(FORM);
  await purpose(page).fill('不要了');
  await page.getByRole('banner').getByTitle('账户').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click();
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  expect(await draftsIn(page)).toEqual([]);
  await signInHere(page, person);
  await expect(page.getByRole('banner').getByTitle('账户')).toBeVisible();
  await page.goto(FORM);
  await expect(purpose(page)).toHaveValue('');
  await expect(restoredNotice(page)).toHaveCount(0);
});

test('[S6.33] an expired session leads to the sign-in, says why, and returns to the page', async ({ as, product }) => {
  const person = await makePerson(product, 'supplier');
  const page = await as(person);
  await page.goto('/supplier/wms/product-space');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const link = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '库存列表' });
  // At once: a call that the page still makes would find the session expired before the click.
  await link.evaluate((anchor: HTMLElement) => {
    const kept = JSON.parse(localStorage.getItem('session')!) as Record<string, unknown>;
    localStorage.setItem('session', JSON.stringify({ ...kept, endsAt: 1, refreshEndsAt: 1 }));
    anchor.click();
  });
  await expect(page.getByRole('status')).toHaveText('登录已过期，请重新登录。');
  expect(returnUrlOf(page)).toBe('/supplier/wms/product-box/list');
  await signInHere(page, person);
  await expect(page.getByRole('heading', { level: 1, name: '库存列表' })).toBeVisible();
  await expect(page).toHaveURL('/supplier/wms/product-box/list');
});

test(
  '[F-D12] signed out from another device: a member of two groups returns to the page, in the same group',
  { tag: '@long' },
  async ({ guest, product }) => {
    const person = await makePerson(product, 'teacher');
    const page = await guest();
    await signIn(page, person);
    await page.goto('/def/wms/user/switchorg');
    await page.getByRole('button', { name: '高分子材料课题组' }).click();
    await page.waitForURL((address) => !address.pathname.includes('/switchorg'));
    await page.goto(FORM);
    await purpose(page).fill('换了设备也还在');
    const phone = await Client.signIn(product.url, person, 'ROLE_TEACHER');
    await phone.post('/auth/biz/session/by-me/end-others', {});
    await expect(page.getByRole('status').filter({ hasText: '请重新登录' })).toBeVisible();
    expect(returnUrlOf(page)).toBe('/');
    await signInHere(page, person);
    await expect(page).toHaveURL(FORM);
    await expect(page.locator('.group-switch-name')).toContainText('高分子材料课题组');
    await expect(purpose(page)).toHaveValue('换了设备也还在');
  },
);
