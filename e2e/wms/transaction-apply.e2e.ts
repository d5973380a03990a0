// Requests for deposit, collection and transfer, from the applicant's side.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { unique } from '../_unique.ts';
import { expect, PHONE, test } from '../_world.ts';
import { addField, openNewRequest, cell, chooseWarehouse, lines, listOf, scan, submitted, waiting } from './_apply.ts';

const LAB = { group: '催化化学' };

/** The warehouse finds a document among those to review. */
async function expectInReview(page: Page, type: 'inbound' | 'outbound', no: string): Promise<void> {
  await page.goto(`${listOf('admin', type)}?waiting=true&q=${no}`);
  await expect(page.getByRole('link', { name: no })).toBeVisible();
}

test(
  '[S1.01, S2.147, S2.148] a teacher files a deposit, and it shows in the inbound review',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', LAB);
    await page.goto(listOf('teacher', 'inbound'));
    await page.getByRole('link', { name: '新建存放申请' }).click();
    await chooseWarehouse(page, '化学品仓库');
    await scan(page, 'C-NH3');
    const batch = unique();
    await cell(page, 1, '批号').fill(batch);
    await cell(page, 1, '有效期至').fill('20290501');
    await cell(page, 1, '数量').fill('3');
    await expect(cell(page, 1, '有效期至')).toHaveValue('2029-05-01');
    const no = await submitted(page);
    await expect(page.getByRole('row', { name: batch })).toContainText('3');
    await expect(page.getByRole('list', { name: '审核记录' })).toContainText('入库初审人');
    await expectInReview(await as('reviewer'), 'inbound', no);
  },
);

test(
  '[S1.02, S2.150, S2.156] a teacher files a collection from the stock window, and it shows in the outbound review',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', LAB);
    await openNewRequest(page, 'teacher', 'outbound');
    await page.getByRole('button', { name: '选择库存' }).click();
    const window = page.getByRole('dialog', { name: '选择库存' });
    await window.getByRole('searchbox').fill('C-ACETONE');
    const row = window.getByRole('row', { name: /C-ACETONE/ });
    // Wait until stale rows are gone: the list moves.
    await expect(window.getByRole('row')).toHaveCount(2);
    await row.getByRole('checkbox').check();
    await window.getByRole('button', { name: '加入 1 项' }).click();
    await expect(cell(page, 1, '数量')).toBeFocused();
    await cell(page, 1, '数量').fill('1');
    const no = await submitted(page);
    await expectInReview(await as('reviewer'), 'outbound', no);
  },
);

test('[S1.03] a supplier files a deposit and a collection', { tag: '@long' }, async ({ as }) => {
  await submitBoth(await as('supplier'), 'supplier', 'W-CYL-100', await as('reviewer'));
});

test('[S1.04] purchasing staff file a deposit and a collection', { tag: '@long' }, async ({ as }) => {
  await submitBoth(await as('staff'), 'staff', 'P-TIP-200', await as('reviewer'));
});

test('[S1.04] purchasing staff name the supplier, and export the lines as a workbook', { tag: '@long' }, async ({ as }) => {
  const page = await as('staff');
  await openNewRequest(page, 'staff', 'inbound', '综合仓库');
  await choose(page.getByRole('combobox', { name: '供应商' }), '博林耗材供应商');
  await scan(page, 'P-TIP-200');
  await cell(page, 1, '数量').fill('2');
  await submitted(page);
  await expect(page.getByText('博林耗材供应商')).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 Excel' }).click();
  expect((await file).suggestedFilename()).toMatch(/^IN\d+-lines\.xlsx$/);
});

async function submitBoth(page: Page, prefix: string, code: string, reviewer: Page): Promise<void> {
  for (const type of ['inbound', 'outbound'] as const) {
    await openNewRequest(page, prefix, type, '综合仓库');
    await scan(page, code);
    await expectInReview(reviewer, type, await submitted(page));
  }
}

test('a request is filed by keyboard alone', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher', LAB);
  await openNewRequest(page, 'teacher', 'inbound');
  await page.getByRole('combobox', { name: '仓库' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await addField(page).focus();
  await page.keyboard.type('C-NH3');
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveCount(1);
  await page.keyboard.type('C-HAC');
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveCount(2);
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 2, '数量')).toBeFocused();
  await page.keyboard.type('6');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 1, '数量')).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, '数量')).toBeFocused();
  await page.keyboard.press('Control+Shift+Backspace');
  await expect(lines(page)).toHaveCount(1);
  await cell(page, 1, '批号').focus();
  await page.keyboard.type(unique());
  await cell(page, 1, '有效期至').focus();
  await page.keyboard.type('290501');
  await page.keyboard.press('Control+Enter');
  await expect(waiting(page)).toBeVisible();
});

test('a request is filed on a phone', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher2', { viewport: { width: 390, height: 844 } });
  await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
  await page.getByRole('button', { name: '选择产品' }).click();
  const window = page.getByRole('dialog', { name: '选择产品' });
  await window.getByRole('searchbox').fill('P-GLOVE');
  await window.getByText('P-GLOVE-M').click();
  await window.getByRole('button', { name: '加入 1 项' }).click();
  await cell(page, 1, '数量').fill('2');
  await submitted(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test(
  'on a phone the first refusal names all errors, the cursor moves to a visible field, and its search results stay on screen',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher2', PHONE);
    await page.goto('/teacher/wms/transaction/inbound/edit');
    const submit = page.getByRole('button', { name: '提交', exact: true });
    const note = page.getByRole('alert').filter({ hasText: '至少需要一行明细' });
    await submit.tap();
    await expect(note).toContainText('有 2 处需要修改');
    await chooseWarehouse(page, '综合仓库');
    await expect(note).not.toContainText('需要修改');
    // It appears above the lines, and shifts them down.
    await expect(page.getByText('在此仓库的配额')).toBeVisible();
    await submit.tap();
    const add = page.getByRole('combobox', { name: '加入明细' });
    await expect(add).toBeFocused();
    const bottom = async (of: Locator) => (await of.boundingBox())!.y + (await of.boundingBox())!.height;
    await expect.poll(async () => (await bottom(add)) <= (await page.locator('.form-bar').boundingBox())!.y).toBe(true);
    await add.fill('手套');
    const found = page.getByRole('listbox', { name: '产品' });
    await expect(found).toBeVisible();
    const { x, width } = (await found.boundingBox())!;
    expect([x >= 0, x + width <= 390]).toEqual([true, true]);
  },
);

test('[S2.152] a storekeeper moves stock to another warehouse', async ({ as }) => {
  const page = await as('keeper');
  await page.goto(listOf('admin', 'move'));
  await page.getByRole('link', { name: '新建移库' }).first().click();
  await chooseWarehouse(page, '化学品仓库', '移出仓库');
  await page.getByRole('button', { name: '选择库存' }).click();
  const window = page.getByRole('dialog', { name: '选择库存' });
  await window.getByRole('searchbox').fill('C-METHANOL');
  // Wait until stale rows are gone: header and result.
  await expect(window.getByRole('row').filter({ hasNotText: 'C-METHANOL' })).toHaveCount(1);
  await window
    .getByRole('row', { name: /C-METHANOL/ })
    .getByRole('checkbox')
    .first()
    .check();
  await window.getByRole('button', { name: '加入 1 项' }).click();
  await cell(page, 1, '数量').fill('1');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/MV\d+/);
  await expect(page.getByRole('link', { name: '办理移库' })).toBeVisible();
});
