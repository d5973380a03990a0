// Validation of the product form, by mouse, by keyboard and on a phone.
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';
import { expect, PHONE, test } from '../_world.ts';
import { boxOf, field, fillIn, createProduct, openNew, openProduct, rowOf, save, expectMessage } from './_product-form.ts';
import { LIST } from './_products.ts';

test('[S1.12] [S2.134] [S5.18] [F-U5] a product is created once every field is valid; each error is at its field', async ({
  as,
}) => {
  const page = await as('manager');
  await openNew(page);
  await save(page);
  for (const label of ['产品编号', '名称', '分类', '基本单位']) await expectMessage(page, label, '该字段不能为空');
  await expect(page.getByText('有 4 处需要修改')).toBeVisible();
  await expect(field(page, '产品编号')).toBeFocused();

  const code = unique('E2E');
  await fillIn(page, `${code} x`, '氯化钾');
  await expectMessage(page, '产品编号', /只能使用大写字母/);
  await field(page, '产品编号').fill(code.toLowerCase());
  await expect(field(page, '产品编号')).toHaveValue(code);
  // An incomplete number is no error before its field is left.
  await field(page, '参考单价（元）').fill('十二元');
  await field(page, '参考单价（元）').blur();
  await expectMessage(page, '参考单价（元）', /必须是不小于 0 的数/);
  await field(page, '参考单价（元）').fill('１２,5');
  await field(page, '参考单价（元）').blur();
  await expect(field(page, '参考单价（元）')).toHaveValue('12.5');
  await field(page, '保质期（天）').fill('三十');
  await field(page, '保质期（天）').blur();
  await expectMessage(page, '保质期（天）', '必须为数字格式');
  await field(page, '保质期（天）').fill('40000');
  await expectMessage(page, '保质期（天）', '必须介于1到36500之间');
  await field(page, '保质期（天）').fill('365');

  await page.getByRole('button', { name: '添加一行' }).click();
  const row = page.getByRole('group', { name: '第 1 行' });
  await choose(row.getByLabel('单位', { exact: true }), '箱');
  await row.getByLabel('含基本单位数').fill('0');
  await expect(row.getByText('必须大于 0')).toBeVisible();
  await row.getByLabel('含基本单位数').fill('20');
  await row.getByLabel('商品条码（GTIN）').fill('6901234567893');
  await field(page, 'CAS 号').fill('7447-40-8');

  // The server checks what spans several fields, one at a time.
  await save(page);
  await expectMessage(page, 'CAS 号', /7447-40-8/);
  await expect(field(page, 'CAS 号')).toBeFocused();
  await field(page, '英文名').focus();
  await expectMessage(page, 'CAS 号', /7447-40-8/);
  await field(page, 'CAS 号').fill('7447-40-7');
  await expect(boxOf(page, 'CAS 号').getByText(/7447-40-8/)).toBeHidden();
  await save(page);
  await expect(row.getByText(/6901234567893/)).toBeVisible();
  await row.getByLabel('商品条码（GTIN）').fill('6901234567892');
  await save(page);
  await expect(page.getByText('保存成功。')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}($|\\?)`));
  await expect(await rowOf(page, code)).toContainText('氯化钾');
});

test('[S5.18] a duplicate code is rejected at its field, and no input is lost', { tag: '@long' }, async ({ as, product }) => {
  const other = await createProduct(product.url);
  const page = await as('manager');
  await openNew(page);
  await fillIn(page, other.code, '重复的编号');
  await save(page);
  await expectMessage(page, '产品编号', new RegExp(other.code));
  await expect(field(page, '产品编号')).toBeFocused();
  await expect(field(page, '名称')).toHaveValue('重复的编号');
});

test('[S2.229] save and create another keeps the shared values in a new form', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  await openNew(page);
  const codes = [unique('NEXT'), unique('NEXT')];
  await fillIn(page, codes[0]!, '第一个');
  await page.getByRole('button', { name: '保存并新建下一个' }).click();
  await expect(page.getByText('保存成功。')).toBeVisible();
  await expect(field(page, '产品编号')).toHaveValue('');
  await expect(field(page, '产品编号')).toBeFocused();
  await field(page, '产品编号').fill(codes[1]!);
  await field(page, '名称').fill('第二个');
  await save(page);
  for (const code of codes) await expect(await rowOf(page, code)).toContainText('无机盐');
});

test(
  '[S1.12] hazard statements are chosen by pictogram; the label elements follow',
  { tag: '@long' },
  async ({ as, product }) => {
    const own = await createProduct(product.url);
    const page = await as('manager');
    await openProduct(page, own);
    await page.getByRole('button', { name: 'GHS02 易燃' }).click();
    await page.getByRole('checkbox', { name: /H225 高度易燃液体和蒸气/ }).check();
    await expect(page.getByText('标签要素')).toContainText('危险');
    await field(page, '危险性说明（H 码）').fill('H319 ');
    await save(page);
    await expect(page.getByText('修改成功。')).toBeVisible();
    const keeper = await Client.signIn(product.url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
    const saved = await keeper.get<{ hCodes: string[]; pictograms: string[] }>(`/wms/product/${own.id}`);
    expect(saved.body).toMatchObject({ hCodes: ['H225', 'H319'], pictograms: ['GHS02', 'GHS07'] });
  },
);

test('[S2.229] a product is created by keyboard alone', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  await openNew(page);
  const code = unique('KEYS');
  await field(page, '产品编号').focus();
  await page.keyboard.type(code);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('无机盐');
  const options = page.locator('.ant-select-dropdown:visible');
  // Categories may still be loading: Enter selects what is visible.
  await expect(options.getByTitle('无机盐', { exact: true })).toBeVisible();
  await expect(options.getByTitle('有机溶剂', { exact: true })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(options).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(field(page, '名称')).toBeFocused();
  await page.keyboard.type('键盘');
  await field(page, '基本单位').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('瓶');
  await page.keyboard.press('Enter');
  await expect(options).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('保存成功。')).toBeVisible();
  await expect(page).toHaveURL(/\/edit\?id=/);
  await field(page, '备注').focus();
  await page.keyboard.type('一行');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('修改成功。')).toBeVisible();
  await expect(await rowOf(page, code)).toContainText('键盘');
});

test('[S2.134] on a phone the form has one column, and its buttons stay in reach', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager', PHONE);
  await openNew(page);
  const saveButton = page.getByRole('button', { name: '保存', exact: true });
  await expect(saveButton).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [code, kind] = [await field(page, '产品编号').boundingBox(), await field(page, '名称').boundingBox()];
  expect(code!.x).toBeCloseTo(kind!.x, 0);
  await saveButton.tap();
  await expectMessage(page, '产品编号', '该字段不能为空');
  const name = unique('PHONE');
  await fillIn(page, name, '手机上的产品');
  await saveButton.tap();
  await expect(page.getByText('保存成功。')).toBeVisible();
});

test('the hazard data of a product with the same CAS number fill empty fields only', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  await openNew(page);
  await field(page, 'UN 编号').fill('1993');
  await field(page, 'CAS 号').fill('75058');
  await field(page, 'CAS 号').blur();
  await page.getByRole('button', { name: '填入空白项' }).click();
  await expect(field(page, '分子式')).toHaveValue('C2H3N');
  await expect(field(page, 'UN 编号')).toHaveValue('1993');
  await expect(page.getByRole('button', { name: '填入空白项' })).toBeHidden();
  await expect(page.getByText('有未保存的修改')).toBeVisible();
});
