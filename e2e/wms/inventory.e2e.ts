// Stock counts: scope preview, recount of differences, review, and one adjustment document.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { go } from '../_go.ts';
import { expect, PHONE, test } from '../_world.ts';
import { COUNTS, Counts } from './_counts.ts';
import { state } from './_work.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });
const lines = (page: Page): Locator => page.getByRole('region', { name: '盘点明细' });
const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name });

test('[S1.15][S2.37][S2.126][S2.127] a count is created from the menu, previews its size, is published, and locks its boxes', async ({
  as,
  product,
}) => {
  const counts = await Counts.open(product.url);
  const stock = await counts.stock('量筒', '4');
  const page = await as('manager');
  await page.goto('/admin/wms/product');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '盘点管理' }).click();
  await page.getByRole('link', { name: '新建盘点' }).first().click();
  await choose(field(page, '仓库'), '综合仓库');
  await choose(field(page, '类型'), '循环盘点');
  await choose(field(page, '范围'), '产品');
  await choose(field(page, '产品'), counts.goods.mark);
  await expect(page.getByText('按现在的库存，共 1 个库位、1 行。')).toBeVisible();
  await choose(field(page, '盘点人'), /^李保平/, '李保平');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: /^PD\d+/ })).toBeVisible();
  await page.getByRole('button', { name: '发布' }).click();
  await expect(dialog(page)).toContainText('这些库位在盘点结束前锁定');
  await dialog(page).getByRole('button', { name: '发布' }).click();
  await expect(lines(page).getByRole('row').filter({ hasText: stock.boxCode })).toContainText('4 盒');
  await expect(state(page, '盘点中')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('id')!;
  await go(page, `/admin/wms/warehouse-box/list?show=${stock.boxId}`);
  await expect(page.getByRole('complementary', { name: '详情' })).toContainText('盘点');
  await counts.cancel(id);
});

test('[S2.128][S2.129] differences are recounted by someone else, explained, reviewed by two and posted', async ({
  as,
  product,
}) => {
  const counts = await Counts.open(product.url);
  const stock = await counts.stock('坩埚', '6');
  const { id, no } = await counts.published([stock]);
  const page = await as('manager');
  await page.goto(`${COUNTS}/edit?id=${id}`);
  await expect(page.getByRole('button', { name: '提交审核' })).toBeDisabled();
  await counts.count(id, 'keeper', '5');
  await page.getByRole('button', { name: '提交审核' }).click();
  await dialog(page).getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByText('有 1 行差异超过允差，已交其他人复盘')).toBeVisible();
  await counts.count(id, 'keeper2', '5');
  const line = lines(page).getByRole('row').filter({ hasText: stock.boxCode });
  await expect(line).toContainText('−1');
  await expect(line).toContainText('缺少原因');
  await page.getByRole('button', { name: '提交审核' }).click();
  await dialog(page).getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '还不能提交' })).toContainText('第 1 行：请选择差异原因');
  await line.getByRole('button', { name: '填写原因' }).click();
  await choose(field(page, '差异原因'), '缺失');
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect(line).toContainText('缺失');
  await page.getByRole('button', { name: '提交审核' }).click();
  await dialog(page).getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByText(`盘点 ${no} 已提交`)).toBeVisible();

  const first = await as('reviewer');
  await first.goto(`${COUNTS}/audit-button?id=${id}`);
  await expect(lines(first)).toContainText('−1');
  await first.getByRole('button', { name: '批准' }).click();
  await dialog(first).getByRole('button', { name: '批准' }).click();
  await expect(first.getByText(`盘点 ${no} 已批准，待下一级审核`)).toBeVisible();
  await expect(first.getByRole('button', { name: '批准' })).toHaveCount(0);
  const second = await as('reviewer2');
  await second.goto(`${COUNTS}/audit-button?id=${id}`);
  await second.getByRole('button', { name: '批准' }).click();
  await expect(dialog(second)).toContainText('差异随即入账');
  await dialog(second).getByRole('button', { name: '批准' }).click();
  await expect(second.getByText(`盘点 ${no}：已调整`)).toBeVisible();

  await go(page, `${COUNTS}/audit-timeline?id=${id}`);
  const steps = page.getByRole('list', { name: '处理记录' }).getByRole('listitem');
  await expect(steps).toContainText(['创建', '发布', '交他人复盘', '提交', '批准', '批准', '已结束']);
  await page.getByRole('link', { name: /^CA\d+/ }).click();
  const entry = page.locator('tbody tr[data-row]').filter({ visible: true });
  await expect(entry).toHaveText([/−1/]);
  // The adjustment links to its count and to the stock history, and so does each entry.
  const wayTo = (place: Locator): Locator => place.getByRole('link', { name: no, exact: true });
  await expect(page.locator('.entry-adjustment')).toContainText(/调整单\s*CA\d+/);
  await expect(wayTo(page.locator('.entry-adjustment'))).toHaveAttribute('href', `${COUNTS}/edit?id=${id}`);
  await expect(wayTo(entry)).toHaveAttribute('href', `${COUNTS}/edit?id=${id}`);
  await entry.getByRole('link', { name: stock.boxCode }).click();
  const trail = page.getByRole('list', { name: '出入库记录' }).getByRole('listitem').first();
  await expect(trail).toContainText('−1');
  await wayTo(trail).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(no) })).toBeVisible();
});

test('[S2.130] boxes are chosen by their content, and returned to the count form', { tag: '@long' }, async ({ as, product }) => {
  const counts = await Counts.open(product.url);
  const stock = await counts.stock('漏斗', '2');
  const page = await as('manager');
  await page.goto(`${COUNTS}/edit`);
  await choose(field(page, '仓库'), '综合仓库');
  await choose(field(page, '范围'), '库位');
  await page.getByRole('button', { name: '按库存选择库位' }).click();
  await dialog(page).getByRole('searchbox').fill(counts.goods.mark);
  // Wait until stale rows are gone: header and result.
  await expect(dialog(page).getByRole('row')).toHaveCount(2);
  await dialog(page).getByRole('row').filter({ hasText: counts.goods.mark }).getByRole('checkbox').check();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/按现在的库存，共 1 个库位/)).toBeVisible();

  await page.goto(`${COUNTS}/select-productbox`);
  await page.getByRole('searchbox').fill(counts.goods.mark);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').filter({ hasText: counts.goods.mark }).getByRole('checkbox').check();
  await page.getByRole('button', { name: '盘点所选库位 (1)' }).click();
  await expect(page).toHaveURL(new RegExp(`${COUNTS}/edit\\?warehouseId=.+&boxes=${stock.boxId}`));
  await expect(page.getByText(/按现在的库存，共 1 个库位/)).toBeVisible();
});

test('[S1.15] by phone and scanner people count box by box, blind, and see what is left', async ({ as, product }) => {
  const counts = await Counts.open(product.url);
  const first = await counts.stock('容量瓶', '7');
  await counts.stock('移液管', '3');
  const second = await counts.stock('滴定管', '9');
  const { id, no } = await counts.published([first, second]);
  const page = await as('keeper', PHONE);
  await page.goto(`${COUNTS}?mine=true`);
  await page.getByRole('link', { name: no }).first().click();
  await expect(page.getByRole('heading', { name: `盘点 ${no}` })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '还有 2 行未盘' })).toBeVisible();
  const scanner = page.getByRole('textbox', { name: '扫库位标签或产品编号' });
  const line = (name: string): Locator => page.locator('.counting-line').filter({ hasText: name });
  const qty = (name: string): Locator => line(name).getByRole('textbox', { name: /实盘数量/ });

  await scanner.fill('W9-X-R1-B1');
  await scanner.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'W9-X-R1-B1 不在本次盘点范围内' })).toBeVisible();
  await scanner.fill(first.boxCode);
  await scanner.press('Enter');
  await expect(page.getByRole('region', { name: first.boxCode })).toBeVisible();
  await scanner.fill(`${counts.goods.mark}-1`);
  await scanner.press('Enter');
  await expect(qty('容量瓶')).toBeFocused();
  await expect(line('容量瓶')).not.toContainText('7 盒');
  await qty('容量瓶').fill('6a');
  await qty('容量瓶').press('Enter');
  await expect(line('容量瓶').getByRole('alert')).toBeVisible();
  await qty('容量瓶').fill('6');
  await qty('容量瓶').press('Enter');
  await expect(line('容量瓶')).toContainText('6 盒');
  await scanner.fill(second.boxCode);
  await scanner.press('Enter');
  await line('滴定管').getByRole('button', { name: '无实物（0）' }).click();
  await expect(line('滴定管')).toContainText('0 盒');
  await expect(page.getByRole('status').filter({ hasText: '您要盘的都已盘完' })).toBeVisible();

  await page.getByRole('button', { name: '登记账外货物' }).click();
  await choose(field(page, '产品'), '移液管', `${counts.goods.mark}-2`);
  await choose(field(page, '货主'), '催化化学课题组');
  await page.getByRole('textbox', { name: '批号' }).fill('B1');
  await page.getByRole('textbox', { name: '实盘数量' }).fill('2');
  await dialog(page)
    .getByRole('button', { name: /记\s*录/ })
    .click();
  await expect(line('移液管')).toContainText('2 盒');
  await expect(line('移液管')).toContainText('账外');
  await counts.cancel(id);
});

test(
  "when two count a line at once both are informed, and neither is overwritten; a blind counter does not see the other's quantity",
  { tag: '@long' },
  async ({ as, product }) => {
    const counts = await Counts.open(product.url);
    const stock = await counts.stock('烧瓶', '5');
    const { id } = await counts.published([stock], { blind: false });
    const page = await as('keeper');
    await page.goto(`${COUNTS}/count?id=${id}`);
    const line = page.locator('.counting-line').filter({ hasText: '烧瓶' });
    await line.getByRole('textbox').fill('5');
    await counts.count(id, 'keeper2', '4');
    await line.getByRole('textbox').press('Enter');
    await expect(line.getByRole('alert')).toContainText('王秀兰同时盘了这一行：4 盒');
    await line.getByRole('button', { name: '改为我的 5 盒' }).click();
    await expect(line).toContainText('5 盒');
    await expect(line.getByRole('alert')).toHaveCount(0);
    const page2 = await as('manager');
    await page2.goto(`${COUNTS}/edit?id=${id}`);
    await expect(lines(page2).getByRole('row').filter({ hasText: stock.boxCode })).toContainText('李保平');
    await counts.cancel(id);

    const blind = await counts.published([stock]);
    await page.goto(`${COUNTS}/count?id=${blind.id}`);
    await line.getByRole('textbox').fill('6');
    await counts.count(blind.id, 'keeper2', '4');
    await line.getByRole('textbox').press('Enter');
    await expect(line.getByRole('alert')).toContainText('王秀兰也盘了这一行，您的 6 盒已保留');
    await expect(line.getByRole('alert')).not.toContainText('4 盒');
    await expect(line.getByRole('button', { name: /改为我的/ })).toHaveCount(0);
    await line.getByRole('button', { name: '知道了' }).click();
    await expect(line).toContainText('6 盒');
    await page2.goto(`${COUNTS}/edit?id=${blind.id}`);
    await page2.getByText('共 2 次记录').click();
    await expect(lines(page2).getByRole('listitem')).toContainText([/王秀兰\s*4\s*盒/, /李保平\s*6\s*盒.*未采用/]);
    await counts.cancel(blind.id);
  },
);
