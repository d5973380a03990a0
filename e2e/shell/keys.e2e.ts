// Initial focus of pages, lists and dialogs, and their keyboard shortcuts.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../_world.ts';
import { Crew } from '../wms/_documents.ts';
import { boxPage, button, dialog, state } from '../wms/_work.ts';

const ETHANOL = { code: 'C-ETHANOL', qty: '2', batchNo: 'KEYS-1', expiresOn: '2031-05-01' };

test('[F-W8] after signing in the first Tab is the skip link, and ↓ leaves the search for the list', async ({ guest }) => {
  const page = await guest();
  await signIn(page, 'keeper');
  const row = page.locator('tbody tr[data-row]').filter({ visible: true }).first();
  await expect(row).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: '跳到正文' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row.getByRole('link').first()).toBeFocused();
});

test('[F-W8] a form focuses its first field, and one key leads to the field that adds a line', async ({ as }) => {
  const page = await as('teacher', { group: '催化化学课题组' });
  await page.goto('/teacher/wms/transaction/inbound/edit');
  await expect(page.getByRole('combobox', { name: '仓库' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '需要修改' })).toBeVisible();
  const adding = page.getByRole('combobox', { name: '加入明细' });
  await expect(adding).toBeVisible();
  // The frame after reporting it, the form moves the cursor to its first error.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.keyboard.press('Alt+a');
  await expect(adding).toBeFocused();
});

test(
  '[F-W8] a document is put away by keyboard: P, suggestions, Ctrl+Enter in the dialog',
  { tag: '@long' },
  async ({ as, product }) => {
    const { id, no } = await new Crew(product.url).approved({ type: 'INBOUND', warehouse: 'W1', lines: [ETHANOL] });
    const page = await as('keeper');
    await page.goto(`/admin/wms/transaction/inbound/edit?id=${id}`);
    await expect(button(page, '办理入库').or(page.getByRole('link', { name: '办理入库' }))).toBeVisible();
    await page.keyboard.press('p');
    await page.waitForURL(`**/inbound/editbox?id=${id}`);
    await expect(button(page, '全部采用建议')).toBeEnabled();
    await button(page, '全部采用建议').press('Enter');
    await expect(button(page, '完成入库')).toBeEnabled();
    await button(page, '完成入库').press('Enter');
    await expect(
      dialog(page)
        .getByLabel(/的实际数量$/)
        .first(),
    ).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(state(page, '已入库')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(no);
  },
);

test(
  '[F-W1] a typed box code without Enter is applied before the goods are posted',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id } = await crew.approved({ type: 'INBOUND', warehouse: 'W1', lines: [ETHANOL] });
    const page = await as('keeper');
    await page.goto(boxPage('inbound', id));
    await button(page, '全部采用建议').click();
    const scan = page.getByRole('textbox', { name: '扫描库位码或输入库位编号' });
    await scan.fill('W1-NOWHERE');
    await button(page, '完成入库').click();
    await expect(page.getByText('扫描框里输入的内容没有生效', { exact: false })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await expect(scan).toBeFocused();
    // The response has been handled, and blocks nothing.
    await button(page, '完成入库').click();
    await expect(dialog(page)).toBeVisible();
  },
);

/** Types into a select and leaves it without choosing. */
async function typeAndLeave(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) }).click();
  await page.keyboard.type(text);
  await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toBeVisible();
}

test('[F-W1] text typed into a select is chosen if unambiguous, else the form is not sent', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager');
  await page.goto('/admin/wms/product/edit');
  await page.getByRole('textbox', { name: '产品编号' }).fill(`KEYS-${Date.now()}`);
  await page.getByRole('textbox', { name: /^(\* )?名称$/ }).fill('没有选中的产品');
  await typeAndLeave(page, '分类', '没有这个分类');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('“没有这个分类”没有选中', { exact: false })).toBeVisible();
  await typeAndLeave(page, '分类', '玻璃器皿');
  await page.getByRole('textbox', { name: '规格' }).click();
  await expect(page.getByText('没有选中', { exact: false }).filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('.ant-select').filter({ hasText: '玻璃器皿' }).first()).toBeVisible();
});
