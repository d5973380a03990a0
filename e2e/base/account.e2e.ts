// The user's own account: password and devices. Tests use their own users, because they end sessions.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { PASSWORD } from '../_product.ts';
import { expect, signIn, test } from '../_world.ts';

const CHANGE = '/def/base/user/change-password';
const DEVICES = '/def/base/user/session';
const GOOD = 'Regal 7 在三楼 behind';

async function fill(page: Page, old: string, password: string, repeated = password): Promise<void> {
  await page.getByLabel('原密码').fill(old);
  await page.getByLabel('新密码', { exact: true }).fill(password);
  await page.getByLabel('再次输入新密码').fill(repeated);
  await page.getByRole('button', { name: '修改密码', exact: true }).click();
}

test('[S2.225, S5.33, S7.55] the account menu leads to changing the password: errors at their fields, other devices are signed out', async ({
  as,
  product,
}) => {
  const person = await makePerson(product, 'reviewer2');
  const page = await as(person);
  const elsewhere = await as(person, { own: true });
  await elsewhere.goto('/def/wms/user/switchorg');
  await page.goto('/def/wms/user/switchorg');
  await page.getByRole('banner').getByTitle('账户').click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await expect(page).toHaveURL(new RegExp(`${CHANGE}$`));
  await expect(page.getByRole('heading', { level: 1, name: '我的账户' })).toBeVisible();

  await page.getByRole('button', { name: '修改密码', exact: true }).click();
  await expect(page.getByText('密码不能为空')).toHaveCount(3);
  await page.getByLabel('新密码', { exact: true }).fill('password1');
  await expect(page.getByRole('status', { name: '密码强度' })).toHaveText('太弱');
  await page.reload();
  await page.getByLabel('新密码', { exact: true }).fill(GOOD);
  await expect(page.getByRole('status', { name: '密码强度' })).toHaveText('很强');
  await expect(page.getByText('密码不能为空')).toHaveCount(0);
  await page.getByLabel('再次输入新密码').fill('else');
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();

  await fill(page, 'not my password', GOOD);
  await expect(page.getByText('原密码不正确')).toBeVisible();
  await fill(page, PASSWORD, 'password1');
  await expect(page.getByText('密码太容易被猜到')).toBeVisible();
  await fill(page, PASSWORD, GOOD);
  await expect(page.getByText('密码已修改，其他设备已退出登录。')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: '登录' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '我的账户' })).toBeVisible();
});

test('[S2.225] password, second factor and devices are sections of one account tab', async ({ as }) => {
  const page = await as('staff');
  await page.goto('/staff/wms/product-space');
  await page.getByRole('banner').getByTitle('账户').click();
  await expect(page.getByRole('menuitem', { name: '修改密码', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '我的账户' })).toContainText('登录设备、两步验证');
  await page.getByRole('menuitem', { name: '我的账户' }).click();
  const parts = page.getByRole('navigation', { name: '我的账户' });
  const tab = page.getByRole('navigation', { name: '打开的页面' }).locator('[aria-current]');
  await expect(page).toHaveURL('/def/base/user/profile');
  for (const [name, address] of [
    ['个人资料', '/def/base/user/profile'],
    ['两步验证', '/def/base/user/second-factor'],
    ['登录设备', DEVICES],
    ['密码', CHANGE],
  ] as const) {
    await parts.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: '我的账户' })).toBeVisible();
    await expect(parts.locator('[aria-current]')).toHaveText(name);
    await expect(tab).toHaveText('我的账户');
  }
  await page.reload();
  await expect(tab).toHaveText('我的账户');
});

test('the finder finds the sections of the account by common names, in either language', { tag: '@long' }, async ({ as }) => {
  const page = await as('staff');
  await page.goto('/staff/wms/product-space');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const finder = page.getByRole('dialog', { name: '查找' });
  for (const [words, address] of [
    ['密码', CHANGE],
    ['password', CHANGE],
    ['设备', DEVICES],
    ['devices', DEVICES],
    ['两步', '/def/base/user/second-factor'],
    ['two-step', '/def/base/user/second-factor'],
  ] as const) {
    await page.getByRole('banner').getByRole('button', { name: '查找' }).click();
    await finder.getByRole('combobox').fill(words);
    const found = finder.getByRole('group', { name: '操作' }).getByRole('option');
    await expect(found).toHaveCount(1);
    if (address !== CHANGE) await expect(found).toContainText('我的账户');
    await found.click();
    await expect(page).toHaveURL(address);
  }
});

test('[security 15] signs out one of the own devices, then all others', { tag: '@long' }, async ({ guest, product }) => {
  const person = await makePerson(product, 'keeper2');
  const page = await guest();
  await signIn(page, person);
  const others = [await guest(), await guest()];
  for (const other of others) await signIn(other, person);
  await page.goto(CHANGE);
  await page.getByRole('link', { name: '登录设备' }).click();
  await expect(page).toHaveURL(new RegExp(`${DEVICES}$`));
  const rows = page.getByRole('listitem').filter({ hasText: '最近活动' });
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: '本机' })).toHaveCount(1);
  await expect(rows.first()).toContainText(/Chrome \d+ · Linux/);

  await rows.filter({ hasNotText: '本机' }).first().getByRole('button', { name: '退出' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: '退出其他设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出其他设备' }).click();
  await expect(rows).toHaveCount(1);
  for (const other of others) await expect(other.getByRole('button', { name: '登录' })).toBeVisible();
});

test('[S2.51, S2.68] changing the password is reachable under every role prefix', { tag: '@long' }, async ({ as }) => {
  for (const [name, prefix] of [
    ['teacher', 'teacher'],
    ['supplier', 'supplier'],
    ['staff', 'staff'],
    ['staff', 'def'],
    ['admin', 'admin'],
    ['admin', 'mg'],
  ] as const) {
    const page = await as(name, name === 'teacher' ? { group: '催化化学课题组' } : {});
    await page.goto(`/${prefix}/base/user/change-password`);
    await expect(page.getByRole('button', { name: '修改密码', exact: true })).toBeVisible();
    await page.close();
  }
});
