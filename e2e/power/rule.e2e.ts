// Data rules in the browser, and what they do in the open pages of somebody else.
import type { Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import { expect, signIn, test } from '../_world.ts';

interface Stock {
  boxCode: string;
  ownerOrgName: string;
}

/** A box in which nothing lies but goods of one group. */
async function boxOf(url: string, group: string): Promise<string> {
  const keeper = await Client.signIn(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  const { list } = (await keeper.get<{ list: Stock[] }>('/wms/product-box?size=200')).body;
  const boxes = Map.groupBy(list, ({ boxCode }) => boxCode);
  const [box] = [...boxes].find(([, rows]) => rows.every(({ ownerOrgName }) => ownerOrgName === group))!;
  return box;
}

async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) }).fill(text);
  await page.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
  await page.keyboard.press('Tab');
}

test('[S1.18, S2.41, S2.97, S2.99, S6.27] a rule is given while a teacher looks on, and the goods appear; it ends, and they are gone', async ({
  guest,
  product,
}) => {
  const admin = await makePerson(product, 'admin');
  const other = await makePerson(product, 'teacher2');
  const box = await boxOf(product.url, '催化化学课题组');
  const theirs = await guest();
  await signIn(theirs, other);
  await theirs.goto(`/teacher/wms/product-box/list?q=${box}`);
  const row = theirs.getByRole('row').filter({ hasText: box });
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(theirs.getByText('没有', { exact: false }).first()).toBeVisible();
  await expect(row).toHaveCount(0);

  const page = await guest();
  await signIn(page, admin);
  await page.goto('/def/power/role');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '数据规则' }).click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/WMS_ORG\?subject_model=select$/);
  await page.getByRole('link', { name: '新建规则' }).first().click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/WMS_ORG\/edit\?subject_model=select$/);
  // The address has said how subjects are chosen.
  await expect(page.locator('.ant-select').filter({ hasText: '指定' })).toBeVisible();
  await choose(page, '所有者', other);
  await choose(page, '对象', '催化化学');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/USER\/WMS_ORG/);
  await expect(row.first()).toBeVisible();

  // Why, in a sentence.
  await page.goto('/def/power/rule/USER/WMS_ORG?view=explain');
  await page.getByLabel('用户', { exact: true }).fill(other);
  await page.locator('.ant-select-item-option').filter({ hasText: other }).click();
  await page.getByLabel('组织', { exact: true }).fill('催化化学');
  await page.locator('.ant-select-item-option').filter({ hasText: '催化化学' }).click();
  await expect(page.getByText(`${other}可以查看“催化化学课题组”，但不能导出：有授予本人的规则。`)).toBeVisible();
  await page.getByRole('link', { name: '查看规则' }).click();
  await expect(page.getByRole('heading', { name: `用户 · ${other}` })).toBeVisible();

  await page.goto('/def/power/rule/USER/WMS_ORG?subject_model=select');
  await page.getByPlaceholder('所有者或备注').fill(other);
  const rule = page.getByRole('row').filter({ hasText: other });
  await rule.getByRole('button', { name: /结束/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
  await expect(rule).toContainText('已结束');
  await expect(row).toHaveCount(0);
});

test('[S2.96, S2.98] rules of a role have a page of their own, and rules are listed without an owner', async ({
  guest,
  product,
}) => {
  const page = await guest();
  await signIn(page, await makePerson(product, 'admin'));
  await page.goto('/def/power/role/rule');
  await page.getByLabel('选择角色').fill('供应商');
  await page.locator('.ant-select-item-option').filter({ hasText: '供应商' }).first().click();
  await page.getByRole('link', { name: '新建规则' }).first().click();
  await expect(page).toHaveURL(/\/def\/power\/rule\/ROLE\/WMS_ORG\/edit\?/);
  await choose(page, '对象', '分子生物');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.goto('/def/power/rule/WMS_ORG');
  await expect(page.getByRole('row').filter({ hasText: '分子生物学课题组' }).filter({ hasText: '供应商' })).toBeVisible();
  // Of what nothing reads there are no rules, and the page says so.
  await page.goto('/def/power/rule/USER/MENU');
  await expect(page.getByText('不能添加菜单规则', { exact: false })).toBeVisible();
  await page.goto('/def/power/rule/edit');
  await expect(page.getByText('404')).toBeVisible();
});

test('[S6.27] a rule by condition is given, changed, renewed, found by its last day, and ended among others', async ({
  guest,
  product,
}) => {
  const admin = await makePerson(product, 'admin');
  const people = [await makePerson(product, 'teacher'), await makePerson(product, 'teacher2')];
  const page = await guest();
  await signIn(page, admin);
  await page.goto('/def/power/rule/USER/WMS_CONTAINER/edit?subject_model=expr');
  for (const each of people) await choose(page, '所有者', each);
  await page.getByRole('button', { name: '添加一行' }).click();
  await page.getByRole('combobox', { name: /字段$/ }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '仓库编号' }).click();
  await page.getByRole('combobox', { name: /^(\* )?值$/ }).fill('W1');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: '备注' }).fill(people[0]!);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.goto(`/def/power/rule/USER/WMS_CONTAINER?q=${people[0]!}`);
  const rows = page.getByRole('row').filter({ hasText: '仓库编号 等于 W1' });
  await expect(rows).toHaveCount(2);

  // A last day that is over is refused where it was entered.
  const row = rows.filter({ hasText: people[0]! });
  await row.getByRole('link', { name: /编辑/ }).click();
  const last = page.getByRole('textbox', { name: '失效日' });
  await last.fill('2020-01-01');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('不能早于今天').first()).toBeVisible();
  await last.fill('2099-01-01');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.goto(`/def/power/rule/USER/WMS_CONTAINER?q=${people[0]!}`);
  await expect(row).toContainText('2099-01-01');

  await row.getByRole('button', { name: /续期/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '失效日' }).fill('2098-01-01');
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
});
