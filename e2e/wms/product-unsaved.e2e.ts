// Input survives concurrent edits, leaving, and reloads.
import { expect, test } from '../_world.ts';
import { field, createProduct, openProduct, rowOf, save } from './_product-form.ts';
import { LIST } from './_products.ts';

test("[S2.229] of two concurrent editors the second sees the first one's changes, and keeps their own", async ({
  as,
  product,
}) => {
  const own = await createProduct(product.url);
  const [first, second] = [await as('manager'), await as('keeper')];
  for (const page of [first, second]) await openProduct(page, own);
  await field(first, '品牌').fill('国药');
  await save(first);
  await expect(first.getByText('修改成功。')).toBeVisible();

  await field(second, '备注').fill('第二个人的话');
  await save(second);
  const dialog = second.getByRole('dialog', { name: '此记录已被他人修改' });
  await expect(dialog.getByRole('row', { name: /品牌/ })).toContainText('国药');
  await dialog.getByRole('button', { name: '保留我的修改' }).click();
  await expect(field(second, '品牌')).toHaveValue('国药');
  await expect(field(second, '备注')).toHaveValue('第二个人的话');
  await save(second);
  await expect(second.getByText('修改成功。')).toBeVisible();

  await openProduct(first, own);
  await expect(field(first, '备注')).toHaveValue('第二个人的话');
  await expect(field(first, '品牌')).toHaveValue('国药');
});

test(
  '[S2.229] unsaved changes prompt a question on cancelling and on closing the tab',
  { tag: '@long' },
  async ({ as, product }) => {
    const own = await createProduct(product.url);
    const page = await as('manager');
    await page.goto(LIST);
    await (await rowOf(page, own.code)).click();
    await page.getByRole('link', { name: '编辑' }).last().click();
    await field(page, '备注').fill('还没有保存');
    await expect(page.locator('.form-bar').getByText('有未保存的修改')).toBeVisible();
    const question = page.getByRole('dialog').filter({ hasText: '现在离开，这些修改会丢失。' });
    const stay = async (): Promise<void> => {
      await question.getByRole('button', { name: '继续编辑' }).click();
      await expect(question).toBeHidden();
      await expect(field(page, '备注')).toHaveValue('还没有保存');
      await expect(page).toHaveURL(/\/edit\?id=/);
    };
    await page.getByRole('button', { name: '取消', exact: true }).click();
    await stay();
    await page
      .getByRole('button', { name: `关闭${await page.getByRole('heading', { level: 1 }).filter({ visible: true }).innerText()}` })
      .click();
    await stay();

    await page.getByRole('button', { name: '取消', exact: true }).click();
    await question.getByRole('button', { name: '放弃修改' }).click();
    await expect(page).not.toHaveURL(/\/edit/);
    await openProduct(page, own);
    await expect(field(page, '备注')).toHaveValue('');
  },
);

test('[S2.229] input survives a reload, until it is saved or discarded', { tag: '@long' }, async ({ as, product }) => {
  const own = await createProduct(product.url);
  const page = await as('manager');
  await openProduct(page, own);
  await field(page, '备注').fill('写到一半');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible();
  await expect(field(page, '备注')).toHaveValue('写到一半');
  await page.getByRole('button', { name: '放弃，载入已保存的内容' }).click();
  await expect(field(page, '备注')).toHaveValue('');
  await expect(page.locator('.form-bar').getByText('有未保存的修改')).toBeHidden();
});

test('[F-E6] unsaved storage rules survive a reload', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  await page.goto('/admin/wms/storage-rule');
  const changed = page.getByText('规则已改，未保存');
  await page.locator('.storage-matrix table').getByRole('button').first().click();
  await expect(changed).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible();
  await expect(changed).toBeVisible();
  await page.getByRole('button', { name: '放弃更改' }).click();
  await expect(changed).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.storage-matrix table').getByRole('button').first()).toBeVisible();
  await expect(changed).toHaveCount(0);
});
