// User administration, and its live effect on the users concerned.
import { readFile } from 'node:fs/promises';
import { accountForm } from '@kuwei/contract/auth/account';
import type { Locator, Page } from '@playwright/test';
import { readXlsxObjects } from 'hucre/xlsx';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { makeHolder, makePerson } from '../_person.ts';
import { expect, PHONE, signIn, test } from '../_world.ts';
import { unique } from '../_unique.ts';
import { inDays } from '../wms/_documents.ts';
import { createLedGroup } from './_led-group.ts';

const USERS = '/mg/user/mg';

const rowOf = (page: Page, username: string): Locator => page.locator('tbody tr[data-row]').filter({ hasText: username });
const find = async (page: Page, username: string): Promise<Locator> => {
  await page.goto(`${USERS}?q=${username}`);
  await expect(rowOf(page, username)).toHaveCount(1);
  return rowOf(page, username);
};
/** Opens an item of a row's menu. */
const more = async (page: Page, row: Locator, action: string): Promise<void> => {
  await row.getByRole('button', { name: /更多|More/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('[S2.38, S2.118, S2.119, S6.22] an administrator creates a user, who signs in with a password shown once', async ({
  as,
  guest,
}) => {
  const page = await as('admin');
  const username = unique('new').toLowerCase();
  await page.goto(USERS);
  await page.getByRole('link', { name: '新建用户' }).click();
  await expect(page).toHaveURL(/\/mg\/user\/mg\/edit/);
  await page.getByRole('textbox', { name: '用户名' }).fill(username);
  await page.getByRole('textbox', { name: '姓名' }).fill('新来的人');
  await page.getByRole('textbox', { name: '电话' }).fill('12');
  const [roles, orgs] = [page.getByRole('group', { name: '角色' }).first(), page.getByRole('group', { name: '组织' }).first()];
  await roles.getByRole('button', { name: '添加一行' }).click();
  await expect(roles.getByRole('combobox').first()).toBeFocused();
  await choose(roles.getByRole('combobox').first(), '教师（课题组）');
  await orgs.getByRole('button', { name: '添加一行' }).click();
  await choose(orgs.getByRole('combobox').first(), '分子生物学课题组');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('联系方式格式不正确')).toBeVisible();
  await page.getByRole('textbox', { name: '电话' }).fill('13800001234');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${USERS}$`));

  const row = await find(page, username);
  await expect(row).toContainText('教师（课题组）');
  await expect(row).toContainText('分子生物学课题组');
  await row.getByRole('button', { name: /^重置密码/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '生成密码' }).click();
  await expect(dialog).toContainText('此密码只显示这一次');
  const password = (await dialog.getByRole('definition').nth(1).innerText()).trim();
  // It is shown once: a stray key does not close it.
  await page.keyboard.press('Escape');
  await expect(dialog).toContainText(password);
  await dialog.getByRole('button', { name: '已转交，关闭' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^重置密码/ })).toBeFocused();

  const other = await guest();
  await signIn(other, username, password);
  await expect(other.getByText('需要先修改密码')).toBeVisible();
});

test(
  '[S2.38] first passwords of all imported users come as one workbook, and sign in',
  { tag: '@long' },
  async ({ as, guest, product }) => {
    const page = await as('admin');
    const group = unique('mv').toLowerCase();
    const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const names = ['a', 'b', 'c'].map((end) => `${group}-${end}`);
    for (const username of names)
      await admin.post('/auth/biz/user/account', accountForm.parse({ username, name: `新生 ${username}` }));
    await page.goto(`${USERS}?q=${group}&without=PASSWORD`);
    await expect(page.getByRole('button', { name: /^缺少\s*密码$/ })).toBeVisible();
    await expect(rowOf(page, group)).toHaveCount(3);
    await page.getByRole('checkbox', { name: '选择本页' }).check();
    await page.getByRole('button', { name: '发放初始密码' }).click();
    const dialog = page.getByRole('dialog', { name: '为选中的 3 人中从未登录过的人发放初始密码？' });
    await dialog.getByRole('button', { name: '取消' }).click();
    await page.getByRole('button', { name: '发放初始密码' }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '发放初始密码' }).click();
    const { data } = await readXlsxObjects(await readFile(await (await download).path()));
    expect(data.map((row) => row['用户名'])).toEqual(names);
    // They have a password now, and leave the list.
    await expect(rowOf(page, group)).toHaveCount(0);
    const other = await guest();
    await signIn(other, names[1]!, String(data[1]!['一次性密码']));
    await expect(other.getByText('需要先修改密码')).toBeVisible();
  },
);

test('a group among hundreds is found by typing, in the lists of users and of documents', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.goto(USERS);
  await page.getByRole('button', { name: '组织', exact: true }).click();
  const options = page.getByRole('dialog', { name: '组织' });
  await options.getByRole('textbox').fill('LAB-BIO');
  await expect(options.getByRole('radio')).toHaveCount(1);
  await options.getByRole('radio').click();
  await expect(page).toHaveURL(/orgId=/);
  await expect(page.getByRole('button', { name: /^组织\s*分子生物学课题组$/ })).toBeVisible();
  await expect(page.locator('tbody tr[data-row]').filter({ hasNotText: '分子生物学课题组' })).toHaveCount(0);
  const keeper = await as('manager');
  await keeper.goto(`/admin/wms/transaction/inbound?ownerOrgId=${new URL(page.url()).searchParams.get('orgId')}`);
  await expect(keeper.getByRole('button', { name: /分子生物学课题组$/ })).toBeVisible();
});

test(
  'a list makes no count before its first page is loaded, and the import button names its content',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/auth/biz/user/account?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(USERS);
    await expect(page.locator('.list-foot')).toHaveText('');
    release();
    await expect(page.locator('.list-foot')).toContainText(/共 \d+ 条/);
    await page.getByRole('button', { name: '导入', exact: true }).click();
    await expect(page.getByRole('dialog', { name: '导入用户', exact: true })).toBeVisible();
  },
);

test(
  'corrected errors are no longer counted, and the next new user keeps the shared values',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    await page.goto(`${USERS}/edit`);
    const [username, name] = [page.getByRole('textbox', { name: '用户名' }), page.getByRole('textbox', { name: '姓名' })];
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('有 2 处需要修改')).toBeVisible();
    await username.fill(unique('serial').toLowerCase());
    await expect(page.getByText('有 1 处需要修改')).toBeVisible();
    await name.fill('连续录入');
    await expect(page.getByText('处需要修改')).toHaveCount(0);

    const roles = page.getByRole('group', { name: '角色' }).first();
    await roles.getByRole('button', { name: '添加一行' }).click();
    await choose(roles.getByRole('combobox').first(), '教师（课题组）');
    await page.getByRole('button', { name: '保存并新建下一个' }).click();
    await expect(page.getByText('下一个沿用：角色')).toBeVisible();
    await expect(username).toHaveValue('');
    await expect(roles).toContainText('教师（课题组）');
    await roles.getByRole('button', { name: '删除第 1 行' }).click();
    await expect(roles.getByRole('button', { name: '添加一行' })).toBeFocused();
  },
);

test(
  '[security 14] a teacher at work sees a role granted and revoked, and is signed out when disabled',
  { tag: '@long' },
  async ({ as, guest, product }) => {
    const username = await makePerson(product, 'teacher2');
    const page = await as('admin');
    const teacher = await guest();
    await signIn(teacher, username);
    await expect(teacher.getByRole('navigation').getByText('课题组存放').first()).toBeVisible();
    await expect(teacher.getByRole('navigation').getByText('供应商存放')).toHaveCount(0);

    const row = await find(page, username);
    await row.getByRole('link', { name: /^编辑/ }).click();
    const roles = page.getByRole('group', { name: '角色' }).first();
    await roles.getByRole('button', { name: '添加一行' }).click();
    await choose(roles.getByRole('combobox').nth(1), '供应商');
    await page.getByRole('button', { name: '保存并继续编辑' }).click();
    await expect(teacher.getByRole('navigation').getByText('供应商存放').first()).toBeVisible();

    await roles.getByRole('button', { name: '删除第 2 行' }).click();
    await page.getByRole('button', { name: '保存并继续编辑' }).click();
    await expect(teacher.getByRole('navigation').getByText('供应商存放')).toHaveCount(0);

    await page.getByRole('button', { name: /^停用/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
    await expect(page.getByText('已停用').first()).toBeVisible();
    await expect(teacher).toHaveURL(/common\/login/);
  },
);

test(
  'a user is moved to the recycle bin and restored; users cannot delete themselves',
  { tag: '@long' },
  async ({ as, product }) => {
    const username = await makePerson(product, 'staff');
    const page = await as('admin');
    const own = await find(page, 'admin');
    await expect(own.getByRole('button', { name: /^重置密码/ })).toHaveAttribute('aria-disabled', 'true');
    const row = await find(page, username);
    await more(page, row, '删除');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(rowOf(page, username)).toHaveCount(0);
    // Filters by recycle bin and back: the list stays.
    await page.getByRole('button', { name: '更多筛选' }).click();
    const bin = page.getByRole('button', { name: '回收站', exact: true });
    await bin.click();
    await expect(rowOf(page, username)).toContainText('已删除');
    await bin.click();
    await expect(rowOf(page, username)).toHaveCount(0);
    await bin.click();
    await rowOf(page, username)
      .getByRole('button', { name: /^恢复/ })
      .click();
    await expect(rowOf(page, username)).toHaveCount(0);
    await find(page, username);
  },
);

test('however long an import report is, its buttons are fully visible', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${USERS}?import`);
  const lines = Array.from({ length: 60 }, (_, n) =>
    n % 2 ? `坏 ${n},某人,没有的角色,没有的组织` : `${unique('look').toLowerCase()},某人,,`,
  );
  const buffer = Buffer.from(`\uFEFF用户名,姓名,角色,组织\n${lines.join('\n')}\n`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  const yes = dialog.getByRole('button', { name: '只导入正确的 30 行' });
  await expect(yes).toBeInViewport({ ratio: 1 });
  await dialog.getByText('将要写入的内容').click();
  await expect(dialog.getByRole('table').last()).toBeVisible();
  await expect(yes).toBeInViewport({ ratio: 1 });
  // There is room for the focus ring below it.
  const body = (await dialog.locator('.ant-modal-body').boundingBox())!;
  const button = (await yes.boundingBox())!;
  expect(body.y + body.height - (button.y + button.height)).toBeGreaterThanOrEqual(3);
});

test(
  "removing a group's last leader is announced first: in bulk, in the form, and when deleting there",
  { tag: '@long' },
  async ({ as, product }) => {
    const mark = unique('lead');
    const client = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    await createLedGroup([`${mark}a`, `${mark}b`], mark, client);
    const page = await as('admin');
    await page.goto(`${USERS}?q=${mark}`);
    const dialog = page.getByRole('dialog');
    const says = dialog.getByText(`课题组${mark}将没有负责人。`);
    const batch = page.getByRole('group', { name: '批量操作' });
    await page.getByRole('checkbox', { name: new RegExp(`选择${mark}a`) }).check();
    await batch.getByRole('button', { name: '删除' }).click();
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText('移入回收站并立即退出登录');
    await expect(says).toHaveCount(0);
    await dialog.getByRole('button', { name: '取消' }).click();
    await page.getByRole('checkbox', { name: new RegExp(`选择${mark}b`) }).check();
    for (const action of ['停用', '删除']) {
      await batch.getByRole('button', { name: action }).click();
      await expect(says).toBeVisible();
      await expect(dialog).toContainText('立即退出登录');
      await dialog.getByRole('button', { name: '取消' }).click();
    }
    await page.getByRole('checkbox', { name: new RegExp(`选择${mark}a`) }).uncheck();
    await batch.getByRole('button', { name: '停用' }).click();
    await dialog.getByRole('button', { name: '停用' }).click();

    const row = await find(page, `${mark}a`);
    await row.getByRole('link', { name: /^编辑/ }).click();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect(says).toBeVisible();
    await dialog.getByRole('button', { name: '取消' }).click();
    const field = page.getByRole('group', { name: '组织' }).first();
    await choose(field.getByRole('combobox').nth(1), '成员');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(says).toBeVisible();
    await dialog.getByRole('button', { name: '仍要保存' }).click();
    await expect(page).toHaveURL(new RegExp(`${USERS}(\\?|$)`));
  },
);

test(
  'a bulk deletion names users already deleted, oneself, and each group left without a leader; the form of a deleted user leads back',
  { tag: '@long' },
  async ({ as, product }) => {
    const mark = unique('gone').toLowerCase();
    const client = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    await createLedGroup([`${mark}a`], mark, client);
    const { body: leaving } = await client.post<{ id: string }>(
      '/auth/biz/user/account',
      accountForm.parse({ username: `${mark}b`, name: `${mark}b` }),
    );
    const [page, form] = [await as('admin'), await as('admin')];
    await form.goto(`${USERS}?q=${mark}b`);
    await rowOf(form, `${mark}b`)
      .getByRole('link', { name: /^编辑/ })
      .click();
    await form.getByRole('textbox', { name: '姓名' }).fill('改名');
    await page.goto(`${USERS}?q=${mark}`);
    await page.getByRole('checkbox', { name: new RegExp(`选择${mark}a`) }).check();
    await page.getByRole('checkbox', { name: new RegExp(`选择${mark}b`) }).check();
    await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '停用' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('将没有负责人');
    // Another administrator deletes one of them while the dialog is open.
    await client.send('DELETE', `/auth/biz/user/account/${leaving.id}`);
    await dialog.getByRole('button', { name: '停用' }).click();
    const outcome = page.getByRole('dialog', { name: '1 项完成，1 项未能停用' });
    await expect(outcome.getByRole('row', { name: new RegExp(`${mark}b`) })).toContainText('记录不存在');
    await expect(outcome.getByRole('row', { name: new RegExp(`${mark}a`) })).toContainText(`课题组${mark}已没有负责人`);
    await page.keyboard.press('Escape');
    await expect(outcome).toBeHidden();

    await form.getByRole('button', { name: '保存', exact: true }).click();
    const problem = form.getByRole('alert').filter({ hasText: '记录不存在' });
    await expect(problem).toContainText('可能已被删除');
    await problem.getByRole('button', { name: '返回列表' }).click();
    await form.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click();
    await expect(form).toHaveURL(new RegExp(USERS));
    await expect(form.getByRole('heading', { name: '用户' }).first()).toBeVisible();
  },
);

test(
  "on a phone in English: a user is found, viewed, and given another one's rights",
  { tag: '@long' },
  async ({ as, product }) => {
    const username = await makePerson(product, 'staff');
    const administrator = await makePerson(product, 'admin');
    const account = await Client.signIn(product.url, administrator, 'ROLE_ADMIN');
    await account.put('/auth/biz/user/by-me/setting/ui.locale', { value: 'en' });
    const page = await as(administrator, PHONE);
    await page.goto(`${USERS}?q=${username}`);
    await page.getByRole('link', { name: username }).or(page.getByText(username)).first().click();
    await expect(page.getByRole('complementary').getByText('Never')).toBeVisible();
    await page.getByRole('button', { name: /More/ }).last().click();
    await page.getByRole('menuitem', { name: 'Copy rights' }).click();
    const dialog = page.getByRole('dialog', { name: /Copy rights/ });
    await choose(dialog.getByRole('combobox'), 'teacher2');
    const copy = dialog.getByRole('button', { name: 'Copy rights' });
    const switches = dialog.getByRole('switch');
    for (const each of await switches.all()) await each.click();
    await expect(dialog.getByRole('status')).toHaveText('Choose roles, organisations, or both');
    await expect(copy).toBeDisabled();
    for (const each of await switches.all()) await each.click();
    await copy.click();
    await expect(page.getByText(/Rights copied/)).toBeVisible();
    await expect(page.getByText('Teacher (research group)').first()).toBeVisible();
  },
);

test('an API token is issued, shown once, works over HTTP, and is revoked', async ({ as, product }) => {
  const page = await as(await makePerson(product, 'admin'));
  const integration = await makeHolder(product, 'ROLE_SYS_CATALOGUE');
  await (await find(page, integration)).click();
  const details = page.getByRole('complementary');
  await details.getByRole('button', { name: '新建令牌' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('目录同步');
  const roles = dialog.getByRole('combobox', { name: '角色' });
  await choose(roles, '产品目录维护');
  // Escape would close the dialog, if the options are closed already.
  await roles.press('Tab');
  await dialog.getByLabel('有效期至').fill(inDays(30));
  await dialog.getByLabel('有效期至').press('Tab');
  await dialog.getByRole('button', { name: '生成' }).click();
  const token = (await page.getByRole('dialog').locator('dd').innerText()).trim();
  const call = async () =>
    (await fetch(`${product.url}/api/wms/product`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await call()).toBe(200);
  await page.getByRole('dialog').getByRole('button', { name: '已保存' }).click();
  await expect(details.getByText('目录同步')).toBeVisible();
  await details.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('令牌“目录同步”已撤销')).toBeVisible();
  await expect(details.getByText('没有有效的令牌')).toBeVisible();
  expect(await call()).toBe(401);
});
