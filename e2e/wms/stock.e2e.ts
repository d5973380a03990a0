// Stock: of an owner, and in the warehouse, now and at a past moment.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readXlsxObjects } from 'hucre/xlsx';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { inDays, isMonthNew } from './_documents.ts';
import { BIO, Goods } from './_goods.ts';

const MINE = '/teacher/wms/product-box/list';
const ALL = '/admin/wms/product-box/list';
const CATALYSIS = { group: '催化化学课题组' };

/** Rows of the current page: background pages keep theirs. */
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });
const detail = (page: Page): Locator => page.getByRole('complementary', { name: '详情' });
/** The value of a fact or figure of a stock row. */
const fact = (page: Page, name: string): Locator =>
  detail(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    .getByRole('definition');

test(
  '[F-P3][S1.08, S2.136, S2.138] teacher, supplier and staff find their stock by product box in the menu',
  { tag: '@long' },
  async ({ as }) => {
    for (const [username, product] of [
      ['teacher', '无水乙醇'],
      ['supplier', '丁腈手套 M'],
      ['staff', '磁力加热搅拌器'],
    ] as const) {
      const page = await as(username, username === 'teacher' ? CATALYSIS : {});
      await page.goto(`/${username}/wms/product-space`);
      await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '库存列表' }).click();
      await expect(page).toHaveURL(new RegExp(`/${username}/wms/product-box/list`));
      await expect(page.getByRole('heading', { name: '库存列表', level: 1 })).toBeVisible();
      await page.getByRole('searchbox').filter({ visible: true }).fill(product);
      await expect(rows(page).filter({ hasText: product }).first()).toBeVisible();
      await expect(page.getByRole('columnheader', { name: '所属组织' })).toHaveCount(0);
      await page.goto(`/${username}/wms/product-box?q=${encodeURIComponent(product)}`);
      await expect(page.getByRole('heading', { name: '库存列表', level: 1 })).toBeVisible();
      await expect(rows(page).filter({ hasText: product }).first()).toBeVisible();
    }
  },
);

test(
  '[S1.08, S3.53] on hand, reserved and available, with unit; the warehouse sees the owner',
  { tag: '@long' },
  async ({ as, product }) => {
    const goods = await Goods.open(product.url);
    const stock = await goods.deposit(await goods.product(), '10', 'LOT-7', '2031-05-06');
    const no = await goods.reserve(stock, '3');
    const page = await as('manager');
    await page.goto(`${ALL}?q=${goods.mark}`);
    const row = rows(page);
    await expect(row).toHaveCount(1);
    for (const text of ['LOT-7', '2031-05-06', '催化化学课题组', stock.boxCode, '10 盒', '3 盒', '7 盒', '可用'])
      await expect(row).toContainText(text);
    await row.click();
    await expect(fact(page, '数量')).toHaveText('10 盒');
    await expect(fact(page, '已预留')).toHaveText('3 盒');
    await expect(fact(page, '可用')).toHaveText('7 盒');
    const hold = detail(page).getByRole('listitem').filter({ hasText: no }).first();
    await expect(hold).toContainText('3 盒');
    await expect(hold).toContainText('陈思远');
  },
);

test('[S3.54] the movements of a stock row add up to its quantity', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  const stock = await goods.deposit(productId, '10');
  const out = await goods.collect(stock, '4');
  await goods.deposit(productId, '2');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`${MINE}?q=${goods.mark}`);
  await rows(page).first().click();
  await expect(fact(page, '数量')).toHaveText('8 盒');
  const moves = detail(page).getByRole('list', { name: '出入库记录' }).getByRole('listitem');
  await expect(moves).toHaveCount(3);
  await expect(moves.nth(1)).toContainText('出库');
  await expect(moves.nth(1)).toContainText(out);
  await expect(moves.nth(1)).toContainText('李保平');
  await expect(moves.nth(1)).toContainText('结存 6 盒');
  const changes = await moves.allTextContents();
  const sum = changes.reduce((total, text) => total + Number(/[+−][\d.]+/.exec(text)![0].replace('−', '-')), 0);
  expect(sum).toBe(8);
});

test('a product shows its stock by month, by arrow keys and as a table', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  await goods.deposit(productId, '10');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`/teacher/wms/product?show=${productId}`);
  const chart = page.getByRole('slider', { name: '月末库存' });
  await expect(chart).toHaveAttribute('aria-valuetext', / 10 盒$/);
  await chart.press('ArrowLeft');
  if (isMonthNew()) await chart.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', / 0 盒$/);
  await page.getByText('以表格显示').click();
  const months = page.getByRole('table', { name: '月末库存' }).getByRole('row');
  await expect(months).toHaveCount(12);
  await expect(months.last()).toHaveText(/10 盒$/);
});

test('[S1.08] the list as of a moment before a posting, and the way back', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product(), '10');
  const between = new Date().toISOString();
  await goods.collect(stock, '4');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`${MINE}?q=${goods.mark}`);
  await expect(rows(page)).toContainText('6 盒');
  await page.goto(`${MINE}?q=${goods.mark}&asOf=${between}`);
  const past = page.getByRole('status').filter({ hasText: '库存截至' });
  await expect(past).toBeVisible();
  await expect(rows(page)).toContainText('10 盒');
  await expect(page.getByRole('columnheader', { name: '可用' })).toHaveCount(0);
  await rows(page).first().click();
  await expect(fact(page, '当时数量')).toHaveText('10 盒');
  await expect(detail(page).getByRole('list', { name: '出入库记录' }).getByRole('listitem')).toHaveCount(1);
  await expect(detail(page).getByRole('link', { name: '编辑' })).toHaveCount(0);
  await page.getByRole('button', { name: '回到现在' }).click();
  await expect(past).toHaveCount(0);
  await expect(rows(page)).toContainText('6 盒');
  await expect(page).toHaveURL(new RegExp(`q=${goods.mark}`));
  // An invalid moment is ignored.
  for (const moment of ['0001-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', 'yesterday']) {
    await page.goto(`${MINE}?q=${goods.mark}&asOf=${moment}`);
    await expect(rows(page)).toContainText('6 盒');
    await expect(past).toHaveCount(0);
  }

  await page.getByRole('button', { name: '查看历史' }).click();
  const panel = page.getByRole('dialog', { name: '历史时点' });
  await panel.getByRole('button', { name: '今年初' }).click();
  await expect(past).toContainText(`库存截至 ${inDays(0).slice(0, 4)}-01-01 00:00`);
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await page.reload();
  await expect(past).toBeVisible();
});

test(
  '[S1.08] stock of another group is visible neither in lists, nor by link, nor in the ledger',
  { tag: '@long' },
  async ({ as, product }) => {
    const goods = await Goods.open(product.url, BIO);
    const stock = await goods.deposit(await goods.product(), '2');
    const page = await as('teacher', CATALYSIS);
    await page.goto(`${MINE}?q=${goods.mark}`);
    await expect(page.getByText('没有符合条件的数据')).toBeVisible();
    await page.goto(`${MINE}?show=${stock.id}`);
    await expect(detail(page).getByRole('alert')).toBeVisible();
    await expect(page.getByText(goods.mark)).toHaveCount(0);
    await page.goto(`/teacher/wms/ledger?productBoxId=${stock.id}`);
    await expect(page.getByText('没有符合条件的数据')).toBeVisible();
    await page.goto(`/teacher/wms/product-space?q=${goods.mark}`);
    await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  },
);

test("[F-U12][F-3U10] a storekeeper moves stock, prints its label or its box's, or freezes it with a reason; its owner sees why and is notified", async ({
  as,
  product,
}) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product(), '10');
  const page = await as('manager');
  await page.goto(`${ALL}?q=${goods.mark}`);
  const label = rows(page).getByRole('link', { name: /^标签/ });
  await expect(label).toHaveAttribute('href', `/admin/wms/label?ids=${stock.id}`);
  await rows(page)
    .getByRole('link', { name: /^移库/ })
    .click();
  await expect(page.locator('[data-line]')).toContainText(goods.mark);
  await go(page, `${ALL}?q=${goods.mark}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).click();
  const boxLabel = detail(page).getByRole('link', { name: /^打印库位标签/ });
  await expect(boxLabel).toHaveAttribute('href', /warehouse-box\/labels\?ids=/);
  await detail(page).getByRole('button', { name: '冻结' }).click();
  const dialog = page.getByRole('dialog', { name: /^冻结/ });
  await dialog.getByRole('button', { name: '冻结' }).click();
  await expect(dialog).toContainText('该字段不能为空');
  await dialog.getByLabel('原因').fill('瓶身破损');
  await dialog.getByRole('button', { name: '冻结' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(fact(page, '可用')).toHaveText('0 盒');
  await expect(rows(page)).toContainText('已冻结');
  await expect(rows(page).getByRole('button', { name: /^移库/ })).toHaveAttribute('title', '已冻结，解除冻结后才能移库');

  const owner = await as('teacher', CATALYSIS);
  await owner.goto(`/def/base/msg-inbox?q=${goods.mark}`);
  await expect(rows(owner).filter({ hasText: '库存已冻结' })).toContainText('瓶身破损');
  await go(owner, `${MINE}?q=${goods.mark}`);
  await rows(owner).first().click();
  await expect(detail(owner)).toContainText('冻结原因: 瓶身破损');
  await expect(detail(owner).getByRole('button', { name: '解除冻结' })).toHaveCount(0);

  await detail(page).getByRole('button', { name: '解除冻结' }).click();
  await page
    .getByRole('dialog', { name: /^解除冻结/ })
    .getByRole('button', { name: '解除冻结' })
    .click();
  await expect(fact(page, '可用')).toHaveText('10 盒');
});

test('[S2.137] note and deposit date are editable, the quantity is not', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product(), '10');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`${MINE}?q=${goods.mark}`);
  await rows(page).first().click();
  await detail(page).getByRole('link', { name: '编辑' }).click();
  await expect(page).toHaveURL(new RegExp(`/teacher/wms/product-box/edit\\?id=${stock.id}`));
  await expect(page.getByText('数量只随单据变动，不能在这里修改。')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await page.getByLabel('备注').fill('放在最里面');
  await page.getByLabel('存放期限至').fill('2020-01-01');
  await page.getByLabel('存放期限至').press('Tab');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('存放期限至').fill('2031-01-01');
  await page.getByLabel('存放期限至').press('Tab');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/teacher/wms/product-box/list`));
  await expect(fact(page, '备注')).toHaveText('放在最里面');
  await expect(fact(page, '存放期限至')).toHaveText('2031-01-01');
});

test('[S1.08, S2.138] a selection becomes a collection request', async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  const one = await goods.deposit(productId, '10', 'LOT-ONE');
  const two = await goods.deposit(productId, '4', 'LOT-TWO');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`${MINE}?q=${goods.mark}`);
  for (const batch of ['LOT-ONE', 'LOT-TWO']) await rows(page).filter({ hasText: batch }).getByRole('checkbox').click();
  await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '申请领取' }).click();
  await expect(page).toHaveURL(/\/teacher\/wms\/transaction\/outbound\/edit/);
  const lines = page.getByRole('main').filter({ visible: true });
  for (const text of [one.productName, 'LOT-ONE', 'LOT-TWO', one.boxCode, two.boxCode]) await expect(lines).toContainText(text);
});

test('[S1.08] the list is exported as a workbook', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  await goods.deposit(productId, '10', 'X1');
  await goods.deposit(productId, '2', 'X2');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`${MINE}?q=${goods.mark}`);
  await expect(page.getByRole('row', { name: /本页合计/ })).toContainText('12 盒');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const { data } = await readXlsxObjects(await readFile(await (await download).path()));
  expect(Object.fromEntries(data.map((row) => [row['批号'], String(row['数量'])]))).toEqual({ X1: '10', X2: '2' });

  await page.getByRole('button', { name: '格式和列' }).click();
  const options = page.getByRole('dialog', { name: '格式和列' });
  await options.getByRole('radio', { name: 'CSV', exact: true }).check({ force: true });
  await options.getByRole('button', { name: '全不选' }).click();
  await expect(options.getByRole('button', { name: '导出' })).toBeDisabled();
  const kept = page.waitForResponse(
    (response) => response.url().includes('/setting/export.') && response.request().postData()!.includes('qty'),
  );
  for (const column of ['批号', '数量']) await options.getByRole('checkbox', { name: column, exact: true }).check();
  const csv = page.waitForEvent('download');
  await options.getByRole('button', { name: '导出' }).click();
  expect((await readFile(await (await csv).path(), 'utf8')).trim().split('\r\n').toSorted()).toEqual(
    ['批号,数量', 'X1,10', 'X2,2'].toSorted(),
  );
  await kept;
  await page.reload();
  await expect(page.getByRole('button', { name: '导出 2 列' })).toBeVisible();
});

test('[S1.08] concurrent postings wait until requested', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  await goods.deposit(productId, '10', 'N1');
  const page = await as('teacher', CATALYSIS);
  await page.goto(`${MINE}?q=${goods.mark}`);
  await expect(rows(page)).toHaveCount(1);
  await goods.deposit(productId, '5', 'N2');
  await page.getByRole('button', { name: /有变化/ }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('[S1.08] on a phone, stock is read and opened by touch', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product(), '10');
  const page = await as('teacher', { ...CATALYSIS, viewport: { width: 390, height: 844 } });
  await page.goto(`${MINE}?q=${goods.mark}`);
  const card = page.getByRole('listitem').filter({ hasText: goods.mark });
  await expect(card).toContainText('10 盒');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await card.getByRole('link').first().click();
  await expect(fact(page, '库位')).toContainText(stock.boxCode);
  await detail(page).getByRole('button', { name: '关闭' }).click();
  await expect(card).toBeVisible();
});

test('[S1.08] searches, opens and closes by keyboard alone', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  await goods.deposit(productId, '1', 'K1');
  await goods.deposit(productId, '2', 'K2');
  const page = await as('teacher', CATALYSIS);
  await page.goto(MINE);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(goods.mark);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await expect(rows(page).first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fact(page, '数量')).toHaveText('2 盒');
  await page.keyboard.press('j');
  await expect(fact(page, '数量')).toHaveText('1 盒');
  await page.keyboard.press('Escape');
  await expect(detail(page)).toHaveCount(0);
});
