// Features of every list, on the product list.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { expect, test } from '../_world.ts';
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';
import { LIST, Shelf } from './_products.ts';

const rows = (page: Page) => page.locator('tbody tr[data-row]');
const rowOf = (page: Page, code: string) => rows(page).filter({ hasText: code });
const filters = (page: Page) => page.getByRole('search');
const searchField = (page: Page) => page.getByRole('searchbox');
const detail = (page: Page) => page.getByRole('complementary', { name: '详情' });
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name });
const viewsButton = (page: Page) => page.getByRole('button', { name: /^视图/ });
const codes = (page: Page) => page.locator('tbody tr[data-row] a[data-focus]').allTextContents();

test('[S1.07, S2.33, S2.133] products are listed, searched and filtered; reload, back and a copied link show the same', async ({
  as,
  product,
}) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(3);
  await shelf.add(4, { kind: 'OTHER' });
  const page = await as('keeper');
  await page.goto(LIST);
  await expect(page.getByRole('heading', { name: '产品', level: 1 })).toBeVisible();
  await searchField(page).fill(shelf.mark);
  await expect(rows(page)).toHaveCount(4);
  await filters(page).getByRole('button', { name: '类型' }).click();
  await page.getByRole('dialog', { name: '类型' }).getByRole('checkbox', { name: '其他' }).check();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`q=${shelf.mark}.*kind=OTHER|kind=OTHER.*q=${shelf.mark}`));
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(searchField(page)).toHaveValue(shelf.mark);
  await expect(rows(page)).toHaveCount(1);

  await rowOf(page, shelf.code(4)).click();
  await expect(detail(page).getByRole('heading', { name: `${shelf.mark} 产品 4` })).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(detail(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);

  const copied = await as('manager');
  await copied.goto(address);
  await expect(detail(copied)).toContainText(shelf.code(4));
  await expect(rows(copied)).toHaveCount(1);

  await filters(page).getByRole('button', { name: '重置' }).click();
  await expect(rows(page)).not.toHaveCount(1);
  await expect(searchField(page)).toHaveValue('');
});

test(
  '[S1.07, S2.133] the category filter is a tree: a category includes its subcategories',
  { tag: '@long' },
  async ({ as, product }) => {
    const shelf = await Shelf.open(product.url);
    await shelf.add(1);
    const page = await as('keeper');
    await page.goto(`${LIST}?q=${shelf.mark}`);
    await filters(page).getByRole('button', { name: '分类' }).click();
    await page.getByRole('radio', { name: '实验耗材' }).click();
    await expect(page).toHaveURL(/categoryId=/);
    await expect(rowOf(page, shelf.code(1))).toContainText(shelf.category.name);
    await filters(page).getByRole('button', { name: '分类 实验耗材' }).click();
    await page.getByRole('radio', { name: '小型设备' }).click();
    await expect(page.getByText('没有符合条件的数据')).toBeVisible();
    await page.getByRole('button', { name: '清除筛选', exact: true }).click();
    await expect(rows(page).first()).toBeVisible();
  },
);

test('[S1.07] headings sort the list, pages are turned; the address has both', { tag: '@long' }, async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(23);
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await expect(rows(page)).toHaveCount(20);
  await expect(heading(page, '产品编号')).toHaveAttribute('aria-sort', 'ascending');
  expect((await codes(page))[0]).toBe(shelf.code(1));
  await heading(page, '产品编号').getByRole('button').click();
  await expect(heading(page, '产品编号')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(shelf.code(23));
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(shelf.code(3));
  await expect(page).toHaveURL(/sort=-code/);
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: '每页' }).selectOption('50');
  await expect(rows(page)).toHaveCount(23);
  await page.getByRole('combobox', { name: '每页' }).selectOption('20');
  await expect(rows(page)).toHaveCount(20);
});

test('[S2.133] columns, row height and views belong to the user, in every browser', async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  await shelf.add(1);
  // Earlier changes are saved by separate requests: wait for the one with the last change.
  const saved = (page: Page, key: string, last = '') =>
    page.waitForResponse(
      (response) =>
        response.url().includes(`/setting/${key}`) &&
        response.request().method() === 'PUT' &&
        (response.request().postData() ?? '').includes(last),
    );
  const person = await makePerson(product, 'keeper2');
  const page = await as(person);
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: '显示' }).click();
  const panel = page.getByRole('dialog', { name: '显示' });
  await panel.getByRole('checkbox', { name: 'CAS 号' }).uncheck();
  await panel.getByRole('checkbox', { name: '品牌' }).check();
  await panel.getByRole('button', { name: '固定状态' }).click();
  const arranged = saved(page, 'list.wms.product', 'tight');
  await panel.getByRole('radio', { name: '紧凑' }).click();
  await arranged;
  await page.keyboard.press('Escape');
  await expect(heading(page, 'CAS 号')).toHaveCount(0);

  await viewsButton(page).click();
  const views = page.getByRole('dialog', { name: '视图' });
  await views.getByRole('textbox', { name: '视图名称' }).fill(`视图 ${shelf.mark}`);
  const kept = saved(page, 'views.wms.product', shelf.mark);
  await views.getByRole('button', { name: '保存' }).click();
  await kept;

  const other = await as(person);
  await other.goto(LIST);
  await expect(rows(other).first()).toBeVisible();
  await expect(heading(other, 'CAS 号')).toHaveCount(0);
  await expect(heading(other, '品牌')).toBeVisible();
  // Pinned: right after the first one.
  await expect(other.getByRole('columnheader').nth(2)).toContainText('状态');
  expect((await rows(other).first().boundingBox())!.height).toBeLessThan(34);
  await viewsButton(other).click();
  await other
    .getByRole('dialog', { name: '视图' })
    .getByRole('button', { name: `视图 ${shelf.mark}`, exact: true })
    .click();
  await expect(rows(other)).toHaveCount(1);
  await expect(other).toHaveURL(new RegExp(shelf.mark));

  await other.getByRole('button', { name: '显示' }).click();
  const reset = saved(other, 'list.wms.product');
  await other.getByRole('button', { name: '恢复默认' }).click();
  await expect(heading(other, 'CAS 号')).toBeVisible();
  await reset;
});

test(
  '[S2.133] a default view applies only when the list is opened without parameters',
  { tag: '@long' },
  async ({ as, product }) => {
    const shelf = await Shelf.open(product.url);
    await shelf.add(1);
    const page = await as(await makePerson(product, 'keeper2'));
    await page.goto(`${LIST}?q=${shelf.mark}`);
    await viewsButton(page).click();
    await page.getByRole('textbox', { name: '视图名称' }).fill(`默认 ${shelf.mark}`);
    await page.getByRole('dialog', { name: '视图' }).getByRole('button', { name: '保存' }).click();
    await viewsButton(page).click();
    // Saving the view itself may still be in progress.
    const kept = page.waitForResponse(
      (response) => response.url().includes('/setting/views.') && (response.request().postData() ?? '').includes('isDefault'),
    );
    await page.getByRole('button', { name: `设为默认: 默认 ${shelf.mark}` }).click();
    await kept;
    await page.goto(LIST);
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`q=${shelf.mark}`));
    await page.goto(`${LIST}?q=C-NACN`);
    await expect(rowOf(page, 'C-NACN')).toBeVisible();
    await viewsButton(page).click();
    const gone = page.waitForResponse((response) => response.url().includes('/setting/views.'));
    await page.getByRole('button', { name: `删除视图: 默认 ${shelf.mark}` }).click();
    await gone;
  },
);

test(
  '[S1.07] changes by others wait until requested, and never move rows by themselves',
  { tag: '@long' },
  async ({ as, product }) => {
    const mark = unique();
    const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const reader = await Client.signIn(product.url, 'reviewer2', 'ROLE_WAREHOUSE_ADMIN');
    const { body: me } = await reader.get<{ id: string }>('/auth/biz/user/by-me');
    const send = (title: string) => admin.post('/sys/msg-inbox/send', { title: `${mark} ${title}`, content: '', userId: me.id });
    await send('一');
    const page = await as('reviewer2');
    await page.goto(`/admin/base/msg-inbox?q=${mark}`);
    await expect(rows(page)).toHaveCount(1);
    await send('二');
    const changed = page.getByRole('button', { name: '1 条有变化，点击刷新' });
    await expect(changed).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await changed.click();
    await expect(rows(page)).toHaveCount(2);
    await expect(changed).toHaveCount(0);
  },
);

test('[S8.11] a failed load says so, keeps the previous rows and offers to retry', { tag: '@long' }, async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(2);
  const page = await as('keeper');
  await page.goto(`${LIST}?q=${shelf.mark}`);
  await expect(rows(page)).toHaveCount(2);
  await page.context().setOffline(true);
  await page.getByRole('main').getByRole('button', { name: '刷新' }).click();
  const failed = page.getByRole('alert').filter({ hasText: '加载数据出错，请稍后再试。' });
  await expect(failed).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await heading(page, '名称').getByRole('button').click();
  await expect(failed).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.context().setOffline(false);
  await failed.getByRole('button', { name: '重试' }).click();
  await expect(failed).toHaveCount(0);
  await expect(heading(page, '名称')).toHaveAttribute('aria-sort', 'ascending');
});

test('[S1.07, S2.133] searches, opens, selects and resets by keyboard alone', { tag: '@long' }, async ({ as, product }) => {
  const shelf = await Shelf.open(product.url);
  await shelf.addMany(3);
  const page = await as('keeper');
  await page.goto(LIST);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type(shelf.mark);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('Tab');
  await expect(searchField(page)).not.toBeFocused();
  await page.keyboard.press('j');
  await expect(rows(page).nth(0).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('已选 1 项')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(detail(page)).toContainText(shelf.code(2));
  await page.keyboard.press('j');
  await expect(detail(page)).toContainText(shelf.code(3));
  await page.keyboard.press('Escape');
  await expect(detail(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('已选 1 项')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toContainText('上下移动');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/product\/edit$/);
});

test(
  '[S1.07, S2.133] on a phone a list is cards, its filters a sheet, its primary action within thumb reach',
  { tag: '@long' },
  async ({ as, product }) => {
    const shelf = await Shelf.open(product.url);
    await shelf.addMany(2);
    const page = await as('keeper', { viewport: { width: 390, height: 844 } });
    await page.goto(`${LIST}?q=${shelf.mark}`);
    const cards = page.getByRole('listitem').filter({ hasText: shelf.mark });
    await expect(cards).toHaveCount(2);
    await expect(page.getByRole('table')).toHaveCount(0);
    await page.getByRole('button', { name: '筛选' }).click();
    const sheet = page.getByRole('dialog', { name: '筛选' });
    await sheet.getByRole('combobox', { name: '排序' }).selectOption('-code');
    await sheet.getByRole('button', { name: '状态' }).click();
    await page.getByRole('checkbox', { name: '启用' }).check();
    await page.keyboard.press('Escape');
    await sheet.getByRole('button', { name: '重置' }).click();
    await sheet.getByRole('combobox', { name: '排序' }).selectOption('-code');
    await sheet.getByRole('button', { name: '确定' }).click();
    await page.getByRole('searchbox').fill(shelf.mark);
    await expect(cards.first()).toContainText(shelf.code(2));
    const thumb = await page.getByRole('link', { name: '新建产品' }).boundingBox();
    expect(thumb!.y + thumb!.height).toBeLessThanOrEqual(844);
    expect(thumb!.height).toBeGreaterThanOrEqual(44);
    await cards.first().click();
    await expect(detail(page)).toContainText(shelf.code(2));
    await page.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(cards).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);
