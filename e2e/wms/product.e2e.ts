// Products and their categories, as the warehouse keeps them: the forms, in a browser, against the running product.
import type { Locator, Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { expect, test } from '../_world.ts';
import { png } from './_picture.ts';

const LIST = '/admin/wms/product';
const EDIT = `${LIST}/edit`;
const ENGLISH_SPEAKER = 'keeper2';

let count = 0;
const unique = (prefix: string): string => `${prefix}-${Date.now().toString(36)}${count++}`.toUpperCase();

interface Made {
  id: string;
  code: string;
  rev: number;
}

/** A product of the test's own, made without the browser. */
async function made(url: string, more: Record<string, unknown> = {}): Promise<Made> {
  const keeper = await Client.signIn(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const categories = await keeper.get<{ id: string; code: string }[]>('/wms/category');
  const categoryId = categories.body.find(({ code }) => code === 'SALT')!.id;
  const body = { code: unique('T'), name: '测试盐', kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE', ...more };
  return (await keeper.post<Made>('/wms/product', body)).body;
}

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
const boxOf = (page: Page, label: string): Locator =>
  page.locator('.form-field').filter({ has: page.getByLabel(label, { exact: true }) });
/** What stands under a field. */
const says = (page: Page, label: string, text: string | RegExp): Promise<void> =>
  expect(boxOf(page, label).getByText(text)).toBeVisible();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

async function openNew(page: Page): Promise<void> {
  await page.goto(EDIT);
  await expect(page.getByRole('heading', { name: '新建产品' })).toBeVisible();
}

async function openProduct(page: Page, { id }: Made): Promise<void> {
  await page.goto(`${EDIT}?id=${id}`);
  await expect(field(page, '产品编号')).toBeVisible();
}

/** What a product cannot do without. */
async function fillIn(page: Page, code: string, name: string): Promise<void> {
  await field(page, '产品编号').fill(code);
  await field(page, '名称').fill(name);
  await choose(page, '分类', '无机盐');
  await choose(page, '基本单位', '瓶');
}

const save = (page: Page): Promise<void> => page.getByRole('button', { name: '保存', exact: true }).click();

/** Its row in the list, found by its code. */
async function rowOf(page: Page, code: string): Promise<Locator> {
  await expect(page).not.toHaveURL(/\/edit/);
  await page.getByPlaceholder(/CAS/).fill(code);
  await expect(page).toHaveURL(/q=/);
  return page.getByRole('row').filter({ hasText: code });
}

/** The account keeps the language: whoever comes next finds it as it was. */
async function inEnglish(page: Page, url: string, work: () => Promise<void>): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Product' }).first()).toBeVisible();
  try {
    await work();
  } finally {
    const account = await Client.signIn(url, ENGLISH_SPEAKER, 'ROLE_WAREHOUSE_ADMIN');
    await account.put('/auth/biz/user/by-me/setting/ui.locale', { value: 'zh' });
  }
}

async function fillInEnglish(page: Page, code: string, name: string): Promise<void> {
  await page.goto(EDIT);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await choose(page, 'Category', 'Salts');
  await choose(page, 'Base unit', 'bottle');
}

test('[S1.12] [S2.134] [S5.18] a product is created once every field is right; each refusal stands at its field', async ({
  as,
}) => {
  const page = await as('manager');
  await openNew(page);
  await save(page);
  for (const label of ['产品编号', '名称', '分类', '基本单位']) await says(page, label, '该字段不能为空');
  await expect(page.getByText('有 4 处需要修改')).toBeVisible();
  await expect(field(page, '产品编号')).toBeFocused();

  const code = unique('E2E');
  await fillIn(page, `${code} x`, '氯化钾');
  await says(page, '产品编号', /只能使用大写字母/);
  await field(page, '产品编号').fill(code.toLowerCase());
  await expect(field(page, '产品编号')).toHaveValue(code);
  await field(page, '参考单价（元）').fill('12,5');
  await says(page, '参考单价（元）', /必须是不小于 0 的数/);
  await field(page, '参考单价（元）').fill('1,234.50');
  await expect(field(page, '参考单价（元）')).toHaveValue('1234.50');
  await field(page, '保质期（天）').fill('三十');
  await says(page, '保质期（天）', '必须为数字格式');
  await field(page, '保质期（天）').fill('40000');
  await says(page, '保质期（天）', '必须介于1到36500之间');
  await field(page, '保质期（天）').fill('365');

  await page.getByRole('button', { name: '添加一行' }).click();
  const row = page.getByRole('group', { name: '第 1 行' });
  await row.getByLabel('单位', { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('箱', { exact: true }).click();
  await row.getByLabel('含基本单位数').fill('0');
  await expect(row.getByText('必须大于 0')).toBeVisible();
  await row.getByLabel('含基本单位数').fill('20');
  await row.getByLabel('商品条码（GTIN）').fill('6901234567893');
  await field(page, 'CAS 号').fill('7447-40-8');

  // The server looks at what no single field shows, one after the other.
  await save(page);
  await says(page, 'CAS 号', /7447-40-8/);
  await expect(field(page, 'CAS 号')).toBeFocused();
  await field(page, '英文名').focus();
  await says(page, 'CAS 号', /7447-40-8/);
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

test('[S5.18] a code that is taken is refused at its field, and nothing typed is lost', async ({ as, product }) => {
  const other = await made(product.url);
  const page = await as('manager');
  await openNew(page);
  await fillIn(page, other.code, '重复的编号');
  await save(page);
  await says(page, '产品编号', new RegExp(other.code));
  await expect(field(page, '产品编号')).toBeFocused();
  await expect(field(page, '名称')).toHaveValue('重复的编号');
});

test('[S2.229] [S8.15] [S8.16] [S8.17] [S8.18] saving, changing and deleting say so in the fixed words', async ({
  as,
  product,
}) => {
  const page = await as(ENGLISH_SPEAKER);
  await inEnglish(page, product.url, async () => {
    const code = unique('EN');
    await fillInEnglish(page, code, 'Potassium chloride');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Success to save.', { exact: true })).toBeVisible();

    await (await rowOf(page, code)).click();
    await page.getByRole('link', { name: 'Edit' }).last().click();
    await expect(page).toHaveURL(/\/edit\?id=/);
    await page.getByLabel('Brand', { exact: true }).fill('Sinopharm');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Success to modify.', { exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/\/edit/);

    await (await rowOf(page, code)).click();
    await page.getByRole('link', { name: 'Edit' }).last().click();
    await expect(page.getByLabel('Brand', { exact: true })).toHaveValue('Sinopharm');
    const remove = page.locator('.form-bar').getByRole('button', { name: 'Delete' });
    await remove.click();
    const question = page.getByRole('dialog').filter({ hasText: 'Delete this record?' });
    await expect(question).toContainText('Potassium chloride');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code);
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Success to delete.', { exact: true })).toBeVisible();
    await expect(await rowOf(page, code)).toHaveCount(0);
  });
});

test('[S8.18] deleting asks 确认要删除此数据吗？; what has stock says that it cannot be deleted', async ({ as, product }) => {
  const page = await as('manager');
  const own = await made(product.url);
  await openProduct(page, own);
  await page.locator('.form-bar').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: '确认要删除此数据吗？' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page, '产品编号')).toHaveValue(own.code);

  const keeper = await Client.signIn(product.url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const { body } = await keeper.get<{ list: Made[] }>('/wms/product?q=C-ETHANOL');
  await openProduct(page, body.list[0]!);
  await expect(page.locator('.form-bar').getByRole('button', { name: '删除' })).toBeDisabled();
  await expect(page.getByText('有库存的产品不能删除，可以停用')).toBeVisible();
});

test('[S8.12] [S8.13] [S8.14] what the server cannot do now is said in the fixed words, and all that was typed stays', async ({
  as,
  product,
}) => {
  const page = await as(ENGLISH_SPEAKER);
  await inEnglish(page, product.url, async () => {
    const own = await made(product.url);
    const failing = { status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
    await page.goto(`${EDIT}?id=${own.id}`);
    await page.getByLabel('Remark', { exact: true }).fill('kept');
    await page.route('**/api/wms/product/*', (route) =>
      ['PUT', 'DELETE'].includes(route.request().method()) ? route.fulfill(failing) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Failed to modify data. Please try again later.')).toBeVisible();
    await expect(page.getByLabel('Remark', { exact: true })).toHaveValue('kept');
    await page.locator('.form-bar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Failed to delete data. Please try again later.')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Success to modify.')).toBeVisible();

    await fillInEnglish(page, unique('FAIL'), 'Kept');
    await page.route('**/api/wms/product', (route) =>
      route.request().method() === 'POST' ? route.fulfill(failing) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Failed to save data. Please try again later.')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kept');
  });
});

test('[S2.229] of two people who change the same record the second sees what the first changed, and keeps their own', async ({
  as,
  product,
}) => {
  const own = await made(product.url);
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

test('[S2.229] unsaved changes are asked about on going elsewhere, on going back and on closing the tab', async ({
  as,
  product,
}) => {
  const own = await made(product.url);
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
  await page.evaluate(() => history.back());
  await stay();
  await page.getByRole('button', { name: /关闭.*产品/ }).click();
  await stay();

  await page.getByRole('button', { name: '取消', exact: true }).click();
  await question.getByRole('button', { name: '放弃修改' }).click();
  await expect(page).not.toHaveURL(/\/edit/);
  await openProduct(page, own);
  await expect(field(page, '备注')).toHaveValue('');
});

test('[S2.229] what was typed survives a reload, until it is saved or discarded', async ({ as, product }) => {
  const own = await made(product.url);
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

test('[S2.229] save and create another leaves a new form that takes over what both share', async ({ as }) => {
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

test('[S2.135] pictures are uploaded, put in order, and inserted from other products in a window with its own address', async ({
  as,
  product,
}) => {
  const keeper = await Client.signIn(product.url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const picture = await keeper.upload<{ id: string }>('/sys/fs', new Blob([png(40)], { type: 'image/png' }), 'other.png');
  const other = await made(product.url, { name: unique('有图的产品'), images: [picture.body.id] });
  const own = await made(product.url);
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

  // The address alone opens the window over its product; closing it leaves the form.
  await page.goto(`${LIST}/image-insert?id=${own.id}`);
  await expect(window).toBeVisible();
  await window.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(new RegExp(`/edit\\?id=${own.id}`));
  await expect(pictures).toHaveCount(3);
});

test('[S1.12] hazard statements are chosen by their pictogram; the label elements follow', async ({ as, product }) => {
  const own = await made(product.url);
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
});

test('[S1.12] categories are kept in a drawer of the product list', async ({ as }) => {
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
  const line = drawer.getByRole('listitem', { name: `大类 ${parent}` });
  await line.getByRole('button', { name: '新建下级' }).click();
  await form.getByLabel('分类编号').fill(child);
  await form.getByLabel('名称', { exact: true }).fill(`小类 ${child}`);
  await form.getByLabel('名称', { exact: true }).press('Control+Enter');
  const below = drawer.getByRole('listitem', { name: `小类 ${child}` });
  await expect(below).toBeVisible();
  await expect(line.getByRole('button', { name: '删除' })).toBeDisabled();

  await below
    .getByRole('button', { name: new RegExp(child) })
    .first()
    .click();
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

test('[S2.229] a product is made with the keyboard alone', async ({ as }) => {
  const page = await as('manager');
  await openNew(page);
  const code = unique('KEYS');
  await field(page, '产品编号').focus();
  await page.keyboard.type(code);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('无机盐');
  const options = page.locator('.ant-select-dropdown:visible');
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

test('[S2.134] on a phone the form is one column, and its buttons stay in reach', async ({ as }) => {
  const page = await as('manager', { viewport: { width: 390, height: 844 } });
  await openNew(page);
  const saveButton = page.getByRole('button', { name: '保存', exact: true });
  await expect(saveButton).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [code, kind] = [await field(page, '产品编号').boundingBox(), await field(page, '名称').boundingBox()];
  expect(code!.x).toBeCloseTo(kind!.x, 0);
  await saveButton.tap().catch(() => saveButton.click());
  await says(page, '产品编号', '该字段不能为空');
  const name = unique('PHONE');
  await fillIn(page, name, '手机上的产品');
  await saveButton.click();
  await expect(page.getByText('保存成功。')).toBeVisible();
});
