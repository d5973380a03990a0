// Applying to deposit and to collect, on the side of those who apply.
import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { Client } from '../_client.ts';
import { expect, test } from '../_world.ts';
import { Crew } from './_documents.ts';
import { ethanol } from './_work.ts';
import { addField, begin, cell, chooseWarehouse, lines, listOf, paste, scan, submitted, waiting } from './_apply.ts';
import { unique } from '../_unique.ts';

const LAB = { group: '催化化学' };

/** The warehouse finds a document among those that wait for review. */
async function isInReview(page: Page, type: 'inbound' | 'outbound', no: string): Promise<void> {
  await page.goto(`${listOf('admin', type)}?waiting=true&q=${no}`);
  await expect(page.getByRole('link', { name: no })).toBeVisible();
}

test('[S1.01, S2.147, S2.148] a teacher files a deposit, and it shows in the inbound review', async ({ as }) => {
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
  await isInReview(await as('reviewer'), 'inbound', no);
});

test('[S1.02, S2.150, S2.156] a teacher files a collection from the stock window, and it shows in the outbound review', async ({
  as,
}) => {
  const page = await as('teacher', LAB);
  await begin(page, 'teacher', 'outbound');
  await page.getByRole('button', { name: '选择库存' }).click();
  const window = page.getByRole('dialog', { name: '选择库存' });
  await window.getByRole('searchbox').fill('C-ACETONE');
  const row = window.getByRole('row', { name: /C-ACETONE/ });
  await expect(row).toHaveCount(1);
  await row.getByRole('checkbox').check();
  await window.getByRole('button', { name: '加入 1 项' }).click();
  await expect(cell(page, 1, '数量')).toBeFocused();
  await cell(page, 1, '数量').fill('1');
  const no = await submitted(page);
  await isInReview(await as('reviewer'), 'outbound', no);
});

test('[S1.03] a supplier files a deposit and a collection', async ({ as }) => {
  await filesBoth(await as('supplier'), 'supplier', 'W-CYL-100', await as('reviewer'));
});

test('[S1.04] purchasing staff file a deposit and a collection', async ({ as }) => {
  await filesBoth(await as('staff'), 'staff', 'P-TIP-200', await as('reviewer'));
});

test('[S1.04] purchasing staff name the supplier, and take the lines along as a workbook', async ({ as }) => {
  const page = await as('staff');
  await begin(page, 'staff', 'inbound', '综合仓库');
  await page.getByRole('combobox', { name: '供应商' }).click();
  await page.keyboard.type('博林');
  await page.getByTitle('博林耗材供应商').click();
  await scan(page, 'P-TIP-200');
  await cell(page, 1, '数量').fill('2');
  await submitted(page);
  await expect(page.getByText('博林耗材供应商')).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 Excel' }).click();
  expect((await file).suggestedFilename()).toMatch(/^IN\d+-lines\.xlsx$/);
});

async function filesBoth(page: Page, prefix: string, code: string, reviewer: Page): Promise<void> {
  for (const type of ['inbound', 'outbound'] as const) {
    await begin(page, prefix, type, '综合仓库');
    await scan(page, code);
    await isInReview(reviewer, type, await submitted(page));
  }
}

test('[S4.80, S8.15, S8.16] a draft is kept, changed, submitted and withdrawn', async ({ as }) => {
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound', '综合仓库');
  await scan(page, 'P-TIP-200');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('保存成功。').or(page.getByText('Success to save.'))).toBeVisible();
  await expect(page).toHaveURL(/\/edit\?id=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/IN\d+/);
  await cell(page, 1, '备注').fill('轻放');
  await page.reload();
  await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible();
  await expect(cell(page, 1, '备注')).toHaveValue('轻放');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('有未保存的修改')).toBeHidden();
  await page.reload();
  await expect(cell(page, 1, '备注')).toHaveValue('轻放');
  await submitted(page);
  await page.getByRole('button', { name: '撤回', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click();
  await expect(page.getByText('已取消').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '撤回', exact: true })).toHaveCount(0);
});

test('[S8.17, S8.18] a draft is deleted after a question, and only then', async ({ as }) => {
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound', '综合仓库');
  await scan(page, 'P-TUBE-50');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/edit\?id=/);
  const address = page.url();
  await page.getByRole('button', { name: '删除', exact: true }).click();
  const question = page.getByRole('dialog', { name: '确认要删除此数据吗？' });
  await question.getByRole('button', { name: '取消', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(address);
  await page.getByRole('button', { name: '删除', exact: true }).click();
  await question.getByRole('button', { name: '删除', exact: true }).click();
  await expect(page).toHaveURL(/\/transaction\/inbound(\?|$)/);
  await page.goto(address);
  await expect(page.getByText('找不到你想要的页面')).toBeVisible();
});

test('[S5.30] rows pasted from a spreadsheet become lines, and what is wrong stands at its cell', async ({ as }) => {
  const page = await as('teacher', LAB);
  await begin(page, 'teacher', 'inbound', '化学品仓库');
  await addField(page).focus();
  const batch = unique();
  await paste(page, `C-NH3\t2\t瓶\t${batch}\t2029/5/1\nNO-SUCH\t1\t瓶\nC-HAC\tabc\t瓶\t${batch}\t20290501`);
  await expect(lines(page)).toHaveCount(3);
  await expect(cell(page, 1, '批号')).toHaveValue(batch);
  await expect(cell(page, 1, '有效期至')).toHaveValue('2029-05-01');
  await expect(lines(page).nth(1)).toContainText('NO-SUCH');
  await expect(lines(page).nth(2)).toContainText('请输入数字');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '处需要修改' })).toBeVisible();
  await cell(page, 2, '产品编号').fill('C-TEA');
  await cell(page, 2, '产品编号').press('Tab');
  await expect(lines(page).nth(1)).toContainText('三乙胺');
  await cell(page, 2, '批号').fill(batch);
  await cell(page, 2, '有效期至').fill('2029-05-01');
  await cell(page, 3, '数量').fill('4');
  await submitted(page);
});

test('[S5.30] quick scans are all added, and the next takes the place of one that was refused', async ({ as }) => {
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound');
  await addField(page).focus();
  for (const code of ['P-TIP-200', 'P-TUBE-50', 'P-TIP-200', 'P-GLOVE-M']) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
  await expect(lines(page)).toHaveCount(3);
  await expect(cell(page, 1, '数量')).toHaveValue('2');
  await expect(addField(page)).toHaveValue('');
  await page.keyboard.type('NO-SUCH');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '没有编号、CAS 或条码为 NO-SUCH 的产品' })).toBeVisible();
  await page.keyboard.type('P-TUBE-50');
  await expect(addField(page)).toHaveValue('P-TUBE-50');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, '数量')).toHaveValue('2');
});

test('[S5.30] a CAS number that products share says how many there are, and Enter picks one', async ({ as, product }) => {
  const manager = await new Crew(product.url).warehouse('manager');
  const categories = await manager.get<{ id: string; name: string }[]>('/wms/category');
  const categoryId = categories.body.find(({ name }) => name === '玻璃器皿')!.id;
  const mark = unique();
  for (const code of [`${mark}-1`, `${mark}-2`]) {
    const form = { code, name: code, categoryId, kind: 'CONSUMABLE', baseUnit: 'BOX', cas: '50-78-2' };
    const sizes = { unitVolumeL: '0.5', unitMassKg: '0.1' };
    const { status, body } = await manager.post<{ id: string; rev: number }>('/wms/product', { ...form, ...sizes });
    expect(status).toBeLessThan(300);
    await manager.put(`/wms/product/${body.id}/state`, { state: 'ACTIVE', rev: body.rev });
  }
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound');
  await addField(page).focus();
  await page.keyboard.type('50-78-2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '50-78-2 符合 2 项' })).toBeVisible();
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  const second = await page.getByRole('option').nth(1).locator('.kw-code').innerText();
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toContainText(second);
  await page.keyboard.type(`${mark}-1`);
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveCount(2);
});

test('a quantity below zero or beyond measure is told what it may be', async ({ as }) => {
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound');
  await scan(page, 'P-TIP-200');
  await cell(page, 1, '数量').fill('-3');
  await expect(lines(page).first()).toContainText('必须大于 0');
  await cell(page, 1, '数量').fill('99999999999999');
  await expect(lines(page).first()).toContainText('不能超过 999');
  await cell(page, 1, '数量').fill('abc');
  await expect(lines(page).first()).toContainText('请输入数字');
  await cell(page, 1, '数量').fill('1');
  await cell(page, 1, '单价（元）').fill('-3');
  await expect(lines(page).first()).toContainText('不能小于 0');
});

test('[S5.30] a pasted batch is shown with what there is of it', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const wanted = ethanol('4');
  await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [wanted] });
  const page = await as('teacher', LAB);
  await begin(page, 'teacher', 'outbound', '化学品仓库');
  await addField(page).focus();
  await paste(page, `C-ETHANOL\t5\t瓶\t${wanted.batchNo}`);
  await expect(lines(page).first()).toContainText(`批号 ${wanted.batchNo}`);
  await expect(lines(page).first()).toContainText('可用 4 瓶');
  await expect(lines(page).first()).toContainText('可领 4 瓶');
});

test('a column pasted into a cell fills the cells below it', async ({ as }) => {
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound');
  await addField(page).focus();
  await paste(page, 'P-TIP-200\t1\nP-TUBE-50\t1\nP-GLOVE-M\t1');
  await expect(lines(page)).toHaveCount(3);
  await cell(page, 2, '数量').focus();
  await paste(page, '1,200\n7');
  await expect(cell(page, 1, '数量')).toHaveValue('1');
  await expect(cell(page, 2, '数量')).toHaveValue('1200');
  await expect(cell(page, 3, '数量')).toHaveValue('7');
});

test('[S5.30] lines come from a workbook and go as a template', async ({ as }) => {
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound', '综合仓库');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载模板' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  const workbook = await writeXlsx({
    sheets: [
      {
        name: '明细',
        rows: [
          ['产品编号', '数量', '单位', '备注'],
          ['P-TIP-200', '12', '', '甲'],
          ['P-TUBE-50', '2.5', '', '乙'],
        ],
      },
    ],
  });
  await page
    .getByLabel('导入 Excel')
    .and(page.locator('input'))
    .setInputFiles({
      name: '明细.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(workbook),
    });
  await expect(lines(page)).toHaveCount(2);
  await expect(cell(page, 1, '数量')).toHaveValue('12');
  await expect(cell(page, 1, '备注')).toHaveValue('甲');
  await expect(lines(page).nth(1)).toContainText('只能是整数');
});

test('[S4.81, S5.30] more than there is in stock is refused at the line, with what there is', async ({ as }) => {
  const page = await as('teacher', LAB);
  await begin(page, 'teacher', 'outbound', '化学品仓库');
  await scan(page, 'C-KMNO4');
  await cell(page, 1, '数量').fill('5000');
  await expect(lines(page).first()).toContainText(/可领 \d+ 瓶/);
  await page.keyboard.press('Control+Enter');
  const kept = page.locator('.ant-message-warning');
  await expect(kept.getByText(/OUT\d+ 已存为草稿，尚未提交/)).toBeVisible();
  await expect(lines(page).first()).toContainText(/库存不足，可用 \d+ 瓶/);
  await expect(cell(page, 1, '数量')).toBeFocused();
  await cell(page, 1, '数量').fill('1');
  await expect(lines(page).first()).not.toContainText('库存不足');
});

test('[S2.150, S8.14] a first submission that is refused leaves its draft in the address: a reload and a second try find it', async ({
  as,
  product,
}) => {
  const teacher = await Client.signIn(product.url, 'teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const count = async (): Promise<number> =>
    (await teacher.get<{ total: number }>('/wms/transaction?type=OUTBOUND&size=1')).body.total;
  const before = await count();
  const page = await as('teacher', LAB);
  await begin(page, 'teacher', 'outbound', '化学品仓库');
  await scan(page, 'C-NAOH');
  await cell(page, 1, '数量').fill('5000');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/outbound\/edit\?id=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/OUT\d+/);
  await expect(lines(page).first()).toContainText(/库存不足，可用 \d+/);
  await expect(cell(page, 1, '数量')).toBeFocused();

  await page.reload();
  await expect(cell(page, 1, '数量')).toHaveValue('5000');
  await cell(page, 1, '数量').fill('1');
  await submitted(page);
  expect(await count()).toBe(before + 1);
});

test('[S2.155, S8.10] the window keeps what was chosen on another page', async ({ as }) => {
  const page = await as('teacher2');
  await begin(page, 'teacher', 'inbound');
  await page.getByRole('button', { name: '选择产品' }).click();
  const window = page.getByRole('dialog', { name: '选择产品' });
  await window.getByRole('button', { name: '加入', exact: true }).click();
  await expect(page.getByText('没有选择数据。')).toBeVisible();
  await window.getByRole('row').nth(1).getByRole('checkbox').check();
  const first = await window.getByRole('row').nth(1).locator('.kw-code').innerText();
  await window.getByRole('button', { name: '下一页' }).click();
  await expect(window.getByRole('row').nth(1)).not.toContainText(first);
  await window.getByRole('row').nth(1).getByRole('checkbox').check();
  await window.getByRole('button', { name: '加入 2 项' }).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toContainText(first);
});

test('[S2.155, S2.156] the windows have addresses of their own, and begin an application', async ({ as }) => {
  const page = await as('teacher', LAB);
  await page.goto('/teacher/wms/transaction/select-product');
  await page.getByRole('searchbox').fill('C-TOLUENE');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page
    .getByRole('row', { name: /C-TOLUENE/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: '新建存放申请' }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toContainText('C-TOLUENE');
  await page.goto('/teacher/wms/transaction/select-productbox');
  await page.getByRole('searchbox').fill('C-METHANOL');
  await page
    .getByRole('row', { name: /C-METHANOL/ })
    .getByRole('checkbox')
    .first()
    .check();
  await page.getByRole('button', { name: '新建领取申请' }).click();
  await expect(lines(page).first()).toContainText('C-METHANOL');
});

test('an application is filed with the keyboard alone', async ({ as }) => {
  const page = await as('teacher', LAB);
  await begin(page, 'teacher', 'inbound');
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

test('an application is filed on a phone', async ({ as }) => {
  const page = await as('teacher2', { viewport: { width: 390, height: 844 } });
  await begin(page, 'teacher', 'inbound', '综合仓库');
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

test('[S8.01, S8.02] the document of another group is not there', async ({ as, product }) => {
  const other = await Client.signIn(product.url, 'teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const { body } = await other.get<{ list: { id: string }[] }>('/wms/transaction?type=INBOUND&size=1');
  const page = await as('teacher', LAB);
  await page.goto(`${listOf('teacher', 'inbound')}/edit?id=${body.list[0]!.id}`);
  await expect(page.getByText('404')).toBeVisible();
  await expect(page.getByText('找不到你想要的页面')).toBeVisible();
});

test('[S2.152] a keeper moves stock to another warehouse', async ({ as }) => {
  const page = await as('keeper');
  await page.goto(listOf('admin', 'move'));
  await page.getByRole('link', { name: '新建移库' }).first().click();
  await page.getByRole('combobox', { name: '移出仓库' }).click();
  await page.getByTitle('化学品仓库').click();
  await page.getByRole('button', { name: '选择库存' }).click();
  const window = page.getByRole('dialog', { name: '选择库存' });
  await window.getByRole('searchbox').fill('C-METHANOL');
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

test('[S2.147] parts of the list, the page of a row, and a copy of it', async ({ as }) => {
  const page = await as('teacher', LAB);
  await page.goto(listOf('teacher', 'inbound'));
  await page.getByRole('button', { name: '已结束' }).click();
  await expect(page).toHaveURL(/state=DONE/);
  const row = page.getByRole('row', { name: /已完成/ }).first();
  await row.getByRole('link', { name: /^IN\d+/ }).click();
  await expect(page.getByRole('list', { name: '审核记录' })).toContainText('完成过账');
  await page.getByRole('link', { name: '复制为新申请' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新建存放申请');
  await expect(lines(page).first()).toBeVisible();
});
