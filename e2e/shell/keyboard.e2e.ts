// Daily work by keyboard alone, from the list to the posted document.
import { unique } from '../_unique.ts';
import { expect, PHONE, test } from '../_world.ts';
import { Crew } from '../wms/_documents.ts';
import { Goods } from '../wms/_goods.ts';
import { button, dialog, gloves, state } from '../wms/_work.ts';
import { enter, expectFocusKept, tabTo } from './_keyboard.ts';
import type { Locator, Page } from '@playwright/test';

const LAB = { group: '催化化学课题组' };
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 }).filter({ visible: true });
const add = (page: Page): Locator => page.getByRole('combobox', { name: '加入明细' });

/** Finds a row by its keys and opens it. */
async function openRow(page: Page, list: string, text: string): Promise<void> {
  await page.goto(list);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(text));
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await expect(rows(page).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
}

test('[S1.07] a teacher files a deposit from the list by keyboard alone', async ({ as }) => {
  const page = await as('teacher', LAB);
  await page.goto('/teacher/wms/transaction/inbound');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(heading(page)).toHaveText('新建存放申请');
  await tabTo(page, page.getByRole('combobox', { name: '仓库' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeAttached();
  await page.keyboard.press('Enter');
  await tabTo(page, add(page));
  await page.keyboard.type('C-NH3');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('第 1 行 数量')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('第 1 行 数量')).toBeFocused();
  await page.keyboard.type('3');
  await tabTo(page, page.getByLabel('第 1 行 批号'));
  await page.keyboard.type(unique());
  await tabTo(page, page.getByLabel('第 1 行 有效期至'));
  await page.keyboard.type('290501');
  await page.keyboard.press('Control+Enter');
  await expect(heading(page)).toContainText(/IN\d+/);
  await expect(page.getByText('待审核').filter({ visible: true }).first()).toBeVisible();
  await expectFocusKept(page);
});

test(
  '[S1.05] a reviewer opens, approves and continues by keyboard alone; cancelling returns',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { no } = await crew.submitted(gloves('20'));
    const page = await as('reviewer');
    await openRow(page, '/admin/wms/transaction/inbound', no);
    await expect(heading(page)).toContainText(no);
    await expectFocusKept(page);
    await tabTo(page, button(page, '批准'));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('审核意见')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(page, '批准')).toBeFocused();

    await page.keyboard.press('a');
    await expect(dialog(page).getByLabel('审核意见')).toBeFocused();
    await page.keyboard.type('同意');
    await page.keyboard.press('Control+Enter');
    await expect(state(page, '待上架')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await expectFocusKept(page);
  },
);

test('[S2.149] a storekeeper puts goods away by keyboard alone', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { no, id } = await crew.approved({ ...gloves('4') });
  const page = await as('keeper');
  await openRow(page, '/admin/wms/transaction/inbound?task=execute', no);
  await expect(heading(page)).toContainText(no);
  // Suggestions and the scan field arrive after the heading, and move the focus.
  await expectFocusKept(page);
  await enter(page, button(page, '全部采用建议'));
  await expect(page.getByText('1 / 1 行已就绪')).toBeVisible();
  await expectFocusKept(page);
  await enter(page, button(page, '完成入库'));
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, '完成入库')).toBeFocused();
  await page.keyboard.press('Enter');
  await enter(page, dialog(page).getByRole('button', { name: '全部完成' }));
  await expect(state(page, '已入库')).toBeVisible();
  await expectFocusKept(page);
  expect((await crew.read(id)).state).toBe('DONE');
});

test('[S2.151] goods are requested and issued by keyboard alone', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  await goods.deposit(await goods.product(), '5');
  const page = await as('teacher', LAB);
  await page.goto('/teacher/wms/transaction/outbound');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('n');
  await expect(heading(page)).toHaveText('新建领取申请');
  await tabTo(page, page.getByRole('combobox', { name: '仓库' }));
  await page.keyboard.press('ArrowDown');
  // Its position depends on the warehouses of other tests.
  const active = page.locator('.ant-select-item-option-active');
  await expect(active).toBeVisible();
  await expect(async () => {
    if (!(await active.innerText()).includes('综合仓库')) await page.keyboard.press('ArrowDown');
    await expect(active).toContainText('综合仓库', { timeout: 200 });
  }).toPass();
  await page.keyboard.press('Enter');
  await enter(page, page.getByRole('button', { name: /选择库存$/ }));
  await expect(dialog(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(goods.mark);
  await expect(dialog(page).getByRole('row')).toHaveCount(2);
  await tabTo(page, dialog(page).getByRole('row').nth(1).getByRole('checkbox'));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('第 1 行 数量')).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('待审核').filter({ visible: true }).first()).toBeVisible();
  await expectFocusKept(page);

  const id = new URL(page.url()).searchParams.get('id')!;
  const { body: document } = await goods.manager.get<{ no: string; rev: number }>(`/wms/transaction/${id}`);
  expect((await goods.manager.put(`/wms/transaction/${id}/approve`, { rev: document.rev })).status).toBe(200);
  const { code } = (await goods.owner.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`)).body;
  const keeper = await as('keeper');
  await openRow(keeper, '/admin/wms/transaction/outbound?task=execute', document.no);
  await enter(keeper, button(keeper, '完成出库'));
  await expect(dialog(keeper).getByLabel('领取码')).toBeFocused();
  await keeper.keyboard.type(code);
  await keeper.keyboard.press('Enter');
  await expect(state(keeper, '已出库')).toBeVisible();
  await expectFocusKept(keeper);
});

test('[S1.08] the location and history of a product are found by keyboard alone', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product(), '7');
  const page = await as('manager');
  await openRow(page, '/admin/wms/product-box/list', goods.mark);
  const detail = page.getByRole('complementary', { name: '详情' }).filter({ visible: true });
  await expect(detail).toContainText(stock.boxCode);
  await expect(detail).toContainText('7 盒');
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await expect(rows(page).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await enter(page, detail.getByRole('link', { name: '在台账中查看' }));
  await expect(heading(page)).toContainText('台账');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('+7');
  await expectFocusKept(page);
  const download = page.waitForEvent('download');
  await enter(page, button(page, /导出$/));
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await expect(button(page, /导出$/)).toBeFocused();
});

test('closing a dialog by mouse or touch returns the focus to its opener', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/mg/user/mg?q=teacher2');
  const row = page.locator('tbody tr[data-row]').filter({ hasText: 'teacher2' });
  const shown = page.locator('.ant-modal').filter({ visible: true });
  const ways = [
    { opener: row.getByRole('button', { name: /^重置密码/ }) },
    { opener: row.getByRole('button', { name: /^更多/ }), item: '复制权限' },
    { opener: row.getByRole('button', { name: /^更多/ }), item: '删除' },
    { opener: page.getByRole('button', { name: '导入', exact: true }) },
  ];
  for (const { opener, item } of ways) {
    await opener.click();
    if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
    await shown.locator('.ant-modal-close, .ant-modal-confirm-btns button').first().click();
    await expect(shown).toHaveCount(0);
    await expect(opener, item).toBeFocused();
  }

  const phone = await as('admin', PHONE);
  await phone.goto('/mg/user/mg?q=teacher2');
  const filters = phone.getByRole('button', { name: /^筛选/ });
  await filters.tap();
  await phone.getByRole('dialog').getByRole('button', { name: '确定' }).tap();
  await expect(phone.getByRole('dialog')).toHaveCount(0);
  await expect(filters).toBeFocused();
});
