// The ledger and the storage space in use, both consistent with stock.
import { readFile } from 'node:fs/promises';
import { LEDGER_CHECKS } from '@kuwei/contract/wms/product-box';
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { readXlsxObjects } from 'hucre/xlsx';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { Goods } from './_goods.ts';

const CATALYSIS = { group: '催化化学课题组' };
/** Rows of the current page: background pages keep theirs. */
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });

test('[S3.54] entries are filtered by document, paged, and exported as a workbook', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product(), '10');
  const first = await goods.collect(stock, '1');
  await goods.collect(stock, '2');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`/teacher/wms/product-box/list?show=${stock.id}`);
  await page.getByRole('link', { name: '在台账中查看' }).click();
  await expect(page.getByRole('heading', { name: '台账', level: 1 })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('−2 盒');
  await expect(rows(page).first()).toContainText('7 盒');
  await expect(page.getByRole('row', { name: /本页合计/ })).toContainText('+7 盒');
  await expect(page.getByRole('search').filter({ visible: true })).toContainText(goods.mark);

  await page.goto(`/teacher/wms/ledger?productBoxId=${stock.id}&size=2`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: '更早' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('入库');
  await page.getByRole('button', { name: '最新' }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.goto(`/teacher/wms/ledger?q=${first}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('−1 盒');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const { data } = await readXlsxObjects(await readFile(await (await download).path()));
  expect(data.map((row) => [row['类型'], String(row['变动数量']), String(row['变动后数量'])])).toEqual([['出库', '-1', '9']]);
});

test('[S3.54] a permitted user runs the proof that stock is the sum of the ledger', async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  await goods.deposit(await goods.product(), '10');
  const page = await as('manager');
  await page.goto('/admin/wms/ledger');
  await page.getByRole('button', { name: '账实核对' }).click();
  const dialog = page.getByRole('dialog', { name: '账实核对' });
  await dialog.getByRole('button', { name: '全部核对' }).click();
  const whole = dialog.getByRole('region', { name: '全部核对' });
  await expect(whole.getByText('账实相符')).toBeVisible();
  await whole.getByText('各项检查').click();
  await expect(dialog.getByRole('row').filter({ hasText: '通过' })).toHaveCount(LEDGER_CHECKS.length);
  await expect(dialog.getByRole('row').filter({ hasText: '库存数量等于台账累计' })).toContainText('通过');
  await dialog.getByRole('button', { name: '核对新增记录' }).click();
  await expect(dialog.getByText('账实相符').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const owner = await as('teacher', CATALYSIS);
  await owner.goto('/teacher/wms/ledger');
  await expect(rows(owner).first()).toBeVisible();
  await expect(owner.getByRole('button', { name: '账实核对' })).toHaveCount(0);
});

test('[S2.139, S3.58] space by product and by place adds up to the stock, and links there', async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  // The first deposit fits into one box; the next may be split over what is left.
  const stock = await goods.deposit(productId, '6', 'S2');
  await goods.deposit(productId, '10', 'S1', '2031-02-03');
  await goods.reserve(stock, '4');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`/teacher/wms/product-space?q=${goods.mark}`);
  const row = rows(page);
  await expect(row).toHaveCount(1);
  for (const text of ['16 盒', '4 盒', '12 盒', '8 L', '1.6 kg', '2031-02-03']) await expect(row).toContainText(text);
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/teacher/wms/product-box/list\\?.*productId=${productId}`));
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('search').filter({ visible: true })).toContainText(goods.mark);
  await expect(page.getByRole('row', { name: /本页合计/ })).toContainText('16 盒');

  await go(page, `/teacher/wms/product-space?productId=${productId}`);
  await page.getByRole('button', { name: '按位置' }).click();
  await expect(page).toHaveURL(/by=place/);
  await expect(page.getByRole('row', { name: /本页合计/ })).toContainText('8 L');
  const place = rows(page).first();
  await expect(place.getByRole('img')).toHaveAttribute('aria-label', /本组织 .* L，其他 .* L，剩余 .* L，容量 .* L/);
  await place.click();
  await expect(page).toHaveURL(/product-box\/list\?.*containerId=/);
  await expect(rows(page).first()).toBeVisible();
});

test(
  "[S2.139, S3.58] the warehouse sees the space of every owner, and drills down to one's stock",
  { tag: '@long' },
  async ({ as, product }) => {
    const goods = await Goods.open(product.url);
    await goods.deposit(await goods.product(), '3');
    const page = await as('manager');
    await page.goto(`/admin/wms/product-space?q=${goods.mark}`);
    await expect(rows(page)).toContainText('催化化学课题组');
    await rows(page).click();
    await expect(page).toHaveURL(/\/admin\/wms\/product-box\/list\?.*ownerOrgId=/);
    await expect(page.getByRole('search').filter({ visible: true })).toContainText('催化化学课题组');
    await expect(rows(page)).toContainText('3 盒');
  },
);

test("[S2.139] the warehouse sets, changes and removes an owner's quota", { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  await page.goto('/admin/wms/product-space');
  const window = page.getByRole('dialog');
  await page.getByRole('button', { name: '存放配额' }).click();
  await window.getByRole('button', { name: '设置配额' }).click();
  await window.getByRole('button', { name: '保存' }).click();
  await expect(window.getByText('该字段不能为空')).toHaveCount(2);
  await choose(window.getByLabel('所属组织'), '生物');
  await choose(window.getByLabel('仓库'), '综合仓库');
  await window.getByLabel('库位上限').fill('0');
  await window.getByRole('button', { name: '保存' }).click();
  await expect(window.getByText(/介于1到/)).toBeVisible();
  await window.getByLabel('库位上限').fill('900');
  await window.getByLabel('体积上限').fill('12000.5');
  await window.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功。')).toBeVisible();
  const row = window.getByRole('row', { name: /生物.*综合仓库/ });
  await expect(row).toContainText('/ 900');
  await expect(row).toContainText('/ 12,000.5');

  await window.getByRole('searchbox').fill('生物');
  await row.getByRole('button', { name: /修改/ }).click();
  await window.getByLabel('库位上限').fill('');
  await window.getByLabel('体积上限').fill('');
  await window.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('修改成功。')).toBeVisible();
  await expect(row).toHaveCount(0);

  const owner = await as('teacher', CATALYSIS);
  await owner.goto('/teacher/wms/product-space');
  await expect(owner.getByRole('heading', { name: '存储空间', level: 1 })).toBeVisible();
  await expect(owner.getByRole('button', { name: '存放配额' })).toHaveCount(0);
});
