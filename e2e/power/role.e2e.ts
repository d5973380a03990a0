// Roles and powers in the browser, and what a change does in the open pages of somebody else.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { unique } from '../_unique.ts';
import { expect, signIn, test } from '../_world.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

async function newRole(page: Page, code: string, name: string): Promise<void> {
  await page.goto('/def/power/role/edit');
  await page.getByLabel('编码').fill(code);
  await page.getByLabel('中文名称').fill(name);
  await page.getByLabel('英文名称').fill(`Role ${code}`);
}

test('[S1.17, S1.18, S2.39, S2.94, S2.95, S6.25] a role is made, given and changed, and whoever has it sees it at once', async ({
  guest,
  product,
}) => {
  const admin = await makePerson(product, 'admin');
  const other = await makePerson(product, 'staff');
  const code = unique('ROLE_E')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]/g, '_');
  const page = await guest();
  await signIn(page, admin);
  await newRole(page, code, '角色员');
  await page.getByRole('checkbox', { name: /角色管理 POWER_ROLE_MANAGE/ }).check();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/def\/power\/role(\?|$)/);

  const theirs = await guest();
  await signIn(theirs, other);
  await expect(menu(theirs).getByRole('link').first()).toBeVisible();
  await expect(menu(theirs).getByText('权限管理')).toHaveCount(0);

  await page.getByRole('searchbox').or(page.getByPlaceholder('编码、名称或备注')).first().fill(code);
  await page.getByRole('link', { name: '人员 角色员' }).click();
  await page.getByRole('button', { name: '添加人员' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('人员').fill(other);
  await page.locator('.ant-select-item-option').filter({ hasText: other }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: '授予' }).click();
  await expect(page.getByText('角色“角色员”已授予')).toBeVisible();

  // Somebody else's menu has it without a step of theirs.
  await menu(theirs).getByText('权限管理').click();
  await menu(theirs).getByRole('link', { name: '角色', exact: true }).click();
  await expect(theirs.getByRole('heading', { name: '角色', exact: true })).toBeVisible();
  await expect(theirs.getByRole('link', { name: '系统管理员', exact: true })).toBeVisible();
  await expect(menu(theirs).getByRole('link', { name: '切换用户' })).toHaveCount(0);

  // Taken away again: the open page is no longer theirs.
  await page
    .getByRole('row', { name: new RegExp(other) })
    .getByRole('button', { name: '收回' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '收回' }).click();
  await expect(menu(theirs).getByText('权限管理')).toHaveCount(0);
});

test('[S2.40, S2.91, S2.92, S6.26] a power is made and words of it are found; what is in use says so', async ({
  guest,
  product,
}) => {
  const page = await guest();
  await signIn(page, await makePerson(product, 'admin'));
  const code = unique('POWER_E')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]/g, '_');
  await page.goto('/def/power/power/edit');
  await page.getByLabel('编码').fill(code);
  await page.getByLabel('中文名称').fill('打印标签');
  await page.getByLabel('英文名称').fill('Print labels');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/def\/power\/power(\?|$)/);
  await page.getByPlaceholder('编码、名称或说明').fill(code);
  await expect(page.getByRole('link', { name: '打印标签', exact: true })).toBeVisible();
  await page.goto('/def/power/power?q=POWER_ROLE_MANAGE');
  await page.getByRole('link', { name: '角色管理', exact: true }).click();
  await expect(page.getByText('GET /auth/power/role/{id}')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出权限矩阵' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('who can do something is asked, and two roles are compared', async ({ guest, product }) => {
  const page = await guest();
  await signIn(page, await makePerson(product, 'admin'));
  await page.goto('/def/power/role?view=doers');
  await page.getByLabel('事项').fill('入库审核');
  await page.locator('.ant-select-item-option').filter({ hasText: '仓库管理 / 入库审核' }).click();
  await expect(page.getByText('入库初审').first()).toBeVisible();
  await page.getByRole('button', { name: '对比', exact: true }).click();
  await page.getByLabel('角色 A').fill('库存保管');
  await page.locator('.ant-select-item-option').filter({ hasText: '库存保管' }).click();
  await page.getByLabel('角色 B').fill('入库初审');
  await page.locator('.ant-select-item-option').filter({ hasText: '入库初审' }).last().click();
  await expect(page.getByRole('heading', { name: '接口' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '库存保管' }).first()).toBeVisible();
});
