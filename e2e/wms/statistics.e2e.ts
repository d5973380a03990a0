// Statistics: from the menu to a figure and its entries; pinned figures come first; the wall display shows the same.
import { makePerson } from '../_person.ts';
import { expect, test } from '../_world.ts';
import { Goods } from './_goods.ts';

const PAGE = '/admin/wms/statistics';

test('[S2.32][S2.140][S6.17] a figure links to its entries, and a pinned one comes first', async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  await goods.deposit(await goods.product('称量瓶'), '4');
  const page = await as(await makePerson(product, 'manager'));
  await page.goto('/admin/wms/product');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: '仓库管理' }).click();
  await menu.getByRole('link', { name: '统计报表' }).click();
  const flow = page.getByRole('region', { name: '出入库', exact: true });
  await expect(flow.getByText('入库', { exact: true }).first()).toBeVisible();
  await flow.getByRole('combobox', { name: '按', exact: true }).selectOption('product');
  await flow.getByRole('combobox', { name: '指标' }).selectOption('entries');
  const row = flow.getByRole('row').filter({ hasText: goods.mark });
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}/entry\\?.*productId=`));
  await expect(page.locator('tbody tr[data-row]').filter({ visible: true })).toHaveCount(1);
  await page.goBack();
  await page.getByRole('button', { name: '置顶：库位使用' }).click();
  await expect(page.locator('.stat-section h2').first()).toHaveText('库位使用');
  await page.reload();
  await expect(page.locator('.stat-section h2').first()).toHaveText('库位使用');
  await page.getByRole('button', { name: '置顶：库位使用' }).click();
});

test('printed statistics say what they are of, with tables unfolded and bars in ink', async ({ as }) => {
  const page = await as('manager');
  await page.goto(`${PAGE}?from=2026-01-01&to=2026-12-31&by=month&control=NONE`);
  const flow = page.getByRole('region', { name: '出入库', exact: true });
  await expect(flow.getByText('以表格查看')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const head = page.locator('.stat-printed');
  await expect(head).toContainText('期间 2026-01-01 – 2026-12-31');
  await expect(head).toContainText('管控类别非管控');
  await expect(head).toContainText(/郑建国 · 打印于 \d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
  await expect(flow.getByText('以表格查看')).toBeHidden();
  await expect(flow.getByRole('table')).toBeVisible();
  expect((await flow.getByRole('table').boundingBox())!.height).toBeGreaterThan(50);
  await expect(page.locator('td[data-bar]').first()).toHaveCSS('print-color-adjust', 'exact');
  await page.emulateMedia({ media: null });
});

test('[S2.141] the wall display shows large figures without the frame, and leads back', async ({ as }) => {
  const page = await as('manager');
  await page.goto(PAGE);
  await page.getByRole('link', { name: '打开大屏' }).click();
  await expect(page).toHaveURL(`${PAGE}/index02`);
  await expect(page.getByRole('heading', { name: '统计大屏' })).toBeVisible();
  await expect(page.getByText(/^数据时间 \d{4}-/)).toBeVisible();
  await expect(page.getByRole('slider', { name: '近 30 天出入库（笔）' })).toBeVisible();
  await page.getByRole('link', { name: '退出大屏' }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}(\\?|$)`));
});
