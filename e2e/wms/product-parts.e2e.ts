// Pictures of a product, related data next to the product list, and categories.
import { Client } from '../_client.ts';
import { go } from '../_go.ts';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';
import { png } from './_picture.ts';
import { createProduct, openProduct, rowOf, save } from './_product-form.ts';
import { LIST } from './_products.ts';

test('[S2.135] pictures are uploaded, ordered, and copied from other products in a dialog with its own address', async ({
  as,
  product,
}) => {
  const keeper = await Client.shared(product.url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const picture = await keeper.upload<{ id: string }>('/sys/fs', new Blob([png(40)], { type: 'image/png' }), 'other.png');
  const other = await createProduct(product.url, { name: unique('有图的产品'), images: [picture.body.id] });
  const own = await createProduct(product.url);
  const page = await as('manager');
  await openProduct(page, own);
  const pictures = page.locator('.form-image');
  const file = (name: string, edge: number) => ({ name, mimeType: 'image/png', buffer: png(edge) });
  await page.locator('.form-image-add input[type=file]').setInputFiles([file('a.png', 20), file('b.png', 30)]);
  await expect(pictures).toHaveCount(2);
  const second = await pictures.nth(1).getByRole('img').getAttribute('src');
  await pictures.nth(1).getByRole('button', { name: '设为封面' }).click();
  await expect(pictures.nth(0).getByRole('img')).toHaveAttribute('src', second!);
  await page
    .locator('.form-image-add input[type=file]')
    .setInputFiles([{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }]);
  await expect(page.getByText(/上传失败.*PNG/)).toBeVisible();

  await page.getByRole('link', { name: '从其他产品选择图片…' }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}/image-insert\\?id=${own.id}`));
  const window = page.getByRole('dialog', { name: '插入图片' });
  await window.getByLabel('按产品名称、编号或 CAS 号查找').fill(other.code);
  await window.getByRole('button', { name: /有图的产品/ }).click();
  await window.locator('input[type=file]').setInputFiles([file('c.png', 50)]);
  await window.getByRole('button', { name: '插入 2 张' }).click();
  await expect(page).toHaveURL(new RegExp(`/edit\\?id=${own.id}`));
  await expect(pictures).toHaveCount(4);
  await pictures.nth(1).getByRole('button', { name: '移除图片 2' }).click();
  await save(page);
  await expect(page.getByText('修改成功。')).toBeVisible();
  const saved = await keeper.get<{ images: string[] }>(`/wms/product/${own.id}`);
  expect(saved.body.images).toHaveLength(3);
  expect(second).toContain(saved.body.images[0]);

  // The address alone opens the dialog over its product; closing it leaves the form.
  await page.goto(`${LIST}/image-insert?id=${own.id}`);
  await expect(window).toBeVisible();
  await window.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(new RegExp(`/edit\\?id=${own.id}`));
  await expect(pictures).toHaveCount(3);

  // [F-E10] A missing file does not lead to a JSON response.
  await page.route('**/api/sys/fs/**', (route) => route.fulfill({ status: 410, json: { code: 'FILE_LOST' } }));
  await go(page, `${LIST}?show=${own.id}`);
  await expect(page.locator('.product-images').getByText('图片无法显示')).toHaveCount(3);
  await expect(page.locator('.product-images').getByRole('link')).toHaveCount(0);
});

test('[S1.12] categories are managed in a drawer of the product list', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  await page.goto(LIST);
  await page.getByRole('button', { name: '管理分类' }).click();
  const drawer = page.getByRole('dialog', { name: '产品分类' });
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('分类编号') });
  const [parent, child] = [unique('CAT'), unique('CAT')];
  await drawer.getByRole('button', { name: '新建分类' }).click();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('该字段不能为空')).toHaveCount(2);
  await form.getByLabel('分类编号').fill(parent);
  await form.getByLabel('名称', { exact: true }).fill(`大类 ${parent}`);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  const line = drawer.getByRole('row', { name: `大类 ${parent}` });
  await line.getByRole('button', { name: '新建下级' }).click();
  await form.getByLabel('分类编号').fill(child);
  await form.getByLabel('名称', { exact: true }).fill(`小类 ${child}`);
  await form.getByLabel('名称', { exact: true }).press('Control+Enter');
  const below = drawer.getByRole('row', { name: `小类 ${child}` });
  await expect(below).toBeVisible();
  await expect(line.getByRole('button', { name: '删除' })).toBeDisabled();

  await below.getByRole('button', { name: `小类 ${child}`, exact: true }).click();
  await form.getByLabel('英文名').fill('Small class');
  await form.getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  await expect(form.getByLabel('英文名')).toHaveValue('Small class');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功。')).toBeVisible();

  for (const gone of [below, line]) {
    await gone.getByRole('button', { name: '删除' }).click();
    await expect(page.getByRole('dialog').filter({ hasText: '确认要删除此数据吗？' })).toBeVisible();
    await page.getByRole('dialog').filter({ hasText: '确认要删除此数据吗？' }).getByRole('button', { name: '删除' }).click();
    await expect(gone).toHaveCount(0);
  }
});

test('the list shows names of grade, unit and conditions, not their codes', { tag: '@long' }, async ({ as, product }) => {
  const own = await createProduct(product.url, { grade: 'AR', conditionsRequired: ['DARK', 'DRY'] });
  const page = await as('manager');
  await page.goto(LIST);
  await (await rowOf(page, own.code)).click();
  const detail = page.getByRole('complementary', { name: '详情' });
  const fact = (name: string) =>
    detail
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  await expect(fact('级别')).toHaveText('分析纯');
  await expect(fact('基本单位')).toHaveText('瓶');
  await expect(fact('存放条件')).toHaveText('避光, 干燥');
});
