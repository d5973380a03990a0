// Data rules on screen, and their effect on other users' open pages.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { go } from '../_go.ts';
import { makePerson } from '../_person.ts';
import { unique } from '../_unique.ts';
import { expect, signIn, test } from '../_world.ts';

interface Stock {
  boxCode: string;
  ownerOrgName: string;
}

/** A box whose code finds only goods of one group: B1 also matches B10. */
async function boxOf(url: string, group: string): Promise<string> {
  const keeper = await Client.signIn(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  const stock = async (more: string): Promise<readonly Stock[]> =>
    (await keeper.get<{ list: Stock[] }>(`/wms/product-box?size=200${more}`)).body.list;
  const isOwn = ({ ownerOrgName }: Stock): boolean => ownerOrgName === group;
  for (const { boxCode } of (await stock('')).filter(isOwn)) if ((await stock(`&q=${boxCode}`)).every(isOwn)) return boxCode;
  throw new Error(`Goods of ${group} lie nowhere alone.`);
}

const field = (page: Page, label: string): Locator => page.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) });

test('[S1.18, S2.41, S2.97, S2.99, S6.27] a rule granted to a teacher shows goods in their open page; when it ends, they disappear', async ({
  as,
  product,
}) => {
  const admin = await makePerson(product, 'admin');
  const other = await makePerson(product, 'teacher2');
  const box = await boxOf(product.url, '催化化学课题组');
  const theirs = await as(other);
  await theirs.goto(`/teacher/wms/product-box/list?q=${box}`);
  const row = theirs.getByRole('row').filter({ hasText: box });
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(theirs.getByText('没有', { exact: false }).first()).toBeVisible();
  await expect(row).toHaveCount(0);

  const page = await as(admin);
  await page.goto('/def/power/role');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '数据规则' }).click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/WMS_ORG\?subject_model=select$/);
  // The preset for new rules does not filter existing ones.
  await expect(page.getByRole('search').getByRole('button', { name: /^对象范围/ })).toHaveText('对象范围');
  await expect(page.getByRole('button', { name: /^清除筛选/ })).toHaveCount(0);
  await page.getByRole('link', { name: '新建规则' }).first().click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/WMS_ORG\/edit\?subject_model=select$/);
  // The address presets the selection mode.
  await expect(page.locator('.ant-select').filter({ hasText: '指定' })).toBeVisible();
  await choose(field(page, '被授权方'), other);
  await choose(field(page, '对象'), '催化化学');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/WMS_ORG/);
  await expect(row.first()).toBeVisible();

  // The reason, in a sentence.
  await go(page, '/def/power/rule/USER/WMS_ORG?view=explain');
  await choose(page.getByLabel('用户', { exact: true }), other);
  await choose(page.getByLabel('组织', { exact: true }), '催化化学');
  await expect(page.getByText(`${other}可以查看“催化化学课题组”的货物和单据，但不能导出：有授予本人的规则。`)).toBeVisible();
  await page.getByRole('link', { name: '查看规则' }).click();
  await expect(page.getByRole('heading', { name: `用户 · ${other}` })).toBeVisible();

  await go(page, '/def/power/rule/USER/WMS_ORG?subject_model=select');
  await page.getByPlaceholder('被授权方或备注').filter({ visible: true }).fill(other);
  const rule = page.getByRole('row').filter({ hasText: other });
  await rule.getByRole('button', { name: /结束/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
  await expect(rule).toContainText('已结束');
  await expect(row).toHaveCount(0);
});

test(
  'a list of rules opened from the menu for the first time says that there are none yet',
  { tag: '@long' },
  async ({ guest, product }) => {
    const page = await guest();
    await signIn(page, await makePerson(product, 'admin'));
    await page.goto('/def/power/rule/ORG/CATEGORY?subject_model=select');
    await expect(page.getByText('还没有这样的规则。')).toBeVisible();
    await expect(page.getByRole('button', { name: '清除筛选', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: '新建规则' }).first()).toBeVisible();
  },
);

test('all missing fields of a rule are reported at once', { tag: '@long' }, async ({ guest, product }) => {
  const page = await guest();
  await signIn(page, await makePerson(product, 'admin'));
  await page.goto('/def/power/rule/USER/WMS_ORG/edit');
  await page.getByLabel('起始日').fill('2099-09-01');
  await page.getByLabel('截止日').fill('2099-08-31');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('有 3 处需要修改')).toBeVisible();
  await expect(page.locator('.ant-form-item-explain-error')).toHaveCount(3);
  await expect(page.getByText('不能早于起始日')).toBeVisible();
});

test('[S2.96, S2.98] rules of a role have a page of their own, and rules are listed without an owner', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/def/power/role/rule');
  await choose(page.getByLabel('选择角色'), '供应商');
  await page.getByRole('link', { name: '新建规则' }).first().click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/ROLE\/WMS_ORG\/edit\?/);
  await choose(field(page, '对象'), '分子生物');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).not.toHaveURL(/\/edit/);
  await go(page, '/def/power/rule/WMS_ORG');
  const rule = page.getByRole('row').filter({ hasText: '分子生物学课题组' }).filter({ hasText: '供应商' });
  await expect(rule).toBeVisible();
  // Other tests of this worker need suppliers without it.
  await rule.getByRole('button', { name: /结束/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
  await expect(rule).toContainText('已结束');
  await go(page, '/def/power/rule/edit');
  await expect(page.getByText('404', { exact: true })).toBeVisible();
});

test(
  '[S1.18, S2.97, S4.16] a rule opens a menu entry to a signed-in teacher: it appears, leads to its page, and disappears',
  { tag: '@long' },
  async ({ guest, product }) => {
    const [admin, other] = [await makePerson(product, 'admin'), await makePerson(product, 'teacher2')];
    const api = await Client.signIn(product.url, admin, 'ROLE_ADMIN');
    const name = `须知${unique()}`;
    const entry = { nameEn: 'Notes', nameTag: null, urlExp: [], pageRole: [], icon: null, show: true, keepalive: true };
    const { body: made } = await api.post<{ id: string }>('/sys/project/app/menu', {
      ...entry,
      code: `site.${unique('n').toLowerCase()}`,
      name,
      parentId: 'system',
      url: '/def/base/msg-inbox',
      role: ['ROLE_ADMIN'],
    });
    const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
    try {
      const theirs = await guest();
      await signIn(theirs, other);
      await theirs.goto('/teacher/wms/product-box/list');
      await expect(menu(theirs).getByRole('link').first()).toBeVisible();
      await expect(menu(theirs).getByText('系统管理')).toHaveCount(0);
      await theirs.evaluate(() => Object.assign(window, { stays: true }));

      const page = await guest();
      await signIn(page, admin);
      await page.goto('/def/power/rule/USER/MENU?subject_model=select');
      await page.getByRole('link', { name: '新建规则' }).first().click();
      await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/MENU\/edit\?subject_model=select$/);
      await choose(field(page, '被授权方'), other);
      await choose(field(page, '对象'), name);
      // Menu entries can only be seen, not exported.
      await page.getByRole('combobox', { name: /^(\* )?操作$/ }).click();
      await expect(page.locator('.ant-select-item-option').filter({ hasText: '导出' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/MENU(\?|$)/);

      await menu(theirs).getByText('系统管理').click();
      const link = menu(theirs).getByRole('link', { name });
      await link.click();
      await expect(theirs).toHaveURL('/def/base/msg-inbox');
      await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(menu(theirs).getByRole('link', { name: '数据字典' })).toHaveCount(0);

      // The menu editor shows the number of rules for an entry, and links to them.
      await page.goto('/def/sysbase/project/app/menu');
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name, exact: true }) })
        .getByRole('link', { name: '1 条数据规则' })
        .click();
      const rule = page.getByRole('row').filter({ hasText: other });
      await expect(rule).toContainText(`系统管理 / ${name}`);
      await rule.getByRole('button', { name: /结束/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
      await expect(link).toHaveCount(0);
      expect(await theirs.evaluate(() => 'stays' in window)).toBe(true);
    } finally {
      await api.send('DELETE', `/sys/project/app/menu/${made.id}`);
    }
  },
);

test(
  '[S1.18, S2.46, S2.97] a rule opens a report to a signed-in user, on screen only, until it ends',
  { tag: '@long' },
  async ({ guest, product }) => {
    const [admin, other] = [await makePerson(product, 'admin'), await makePerson(product, 'supplier')];
    const theirs = await guest();
    await signIn(theirs, other);
    await theirs.goto('/supplier/base/report');
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
    const report = theirs.getByRole('row').getByRole('link', { name: '盘点差异' });
    await expect(report).toHaveCount(0);

    const page = await guest();
    await signIn(page, admin);
    await page.goto('/def/power/rule/USER/REPORT?subject_model=select');
    await page.getByRole('link', { name: '新建规则' }).first().click();
    await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/REPORT\/edit\?subject_model=select$/);
    await choose(field(page, '被授权方'), other);
    await choose(field(page, '对象'), '盘点差异');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/REPORT(\?|$)/);

    // In the page as it is open: updated live.
    await report.click();
    await expect(theirs.getByRole('heading', { name: '盘点差异' })).toBeVisible();
    await expect(theirs.getByRole('button', { name: '运行', exact: true })).toBeVisible();
    await expect(theirs.getByRole('button', { name: '导出 CSV' })).toHaveCount(0);

    await page.goto('/def/power/rule/USER/REPORT?view=explain');
    await choose(page.getByLabel('用户', { exact: true }), other);
    await choose(page.getByLabel('报表', { exact: true }), '盘点差异');
    await expect(page.getByText(`${other}可以运行“盘点差异”，但不能导出：有授予本人的规则。`)).toBeVisible();
    await theirs.goto('/supplier/base/report');
    await expect(report).toBeVisible();
    await page.goto('/def/power/rule/USER/REPORT');
    await page.getByPlaceholder('被授权方或备注').fill(other);
    const rule = page.getByRole('row').filter({ hasText: other });
    await rule.getByRole('button', { name: /结束/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
    await expect(rule).toContainText('已结束');
    await expect(report).toHaveCount(0);
  },
);

test('changing the subject of a rule resets choices that it does not support', { tag: '@long' }, async ({ as, product }) => {
  const page = await as(await makePerson(product, 'admin'));
  await page.goto('/def/power/rule/USER/WMS_ORG/edit?subject_model=expr');
  const chosen = (text: string) => page.locator('.ant-select-selection-item').filter({ hasText: text });
  await choose(field(page, '操作'), '导出');
  await expect(chosen('导出')).toHaveCount(1);
  await choose(field(page, '对象类型'), '菜单');
  await expect(chosen('导出')).toHaveCount(0);
  await expect(chosen('查看')).toHaveCount(1);
  // Menu entries cannot be selected by condition.
  await choose(field(page, '对象'), '库存列表');
  await expect(chosen('库存列表')).toHaveCount(1);
  await choose(field(page, '对象类型'), '产品分类');
  await expect(chosen('库存列表')).toHaveCount(0);
});

test(
  '[S6.27] a conditional rule is granted, changed, renewed, found by its last day, and ended in bulk',
  { tag: '@long' },
  async ({ guest, product }) => {
    const admin = await makePerson(product, 'admin');
    const people = [await makePerson(product, 'teacher'), await makePerson(product, 'teacher2')];
    const page = await guest();
    await signIn(page, admin);
    await page.goto('/def/power/rule/USER/WMS_CONTAINER/edit?subject_model=expr');
    for (const each of people) await choose(field(page, '被授权方'), each);
    await page.getByRole('button', { name: '添加一行' }).click();
    await choose(page.getByRole('combobox', { name: /字段$/ }), '仓库编号');
    await page.getByRole('combobox', { name: /^(\* )?值$/ }).fill('W1');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: '备注' }).fill(people[0]!);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page).not.toHaveURL(/\/edit/);
    await page.goto(`/def/power/rule/USER/WMS_CONTAINER?q=${people[0]!}`);
    const rows = page.getByRole('row').filter({ hasText: '仓库编号 等于 W1' });
    await expect(rows).toHaveCount(2);

    // A last day in the past is rejected at its field.
    const row = rows.filter({ hasText: people[0]! });
    await row.getByRole('link', { name: /编辑/ }).click();
    const last = page.getByRole('textbox', { name: '截止日' });
    await last.fill('2020-01-01');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('不能早于今天').first()).toBeVisible();
    await last.fill('2099-01-01');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page).not.toHaveURL(/\/edit/);
    await page.goto(`/def/power/rule/USER/WMS_CONTAINER?q=${people[0]!}`);
    await expect(row).toContainText('2099-01-01');

    await row.getByRole('button', { name: /续期/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '截止日' }).fill('2098-01-01');
    await dialog.getByRole('button', { name: '续期' }).click();
    await expect(row).toContainText('2098-01-01');

    await page
      .getByRole('checkbox', { name: /全选|选择/ })
      .first()
      .check();
    await page.getByRole('button', { name: '结束', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /结束/ })
      .last()
      .click();
    await expect(rows.filter({ hasText: '已结束' })).toHaveCount(2);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  },
);
