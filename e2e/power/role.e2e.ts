// Roles and powers on screen, and the effect of changes on other users' open pages.
import type { Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { makePerson } from '../_person.ts';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

async function newRole(page: Page, code: string, name: string): Promise<void> {
  await page.goto('/def/power/role/edit');
  await page.getByLabel('编码').fill(code);
  await page.getByLabel('中文名称').fill(name);
  await page.getByLabel('英文名称').fill(`Role ${code}`);
}

test('[S1.17, S1.18, S2.39, S2.94, S2.95, S6.25] a role is created, granted and changed, and its holder sees it at once', async ({
  as,
  product,
}) => {
  const admin = await makePerson(product, 'admin');
  const other = await makePerson(product, 'staff');
  const code = unique('ROLE_E')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]/g, '_');
  const page = await as(admin);
  await newRole(page, code, '角色员');
  await page.getByRole('checkbox', { name: /角色管理 POWER_ROLE_MANAGE/ }).check();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/def\/power\/role(\?|$)/);

  const theirs = await as(other);
  await theirs.goto('/');
  await expect(menu(theirs).getByRole('link').first()).toBeVisible();
  await expect(menu(theirs).getByText('权限管理')).toHaveCount(0);

  await page.getByRole('searchbox').or(page.getByPlaceholder('编码、名称或备注')).first().fill(code);
  await page.getByRole('link', { name: '人员 角色员' }).click();
  await page.getByRole('button', { name: '添加人员' }).first().click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByLabel('人员'), other);
  await dialog.getByRole('button', { name: '授予' }).click();
  await expect(page.getByText('角色“角色员”已授予')).toBeVisible();

  // The other user's menu has it without any action of theirs.
  await menu(theirs).getByText('权限管理').click();
  await menu(theirs).getByRole('link', { name: '角色', exact: true }).click();
  await expect(theirs.getByRole('heading', { name: '角色', exact: true })).toBeVisible();
  await expect(theirs.getByRole('link', { name: '教师（课题组）', exact: true })).toBeVisible();
  await expect(menu(theirs).getByRole('link', { name: '切换用户' })).toHaveCount(0);

  // Revoked: the open page is no longer accessible.
  await page
    .getByRole('row', { name: new RegExp(other) })
    .getByRole('button', { name: '收回' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '收回' }).click();
  await expect(menu(theirs).getByText('权限管理')).toHaveCount(0);
});

test('[S2.40, S2.91, S2.92, S6.26] a power is created and found by its words; one in use says so', async ({ as }) => {
  const page = await as('admin');
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
  await page.getByPlaceholder('编码、名称或说明').fill('POWER_ROLE_MANAGE');
  await page.getByRole('link', { name: '角色管理', exact: true }).click();
  await expect(page.getByText('GET /auth/power/role/{id}', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出权限矩阵' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('permissions of a built-in role are shown next to it and in its form', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/def/power/role?q=ROLE_WMS_ADMIN_PD');
  await page.locator('tbody tr[data-row]').filter({ hasText: '产品管理' }).getByRole('link').first().click();
  const pane = page.getByRole('complementary');
  await expect(pane).toContainText('此角色可以做什么');
  await expect(pane).toContainText('基础信息 / 产品管理');
  await expect(pane).toContainText('产品分类：新增、修改、删除');
  await pane.getByRole('link', { name: /编辑/ }).click();
  await expect(page.getByRole('heading', { name: '此角色可以做什么' })).toBeVisible();
  await expect(page.getByText('产品分类：新增、修改、删除').filter({ visible: true })).toHaveCount(1);
});

test('finds who can do something, and compares two roles', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/def/power/role?view=doers');
  await choose(page.getByLabel('事项'), '仓库管理 / 入库审核', '入库审核');
  await expect(page.getByText('入库初审').first()).toBeVisible();
  await page.getByPlaceholder('姓名、用户名或工号').fill('teacher2');
  await expect(page.getByText('切换到“不能做的人”可看原因。')).toBeVisible();
  await page.getByRole('button', { name: '不能做的人' }).click();
  await expect(page.locator('tbody tr[data-row]').filter({ hasText: 'teacher2' })).toContainText('没有下列任一角色：');
  // Explained in a sentence, with links to details.
  await page.locator('tbody tr[data-row]').filter({ hasText: 'teacher2' }).getByRole('link').first().click();
  const pane = page.getByRole('complementary');
  await expect(pane).toContainText('不能凭角色看到菜单项“仓库管理 / 入库审核”：');
  await expect(pane.getByRole('link', { name: '为什么能看到或看不到这个菜单项' })).toBeVisible();
  await pane.getByRole('link', { name: '入库初审', exact: true }).click();
  await expect(page).toHaveURL(/\/def\/power\/role\?q=ROLE_WMS_ADMIN_INBOUND_01$/);
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(1);
  await page.goBack();
  await expect(pane).toBeVisible();
  await page.getByRole('button', { name: '对比', exact: true }).click();
  await choose(page.getByLabel('角色 A'), '库存保管');
  await choose(page.getByLabel('角色 B'), '入库初审');
  await expect(page.getByRole('heading', { name: '接口' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '库存保管' }).first()).toBeVisible();
  const rowsOf = (name: string) =>
    page
      .getByRole('table')
      .filter({ has: page.getByRole('columnheader', { name, exact: true }) })
      .getByRole('rowheader');
  await expect(rowsOf('接口').filter({ hasText: '单据：批准' })).toContainText('PUT /wms/transaction/{id}/approve');
  // Reviewers of one document differ by the step that asks them.
  await choose(page.getByLabel('角色 A'), '入库复审');
  await expect(rowsOf('审批步骤')).toHaveText([/初审/, /复审/]);
});
