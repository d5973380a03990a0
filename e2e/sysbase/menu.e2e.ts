// The menu, changed by an administrator and updated live for everyone.
import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import { unique } from '../_unique.ts';
import { expect, PHONE, test } from '../_world.ts';

const MENU = '/def/sysbase/project/app/menu';
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });
const save = (page: Page): Locator => page.getByRole('button', { name: '保存', exact: true });

/** Names of the entries at a level, in order. */
const namesAtLevel = (page: Page, level: number): Promise<string[]> =>
  page.locator(`.tree-table tr[aria-level="${level}"] .tree-table-name`).allInnerTexts();

test.afterEach(async ({ product }) => {
  const api = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
  const { body } = await api.get<{ rev: number }>('/sys/project/app/menu');
  await api.post('/sys/project/app/menu/restore', { rev: body.rev });
});

test("[S2.113, S2.114, S4.16] an entry added by an administrator appears in a teacher's open menu, and changes, hides and disappears there", async ({
  as,
}) => {
  const teacher = await as('teacher', { group: '催化' });
  await teacher.goto('/teacher/wms/product-box/list');
  await expect(menu(teacher).getByRole('link', { name: '库存列表' })).toBeVisible();
  await teacher.evaluate(() => ((window as unknown as { stays: boolean }).stays = true));
  const name = `须知${unique()}`;

  const admin = await as('admin');
  await admin.goto(MENU);
  await admin.getByRole('link', { name: '新建下级 课题组存放' }).click();
  await admin.getByLabel('编码', { exact: true }).fill('site.notes');
  await admin.getByLabel('中文名称').fill(name);
  await save(admin).click();
  await expect(admin.getByText('该字段不能为空').first()).toBeVisible();
  await admin.getByLabel('英文名称').fill('Notes');
  await admin.getByRole('textbox', { name: '地址', exact: true }).fill('javascript:alert(1)');
  await expect(admin.getByText('须为控制台内以 / 开头的地址，或以 https:// 开头的网址')).toBeVisible();
  await admin.getByRole('textbox', { name: '地址', exact: true }).fill('/def/base/msg-inbox');
  await save(admin).click();
  await expect(admin).toHaveURL(MENU);

  // Without any action of theirs.
  await expect(menu(teacher).getByRole('link', { name })).toBeVisible();
  await menu(teacher).getByRole('link', { name }).click();
  await expect(teacher).toHaveURL('/def/base/msg-inbox');
  expect(await teacher.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true);

  await row(admin, name)
    .getByRole('button', { name: `更多操作：${name}` })
    .click();
  await admin.getByRole('menuitem', { name: '隐藏' }).click();
  await expect(row(admin, name).getByText('已隐藏')).toBeVisible();
  await expect(menu(teacher).getByRole('link', { name })).toHaveCount(0);
  expect(await teacher.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true);
});

test('[S2.113] entries are moved by handle and by keyboard, and reset', { tag: '@long' }, async ({ as }) => {
  const admin = await as('admin');
  await admin.goto(MENU);
  const from = row(admin, '供应商存放').locator('.tree-table-handle');
  const [handle, target] = [await from.boundingBox(), await row(admin, '课题组存放').boundingBox()];
  await admin.mouse.move(handle!.x + 6, handle!.y + 6);
  await admin.mouse.down();
  await admin.mouse.move(target!.x + 60, target!.y + target!.height / 2);
  await expect(row(admin, '课题组存放')).toHaveAttribute('data-drop', 'inside');
  await admin.mouse.move(target!.x + 60, target!.y + 3);
  await expect(row(admin, '课题组存放')).toHaveAttribute('data-drop', 'before');
  await admin.mouse.up();
  await expect.poll(async () => (await namesAtLevel(admin, 1)).slice(0, 2)).toEqual(['供应商存放', '课题组存放']);
  await expect(menu(admin).getByRole('button').first()).toBeVisible();

  // The old and new positions are described by neighbours.
  await admin.getByRole('button', { name: '与默认不同' }).click();
  const changedRow = admin.getByRole('row').filter({ hasText: '供应商存放' });
  await expect(changedRow).toContainText('最前');
  await expect(changedRow).toContainText('“课题组存放”之后');
  await admin.goto(MENU);
  const name = row(admin, '供应商存放').locator('.tree-table-name');
  await name.focus();
  await admin.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await namesAtLevel(admin, 1)).slice(0, 2)).toEqual(['课题组存放', '供应商存放']);
  await expect(name).toBeFocused();
  await admin.keyboard.press('Alt+ArrowRight');
  await expect(row(admin, '供应商存放')).toHaveAttribute('aria-level', '2');
  await expect(row(admin, '供应商存放').getByText('已修改')).toBeVisible();
  await expect(name).toBeFocused();

  await admin.getByRole('button', { name: '与默认不同' }).click();
  await expect(admin.getByRole('row').filter({ hasText: '供应商存放' })).toContainText('课题组存放');
  await admin.getByRole('button', { name: '恢复默认 供应商存放' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click();
  await expect(admin.getByText('菜单与默认相同')).toBeVisible();
});

test(
  '[S2.113] the editor cannot be hidden, and an exponential expression is rejected at its field',
  { tag: '@long' },
  async ({ as }) => {
    const admin = await as('admin');
    await admin.goto(`${MENU}/edit?id=system.menu`);
    await admin.getByRole('switch', { name: '显示' }).click();
    await save(admin).click();
    await expect(admin.getByText('这样管理员就打不开“菜单管理”了').first()).toBeVisible();

    await admin.goto(`${MENU}/edit?id=teacher.stock`);
    const patterns = admin.getByRole('combobox', { name: '也属于此项的地址' });
    for (const source of ['^(/[a-z]+)+$', '^(a|aa)+$', '^.*a.*a.*a.*a.*$']) {
      await patterns.fill(source);
      await patterns.press('Enter');
      await expect(admin.locator('.ant-form-item-explain-error')).toBeVisible();
      await save(admin).click();
      await expect(admin).toHaveURL(`${MENU}/edit?id=teacher.stock`);
      // Right after Enter, Backspace deletes nothing.
      await admin.locator('.ant-select', { has: patterns }).locator('.ant-select-selection-item-remove').click();
      await expect(admin.locator('.ant-form-item-explain-error')).toHaveCount(0);
    }
    for (const source of ['no-start', '^(a|aa)+$']) {
      await patterns.fill(source);
      await patterns.press('Enter');
    }
    const both = admin.locator('.ant-form-item-explain-error');
    await expect(both, 'each is named with its own reason').toContainText('no-start：');
    await expect(both).toContainText('^(a|aa)+$：');
    for (const left of [1, 0]) {
      await admin.locator('.ant-select', { has: patterns }).locator('.ant-select-selection-item-remove').last().click();
      await expect(admin.locator('.ant-select', { has: patterns }).locator('.ant-select-selection-item-remove')).toHaveCount(
        left,
      );
    }
    await patterns.fill('^/teacher/wms/[^/]+/[^/]+/.*');
    await patterns.press('Enter');
    await save(admin).click();
    await expect(admin).toHaveURL(MENU);
    // The longest adversarial address is answered at once.
    await admin.goto(`/teacher/wms/${'a'.repeat(1000)}${'/a'.repeat(450)}!`);
    await expect(admin.getByText('This page could not be found')).toBeVisible();
  },
);

test(
  '[S2.113] a preview shows what a user sees and why not the rest; a file is previewed before it is imported',
  { tag: '@long' },
  async ({ as }, info) => {
    const admin = await as('admin');
    await admin.goto(`${MENU}?view=preview&as=roles&roles=ROLE_TEACHER`);
    await expect(row(admin, '课题组存放')).toContainText('能看到');
    await expect(row(admin, '仓库管理')).toContainText('缺少所需的角色或权限点：仓库管理员');
    await expect(row(admin, '入库审核')).toContainText('看不到上级菜单');
    await admin.getByRole('button', { name: '某个人' }).click();
    await choose(admin.getByRole('combobox', { name: '人员' }), 'keeper2');
    await expect(row(admin, '入库上架')).toContainText('能看到');
    await expect(row(admin, '课题组存放')).toContainText('缺少所需的角色或权限点');

    await admin.goto(MENU);
    const download = admin.waitForEvent('download');
    await admin.getByRole('button', { name: '导出' }).click();
    const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
      entries: { code: string; name: string; url: string }[];
    };
    const path = info.outputPath('menu.json');
    const { writeFile } = await import('node:fs/promises');
    const give = async (change: (entry: (typeof file.entries)[number]) => object): Promise<void> => {
      await writeFile(path, JSON.stringify({ ...file, entries: file.entries.map(change) }));
      await admin.locator('input[type=file]').setInputFiles(path);
    };
    const dialog = admin.getByRole('dialog', { name: '导入菜单' });
    await give((entry) => (entry.code === 'teacher.stock' ? { ...entry, url: '/def/nowhere' } : entry));
    await expect(dialog.getByRole('alert')).toContainText('控制台中没有这个页面');
    await expect(dialog.getByRole('button', { name: '导入' })).toBeDisabled();
    await dialog.getByRole('button', { name: '取消' }).click();
    await give((entry) => (entry.code === 'teacher.stock' ? { ...entry, name: '我的库存' } : entry));
    await expect(dialog.getByText('修改 1 项')).toBeVisible();
    await dialog.getByRole('button', { name: '导入' }).click();
    await expect(row(admin, '我的库存')).toBeVisible();

    await admin.getByRole('button', { name: '恢复默认菜单' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: '恢复默认菜单' }).click();
    await expect(row(admin, '我的库存')).toHaveCount(0);
  },
);

test('[S2.113] on a phone the tree describes itself, and its rows are moved by their menu', { tag: '@long' }, async ({ as }) => {
  const admin = await as('admin', PHONE);
  await admin.goto(MENU);
  await row(admin, '课题组存放').getByRole('button', { name: '更多操作：课题组存放' }).click();
  await admin.getByRole('menuitem', { name: '下移' }).click();
  await expect.poll(async () => (await namesAtLevel(admin, 1)).slice(0, 2)).toEqual(['供应商存放', '课题组存放']);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('on a phone the names in a previewed menu wrap between words', { tag: '@long' }, async ({ as, product }) => {
  const administrator = await makePerson(product, 'admin');
  const account = await Client.signIn(product.url, administrator, 'ROLE_ADMIN');
  await account.put('/auth/biz/user/by-me/setting/ui.locale', { value: 'en' });
  const page = await as(administrator, PHONE);
  await page.goto(`${MENU}?view=preview&as=roles&roles=ROLE_TEACHER`);
  const names = page.locator('.tree-table-name').filter({ visible: true });
  await expect(names.first()).toBeVisible();
  const tall = () => names.evaluateAll((all) => all.filter((name) => name.clientHeight > 60).map((name) => name.textContent));
  await expect.poll(tall).toEqual([]);
});
