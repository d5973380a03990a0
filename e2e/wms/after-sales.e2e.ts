// After-sales: a complaint with a picture is discussed, decided and executed, on desktop and phone.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { expect, PHONE, test } from '../_world.ts';
import { Goods } from './_goods.ts';
import { png } from './_picture.ts';

const detail = (page: Page): Locator => page.getByRole('complementary', { name: '详情' });
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });

test('[S1.14][S2.36][S2.120][S2.121][S2.122][S6.20] damage is reported on a phone, discussed, decided on desktop, and becomes a document', async ({
  as,
  product,
}) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product('量杯'), '4');
  const phone = await as('teacher', { group: '催化化学课题组', ...PHONE });
  await phone.goto(`/teacher/wms/product-box/list?show=${stock.id}`);
  await phone.getByRole('link', { name: '申请售后' }).click();
  await expect(phone).toHaveURL(/after-sales\/edit\?productBoxId=/);
  await choose(phone.getByRole('combobox', { name: '类型' }), '破损');
  await expect(phone.getByText('最多 4 盒')).toBeVisible();
  await phone.getByRole('textbox', { name: '数量' }).fill('1');
  await phone.getByRole('textbox', { name: '情况说明' }).fill('开箱时杯口已碎');
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '破损.png', mimeType: 'image/png', buffer: png(30) });
  await expect(phone.getByRole('img', { name: '图片 1' })).toBeVisible();
  await phone.getByRole('button', { name: '保存', exact: true }).click();
  await expect(phone).toHaveURL(/after-sales(\?|$)/);
  await phone.getByRole('list', { name: '售后', exact: true }).getByRole('link', { name: goods.mark }).click();
  await detail(phone).getByRole('button', { name: '提交' }).click();
  await expect(detail(phone).getByText('审核中')).toBeVisible();

  const desk = await as('manager');
  await desk.goto(`/admin/wms/after-sales?q=${goods.mark}`);
  await expect(rows(desk)).toContainText('审核中');
  await rows(desk).click();
  await expect(detail(desk).getByText('开箱时杯口已碎')).toBeVisible();
  await detail(desk).getByRole('textbox', { name: '写留言' }).fill('已核实，同意报损');
  await detail(desk).getByRole('button', { name: '发送' }).click();
  await expect(detail(desk).getByText('已核实，同意报损')).toBeVisible();
  await expect(detail(phone).getByText('已核实，同意报损'), 'the open page is updated live').toBeVisible();

  const stocked = await as('keeper');
  await stocked.goto(`/admin/wms/product-box/list?productId=${stock.productId}&show=${stock.id}`);
  await expect(rows(stocked)).toContainText('售后中');
  await expect(stocked.getByRole('link', { name: /^AS\d+/ }), 'what holds it').toBeVisible();

  await detail(desk).getByRole('link', { name: '单独打开' }).click();
  await expect(desk).toHaveURL(/after-sales\/audit-button\?id=/);
  await desk.getByRole('button', { name: '同意', exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByTitle('报损处置')).toBeVisible();
  await dialog.getByRole('button', { name: '同意', exact: true }).click();
  await expect(desk.getByText('处理中').filter({ visible: true }).first()).toBeVisible();
  const link = desk.getByRole('link', { name: /^OUT\d+/ });
  await link.click();
  await expect(desk.getByRole('link', { name: /^AS\d+/ }), 'the document names its case').toBeVisible();
  const { body } = await goods.owner.get<{ list: { qty: string; reserved: string }[] }>(
    `/wms/product-box?productId=${stock.productId}`,
  );
  expect(body.list[0], 'nothing has left before a storekeeper carries it out').toMatchObject({ qty: '4', reserved: '1' });
});

test('[S1.14] a case is opened from a document, returned and cancelled', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product('烧瓶'), '4');
  const no = await goods.collect(stock, '2');
  const { body: found } = await goods.owner.get<{ id: string }>(`/wms/transaction/by-no/${no}`);
  const page = await as('teacher', { group: '催化化学课题组' });
  await page.goto(`/teacher/wms/transaction/transaction-record?id=${found.id}`);
  await page.getByRole('link', { name: '申请售后' }).click();
  await expect(page.getByText(`${no} · `)).toBeVisible();
  await page.getByRole('textbox', { name: '数量' }).fill('3');
  await page.getByRole('textbox', { name: '情况说明' }).fill('规格不符');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('最多可以申请 2 盒')).toBeVisible();
  await page.getByRole('textbox', { name: '数量' }).fill('2');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/after-sales(\?|$)/);
  const row = rows(page).filter({ hasText: goods.mark });
  await expect(row).toContainText('收回入库');
  await row.getByRole('button', { name: '提交' }).click();
  await expect(row).toContainText('审核中');

  const desk = await as('manager');
  await desk.goto(`/admin/wms/after-sales?q=${goods.mark}`);
  await rows(desk).getByRole('button', { name: '退回' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(dialog.getByText('请填写意见')).toBeVisible();
  await dialog.getByRole('textbox', { name: '意见' }).fill('请说明规格');
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(rows(desk)).toContainText('已退回');
  await expect(row).toContainText('已退回');
  await row.getByRole('button', { name: '取消售后' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '意见' }).fill('不再需要');
  await page.getByRole('dialog').getByRole('button', { name: '取消售后' }).click();
  await expect(row).toContainText('已取消');
});
