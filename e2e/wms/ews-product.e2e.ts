// Stock warnings: shown in the menu of users concerned, acknowledged, snoozed, and resolved by a prefilled form.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { readXlsxObjects } from 'hucre/xlsx';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { cell, lines } from './_apply.ts';
import { inDays } from './_documents.ts';
import { Goods, type Owner } from './_goods.ts';

const LIST = '/admin/wms/ews-product';
const LIMITS = '/admin/wms/ews-limit';
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });
const detail = (page: Page): Locator => page.getByRole('complementary', { name: '详情' });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const tab = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: '状态' }).getByRole('button', { name: new RegExp(`^${name}( \\d+\\+?)?$`) });

interface Limits {
  minQty?: string;
  maxQty?: string;
}

/** Four of a product, outside its limits. @returns its id */
async function createWarning(goods: Goods, owner: string, limits: Limits, name?: string): Promise<string> {
  const productId = await goods.product(name);
  await goods.deposit(productId, '4');
  const orgs = await goods.manager.get<{ list: { id: string }[] }>(`/wms/ews-limit/org?q=${owner}`);
  const warehouses = await goods.manager.get<{ id: string; code: string }[]>('/wms/warehouse/select');
  const form = {
    orgId: orgs.body.list[0]!.id,
    warehouseId: warehouses.body.find(({ code }) => code === 'W2')!.id,
    productId,
    categoryId: null,
    minQty: limits.minQty ?? null,
    maxQty: limits.maxQty ?? null,
    expiryDays: null,
  };
  const { status, body } = await goods.manager.post('/wms/ews-limit', form);
  expect(status, JSON.stringify(body)).toBe(200);
  return productId;
}

async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^更多操作/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** From another page of the branch to the list, through the menu. */
async function openFrom(page: Page, start: string): Promise<void> {
  await page.goto(start);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '库存预警' }).click();
}

test('[S1.10][S2.31][S2.125][S6.16] a low-stock warning is acknowledged, snoozed and ignored with a reason, and shows its history', async ({
  as,
  product,
}) => {
  const goods = await Goods.open(product.url);
  const productId = await createWarning(goods, 'LAB-CATALYSIS', { minQty: '5' }, '比色皿');
  const page = await as('manager');
  await openFrom(page, '/admin/wms/ledger');
  await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`));
  await page.getByRole('searchbox').fill(goods.mark);
  await expect(rows(page)).toHaveCount(1);
  const row = rows(page).first();
  await expect(row).toContainText('低于下限');
  await expect(row).toContainText('4 盒 / 5 盒');
  await expect(row).toContainText('待处理');

  await row.getByRole('button', { name: /^开始处理/ }).click();
  await expect(row).toContainText('处理中');
  await expect(row).toContainText('郑建国');
  await tab(page, '待处理').click();
  await expect(rows(page)).toHaveCount(0);
  await tab(page, '处理中').click();
  await expect(rows(page)).toHaveCount(1);

  await row.getByRole('button', { name: /^推迟/ }).click();
  await dialog(page).getByRole('button', { name: '推迟' }).click();
  await expect(dialog(page).getByText('该字段不能为空')).toBeVisible();
  await dialog(page).getByLabel('推迟至').fill('2020-01-01');
  await dialog(page).getByRole('button', { name: '推迟' }).click();
  await expect(dialog(page).getByText('请填写以后的日期，最长一年')).toBeVisible();
  const later = inDays(30);
  await dialog(page).getByLabel('推迟至').fill(later);
  await dialog(page).getByRole('button', { name: '推迟' }).click();
  await expect(rows(page)).toHaveCount(0);
  await tab(page, '已推迟').click();
  await expect(row).toContainText('已推迟');

  await act(page, row, '忽略');
  await dialog(page).getByRole('textbox', { name: '忽略原因' }).fill('本学期不再使用');
  await dialog(page).getByRole('button', { name: '忽略' }).click();
  await tab(page, '需处理').click();
  await expect(rows(page)).toHaveCount(0);
  await expect(tab(page, '已忽略')).toHaveText('已忽略 1');
  await tab(page, '已忽略').click();
  await expect(row).toContainText('郑建国 · 本学期不再使用');
  await row.click();
  const events = detail(page).getByRole('listitem');
  await expect(events).toHaveCount(4);
  await expect(events.first()).toContainText('本学期不再使用');
  await expect(events.nth(1)).toContainText(later);
  await expect(events.last()).toContainText('自动');

  // Resolving the cause ends it, also in an open page.
  await goods.deposit(productId, '6');
  await expect(detail(page).getByText('已解除')).toBeVisible();
  await expect(events).toHaveCount(5);
  await tab(page, '已解除').click();
  await expect(row).toContainText('低于下限');
});

test(
  '[S1.10][S2.31] warnings are acknowledged in bulk, and ignored with one reason',
  { tag: '@long' },
  async ({ as, product }) => {
    const goods = await Goods.open(product.url);
    for (const name of ['滤纸', '滤膜', '滤瓶']) await createWarning(goods, 'LAB-CATALYSIS', { minQty: '5' }, name);
    const page = await as('manager');
    await page.goto(`${LIST}?q=${goods.mark}`);
    await expect(rows(page)).toHaveCount(3);
    const all = page.getByRole('checkbox').filter({ visible: true }).first();
    const bar = page.getByRole('group', { name: '批量操作' });
    await all.check();
    await bar.getByRole('button', { name: '开始处理' }).click();
    await dialog(page).getByRole('button', { name: '开始处理' }).click();
    await expect(rows(page).filter({ hasText: '处理中' })).toHaveCount(3);
    await all.check();
    await bar.getByRole('button', { name: '忽略' }).click();
    await dialog(page).getByRole('button', { name: '忽略' }).click();
    await expect(dialog(page).getByText('请填写')).toBeVisible();
    await dialog(page).getByRole('textbox', { name: '忽略原因' }).fill('年底统一采购');
    await dialog(page).getByRole('button', { name: '忽略' }).click();
    await expect(rows(page)).toHaveCount(0);
    await tab(page, '已忽略').click();
    await expect(rows(page).filter({ hasText: '年底统一采购' })).toHaveCount(3);
  },
);

const OWNERS: readonly (Owner & { id: string; prefix: string; choose?: string })[] = [
  {
    id: 'S2.15',
    username: 'teacher',
    role: 'ROLE_TEACHER',
    group: 'LAB-CATALYSIS',
    prefix: 'teacher',
    choose: '催化化学课题组',
  },
  { id: 'S2.20', username: 'supplier', role: 'ROLE_SUPPLIER', group: 'SUP-GUOYAO', prefix: 'supplier' },
  { id: 'S2.25', username: 'staff', role: 'ROLE_STAFF', group: 'PURCHASE', prefix: 'staff' },
];
for (const { id, prefix, choose: group, ...owner } of OWNERS)
  test(
    `[S2.125][${id}] ${owner.username} makes a deposit of what is short, and a collection of what is too much`,
    { tag: '@long' },
    async ({ as, product }) => {
      const goods = await Goods.open(product.url, owner);
      await createWarning(goods, owner.group, { minQty: '5' }, '短缺品');
      await createWarning(goods, owner.group, { maxQty: '3' }, '过多品');
      const page = await as(owner.username, group === undefined ? {} : { group });
      await openFrom(page, `/${prefix}/wms/transaction/inbound`);
      await page.getByRole('searchbox').fill(goods.mark);
      await expect(rows(page)).toHaveCount(2);
      await act(page, rows(page).filter({ hasText: '低于下限' }), '申请存放');
      await expect(page).toHaveURL(new RegExp(`/${prefix}/wms/transaction/inbound/edit`));
      await expect(lines(page).filter({ visible: true })).toHaveCount(1);
      await expect(lines(page).filter({ visible: true })).toContainText('短缺品');
      await expect(cell(page, 1, '数量')).toHaveValue('1');
      await expect(page.getByText('综合仓库').filter({ visible: true }).first()).toBeVisible();
      await page.goto(`/${prefix}/wms/ews-product?q=${goods.mark}`);
      await act(page, rows(page).filter({ hasText: '高于上限' }), '申请领取');
      await expect(page).toHaveURL(new RegExp(`/${prefix}/wms/transaction/outbound/edit`));
      await expect(lines(page).filter({ visible: true })).toContainText('过多品');
      await expect(cell(page, 1, '数量').filter({ visible: true })).toHaveValue('1');
    },
  );

test('[S2.31][S2.125] the warehouse moves surplus goods', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  await createWarning(goods, 'LAB-CATALYSIS', { maxQty: '3' }, '过多品');
  const page = await as('manager');
  await createWarning(goods, 'LAB-CATALYSIS', { maxQty: '2' }, '更多品');
  await createWarning(goods, 'LAB-CATALYSIS', { minQty: '5' }, '短缺品');
  await page.goto(`${LIST}?q=${goods.mark}`);
  await expect(rows(page)).toHaveCount(3);
  const bar = page.getByRole('group', { name: '批量操作' });
  await page.getByRole('checkbox').filter({ visible: true }).first().check();
  await bar.getByRole('button', { name: '移库' }).click();
  await expect(page.getByText(/短缺品”不能移库/)).toBeVisible();
  await rows(page).filter({ hasText: '短缺品' }).getByRole('checkbox').uncheck();
  await bar.getByRole('button', { name: '移库' }).click();
  await expect(page).toHaveURL(/\/admin\/wms\/transaction\/move\/edit/);
  await expect(lines(page).filter({ visible: true })).toHaveCount(2);
  for (const [name, qty] of [
    ['过多品', '1'],
    ['更多品', '2'],
  ] as const)
    await expect(
      lines(page)
        .filter({ hasText: name })
        .getByLabel(/数量$/),
    ).toHaveValue(qty);
});

test('[S1.10][S2.31] a limit set in the form warns at once, and shortages form a purchase list', async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  await goods.deposit(await goods.product('容量瓶'), '4');
  const page = await as('manager');
  await page.goto(LIST);
  await page.getByRole('link', { name: '库存限值' }).click();
  await expect(page).toHaveURL(new RegExp(LIMITS));
  await page.getByRole('button', { name: '新建限值' }).click();
  const drawer = dialog(page);
  const field = (name: string): Locator => drawer.getByRole('combobox', { name });
  await choose(field('所属组织'), '催化化学课题组');
  await choose(field('仓库'), '综合仓库');
  await choose(field('产品'), goods.mark);
  await drawer.getByLabel('库存下限').fill('9');
  await drawer.getByLabel('库存上限').fill('6');
  await drawer.getByRole('button', { name: '保存', exact: true }).click();
  await expect(drawer.getByText('上限不能小于下限')).toBeVisible();
  await drawer.getByLabel('库存上限').fill('20');
  await drawer.getByRole('button', { name: '保存', exact: true }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('searchbox').filter({ visible: true }).fill(goods.mark);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('9 盒');

  await go(page, `${LIST}?q=${goods.mark}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('4 盒 / 9 盒');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出采购清单' }).click();
  const { data } = await readXlsxObjects(await readFile(await (await download).path()));
  const mine = data.filter((row) => Object.values(row).some((value) => String(value).includes(goods.mark)));
  expect(mine.map((row) => String(row['缺少数量']))).toEqual(['5']);
});
