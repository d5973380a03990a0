// The shelf: goods are listed and taken down, one by one and in bulk, on desktop and phone.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { expect, test } from '../_world.ts';
import { Goods } from './_goods.ts';

const LIST = '/admin/wms/org-product';
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });
const detail = (page: Page): Locator => page.getByRole('complementary', { name: '详情' });

/** Creates listings of a test's own goods, all inactive. */
async function listings(url: string, count: number): Promise<Goods> {
  const goods = await Goods.open(url);
  for (let n = 1; n <= count; n++) {
    const productId = await goods.product(`共享品 ${n}`);
    await goods.deposit(productId, '4');
    const orgs = await goods.manager.get<{ list: { id: string; code: string }[] }>('/wms/org-product/org?q=LAB-CATALYSIS');
    const form = { orgId: orgs.body.list[0]!.id, productId, visibleTo: 'CAMPUS', shareMode: 'GIVE' };
    const { status } = await goods.manager.post('/wms/org-product', form);
    expect(status).toBe(200);
  }
  return goods;
}

test('[S1.09][S2.30][S2.131][S2.132] stock is selected, listed, and taken down with a reason', async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  await goods.deposit(await goods.product('蒸发皿'), '4');
  const page = await as('manager');
  await page.goto('/admin/wms/product');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: '仓库管理' }).click();
  await menu.getByRole('link', { name: '上下架' }).click();
  await page.getByRole('link', { name: '新建上架物品' }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}/edit`));
  await choose(page.getByRole('combobox', { name: '所属组织' }), '催化化学课题组');
  await page.getByRole('combobox', { name: '产品' }).fill(goods.mark);
  const option = page.locator('.ant-select-item-option').filter({ hasText: goods.mark });
  await expect(option).toContainText('可用 4 盒');
  await option.click();
  await choose(page.getByRole('combobox', { name: '共享方式' }), '出售');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('出售时请填写单价')).toBeVisible();
  await page.getByRole('textbox', { name: '单价（元）' }).fill('12.5');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`));
  const row = rows(page).filter({ hasText: goods.mark });
  await expect(row).toContainText('未上架');
  await row.getByRole('button', { name: '上架' }).click();
  await expect(row).toContainText('已上架');
  await row.getByRole('button', { name: '下架' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '下架' }).click();
  await expect(dialog.getByText('该字段不能为空')).toBeVisible();
  await dialog.getByRole('textbox', { name: '下架说明' }).fill('本周自用');
  await dialog.getByRole('button', { name: '下架' }).click();
  await expect(row).toContainText('人工下架');
  await row.click();
  const events = detail(page).getByRole('listitem');
  await expect(events).toHaveCount(3);
  await expect(events.first()).toContainText('本周自用');
  await expect(events.first()).toContainText('郑建国');
});

test('[S1.09] out-of-stock goods are taken down automatically in an open list', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product('试剂瓶');
  const stock = await goods.deposit(productId, '4');
  const orgs = await goods.manager.get<{ list: { id: string }[] }>('/wms/org-product/org?q=LAB-CATALYSIS');
  const form = { orgId: orgs.body.list[0]!.id, productId, visibleTo: 'CAMPUS', shareMode: 'GIVE' };
  const { body } = await goods.manager.post<{ id: string; rev: number }>('/wms/org-product', form);
  await goods.manager.put(`/wms/org-product/${body.id}/up`, { rev: body.rev });
  const page = await as('manager');
  await page.goto(`${LIST}?q=${goods.mark}`);
  await expect(rows(page)).toContainText('已上架');
  await goods.collect(stock, '4');
  await expect(rows(page)).toContainText('库存用完');
  await rows(page).getByRole('button', { name: '上架' }).click();
  await expect(page.getByText('该组织的这种产品没有可用库存')).toBeVisible();
});

test('[S1.09] goods are listed in bulk, and taken down with one reason', { tag: '@long' }, async ({ as, product }) => {
  const goods = await listings(product.url, 3);
  const page = await as('manager');
  await page.goto(`${LIST}?q=${goods.mark}`);
  await expect(rows(page)).toHaveCount(3);
  const all = page.getByRole('checkbox').filter({ visible: true }).first();
  await all.check();
  const bar = page.getByRole('group', { name: '批量操作' });
  await bar.getByRole('button', { name: '上架' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '上架' }).click();
  await expect(rows(page).filter({ hasText: '已上架' })).toHaveCount(3);
  await all.check();
  await bar.getByRole('button', { name: '下架' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '下架' }).click();
  await expect(dialog.getByText('请填写下架原因')).toBeVisible();
  await dialog.getByRole('textbox', { name: '下架说明' }).fill('实验室搬迁');
  await dialog.getByRole('button', { name: '下架' }).click();
  await expect(rows(page).filter({ hasText: '人工下架' })).toHaveCount(3);
});

test('[S2.131] on a phone a listing is a card with the same actions', { tag: '@long' }, async ({ as, product }) => {
  const goods = await listings(product.url, 1);
  const page = await as('manager', { viewport: { width: 390, height: 844 } });
  await page.goto(`${LIST}?q=${goods.mark}`);
  await page.getByText(`${goods.mark} 共享品 1`).first().click();
  await detail(page).getByRole('button', { name: '上架' }).click();
  await expect(detail(page).getByText('已上架')).toBeVisible();
  await detail(page).getByRole('button', { name: '下架' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '下架说明' }).fill('用完为止');
  await page.getByRole('dialog').getByRole('button', { name: '下架' }).click();
  await expect(detail(page).getByText('用完为止').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
