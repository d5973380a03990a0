// Bulk actions and workbooks, on the product list.
import { makePerson } from '../_person.ts';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readXlsxObjects, writeXlsx } from 'hucre/xlsx';
import { expect, test } from '../_world.ts';
import { LIST, Shelf } from './_products.ts';

const rows = (page: Page) => page.locator('tbody tr[data-row]');
const bar = (page: Page) => page.getByRole('group', { name: '批量操作' });
const confirm = (page: Page, action: string) => page.getByRole('dialog').getByRole('button', { name: action });

test('[S8.10] a bulk action without a selection says so', { tag: '@long' }, async ({ as }) => {
  const page = await as('keeper');
  await page.goto(LIST);
  await expect(rows(page).first()).toBeVisible();
  const disable = bar(page).getByRole('button', { name: '停用' });
  await expect(disable).toBeDisabled();
  // It looks disabled, and explains when clicked anyway.
  await disable.click({ force: true });
  await expect(page.getByText('没有选择数据。')).toBeVisible();
  await page.getByRole('checkbox').nth(1).click();
  await expect(disable).toBeEnabled();
});

test('[S8.10, S8.11] the fixed English texts', { tag: '@long' }, async ({ as, product }) => {
  const page = await as(await makePerson(product, 'manager'));
  await page.goto(LIST);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Disable' }).click({ force: true });
  await expect(page.getByText('No data selected.', { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page.getByText('Error loading data, please try again later.', { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('heading', { name: '产品', level: 1 })).toBeVisible();
});

test('[S1.12] rows are selected across pages, or all matches of the filters; refusals are listed one by one', async ({
  as,
  product,
}) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(21);
  // A hazardous one without a storage group.
  await shelf.add(22, { kind: 'CHEMICAL', hCodes: ['H225'] });
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await rows(page).nth(0).getByRole('checkbox').click();
  await rows(page)
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('已选 3 项');
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(rows(page)).toHaveCount(2);
  await rows(page).nth(0).getByRole('checkbox').click();
  await expect(bar(page)).toContainText('已选 4 项');
  await bar(page).getByRole('button', { name: '启用' }).click();
  await expect(page.getByRole('dialog')).toContainText('启用 4 项？');
  await confirm(page, '启用').click();
  await expect(page.getByText('已启用 4 项')).toBeVisible();
  await expect(rows(page).nth(0)).toContainText('启用');

  await rows(page).nth(0).getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: '选择筛选出的全部 22 项' }).click();
  await expect(bar(page)).toContainText('已选 22 项');
  await bar(page).getByRole('button', { name: '启用' }).click();
  await confirm(page, '启用').click();
  const refused = page.getByRole('dialog').filter({ hasText: '未能启用' });
  await expect(refused.getByRole('row').filter({ hasText: `${shelf.mark} 产品 22` })).toContainText('储存组');
  await refused.getByRole('button', { name: '关闭' }).last().click();
  // Refused rows stay selected; already active ones are not refusals.
  await expect(bar(page)).toContainText('已选 1 项');
});

test('[S1.12, S8.18] deleting asks first; cancelling deletes nothing', async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(3);
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await rows(page).nth(0).getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog')).toContainText('确认要删除此数据吗？');
  await confirm(page, '取消').click();
  await expect(rows(page)).toHaveCount(3);
  expect(await shelf.count()).toBe(3);
  await bar(page).getByRole('button', { name: '删除' }).click();
  await confirm(page, '删除').click();
  await expect(page.getByText('删除成功。')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  await rows(page).nth(0).click();
  const detail = page.getByRole('complementary', { name: '详情' });
  await detail.getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog')).toContainText('确认要删除此数据吗？');
  await page.keyboard.press('Escape');
  await expect(detail).toContainText(shelf.code(2));
  await detail.getByRole('button', { name: '删除' }).click();
  await confirm(page, '删除').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(detail).toHaveCount(0);
  expect(await shelf.count()).toBe(1);
});

test('[S1.12] when the rows of the last page are gone, the previous page is shown', { tag: '@long' }, async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(21);
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}&page=2`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).nth(0).getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: '删除' }).click();
  await confirm(page, '删除').click();
  await expect(rows(page)).toHaveCount(20);
  await expect(page).not.toHaveURL(/page=/);
  await page.goto(`${LIST}?q=${shelf.mark}&page=40`);
  await expect(rows(page)).toHaveCount(20);
});

test('[S1.12] a workbook is previewed, its errors shown and marked, and only then its valid rows are imported', async ({
  as,
  product,
}) => {
  const shelf = await Shelf.open(product.url);
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入产品' });
  const template = await downloaded(page, () => dialog.getByRole('button', { name: '下载模板' }).click());
  expect(Object.keys((await sheet(template)).headings)).not.toHaveLength(0);

  await dialog.locator('input[type=file]').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(dialog.getByRole('alert')).toContainText('没有数据行');
  await dialog.locator('input[type=file]').setInputFiles(await workbook(shelf));
  await expect(dialog.getByRole('status')).toHaveText(/新增2更新0无变化0有错误1/);
  await expect(dialog.getByRole('region', { name: '错误' }).getByRole('row').nth(1)).toContainText('CAS');
  expect(await shelf.count()).toBe(0);
  const marked = await downloaded(page, () => dialog.getByRole('button', { name: '下载标出错误的工作簿' }).click());
  expect((await sheet(marked)).rows).toHaveLength(3);
  await dialog.getByRole('button', { name: '只导入正确的 2 行' }).click();
  await expect(dialog).toContainText('新增 2 条，更新 0 条。');
  await expect(dialog).toContainText('1 行有错误，没有导入。');
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await expect(rows(page)).toHaveCount(2);
});

test('[F-3B8, F-3B9] a list of another system is mapped, completed, imported, and read by its recipe next time', async ({
  as,
  product,
}) => {
  const shelf = await Shelf.open(product.url);
  const page = await as(await makePerson(product, 'keeper'));
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入产品' });
  const list = (name: string) => ({
    name: 'old-system.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`PartLabel${shelf.mark},Shelf\n${name},A-12\nTotal,\n`),
  });
  await dialog.locator('input[type=file]').setInputFiles(list('异丙醇'));
  await dialog.getByLabel(/PartLabel/).selectOption('名称');
  await dialog.getByLabel(/Shelf/).selectOption('不导入');
  await expect(dialog.getByText('先补上缺少的列，才能导入。')).toBeVisible();
  const lacking = dialog.getByRole('region', { name: '文件中没有的列' });
  const code = lacking.getByRole('textbox');
  await code.fill(`${shelf.mark}-###`);
  await code.press('Enter');
  await lacking.getByRole('combobox', { name: /^分类/ }).selectOption('溶剂');
  await lacking.getByRole('combobox', { name: /^类型/ }).selectOption('化学品');
  await lacking.getByRole('combobox', { name: /^基本单位/ }).selectOption('瓶');
  await dialog.getByLabel(/保存为导入方案/).check();
  await dialog.getByLabel('导入方案名称').fill('旧系统');
  await dialog.getByRole('button', { name: '导入 1 行' }).click();
  await expect(dialog).toContainText('新增 1 条，更新 0 条。');
  await dialog.getByRole('button', { name: '重新选择文件' }).click();

  await dialog.locator('input[type=file]').setInputFiles(list('丙酮'));
  await expect(dialog.getByText('保存的导入方案“旧系统”读取')).toBeVisible();
  await expect(code).toHaveValue(`${shelf.mark}-###`);
  await expect(dialog.getByRole('region', { name: '错误' })).toContainText('已用于');
  await dialog.getByRole('button', { name: '不使用' }).click();
  await expect(dialog.getByLabel(/PartLabel/)).toHaveValue('?');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`${shelf.mark}-001`);
});

test('[F-undo] an import is found in the history and undone, after a preview', { tag: '@long' }, async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(await workbook(shelf));
  await dialog.getByRole('button', { name: '只导入正确的 2 行' }).click();
  await expect(dialog.getByRole('button', { name: '撤销这次导入' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await dialog.getByRole('button', { name: '导入记录' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('products.xlsx');
  await dialog.getByRole('button', { name: '撤销导入 products.xlsx' }).first().click();
  await expect(dialog.getByRole('status')).toHaveText('恢复原值0删除2保持不变0');
  await expect(dialog.getByRole('region', { name: '将要恢复的内容' })).toContainText(shelf.code(1));
  await dialog.getByRole('button', { name: '撤销 2 条' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('已撤销');
  await expect(rows(page)).toHaveCount(0);
});

test('[S1.07] matches of the filters are exported as a workbook', { tag: '@long' }, async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(22);
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}&sort=-code`);
  await expect(rows(page)).toHaveCount(20);
  const file = await downloaded(page, () => page.getByRole('button', { name: '导出' }).click());
  await expect(page.getByText('已导出 22 行')).toBeVisible();
  const { rows: exported } = await sheet(file);
  expect(exported).toHaveLength(22);
  expect(exported[0]!['产品编号']).toBe(shelf.code(22));
});

async function downloaded(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
}

async function sheet(download: Download): Promise<{ headings: string[]; rows: Record<string, unknown>[] }> {
  const { headers, data } = await readXlsxObjects(await readFile(await download.path()));
  return { headings: headers, rows: data };
}

/** Two valid rows, and one with an invalid CAS check digit. */
async function workbook(shelf: Shelf) {
  const row = (number: number, cas: string) => ({
    产品编号: shelf.code(number),
    名称: `${shelf.mark} 导入 ${number}`,
    分类: shelf.category.name,
    类型: '化学品',
    基本单位: '瓶',
    'CAS 号': cas,
  });
  const data = [row(1, '7647-14-5'), row(2, '1-1-1'), row(3, '64-17-5')];
  const columns = Object.keys(data[0]!).map((key) => ({ header: key, key }));
  const content = await writeXlsx({ sheets: [{ name: 'Products', columns, data }] });
  return {
    name: 'products.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(content),
  };
}
