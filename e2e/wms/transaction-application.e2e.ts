// The life of a request: saved, refused, withdrawn, deleted, found, copied.
import { Client } from '../_client.ts';
import { expect, test } from '../_world.ts';
import { openNewRequest, cell, lines, listOf, scan, submitted } from './_apply.ts';
import { Crew } from './_documents.ts';

const LAB = { group: '催化化学' };

test('[S4.80] [F-U2] a draft is saved, changed, submitted, withdrawn and cancelled', async ({ as }) => {
  const page = await as('teacher2');
  await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
  await scan(page, 'P-TIP-200');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('保存成功。')).toBeVisible();
  await expect(page).toHaveURL(/\/edit\?id=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/IN\d+/);
  await cell(page, 1, '备注').fill('轻放');
  await page.reload();
  await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible();
  await expect(page.getByRole('button', { name: '放弃，载入已保存的内容' })).toBeVisible();
  await expect(cell(page, 1, '备注')).toHaveValue('轻放');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('修改成功。')).toBeVisible();
  await expect(page.getByText('有未保存的修改')).toBeHidden();
  await page.reload();
  await expect(cell(page, 1, '备注')).toHaveValue('轻放');
  await submitted(page);
  await page.getByRole('button', { name: '撤回', exact: true }).click();
  const number = (await page.getByRole('heading', { level: 1 }).textContent())!.match(/IN\d+/)![0];
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click();
  // The same document, editable again.
  await expect(cell(page, 1, '备注')).toHaveValue('轻放');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expect(page.getByText('草稿').first()).toBeVisible();
  await page.getByRole('button', { name: '作废', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('不再需要');
  await expect(dialog.getByRole('button', { name: '暂不作废' })).toBeVisible();
  await dialog.getByRole('button', { name: '作废', exact: true }).click();
  await expect(page.getByText('已作废').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '撤回', exact: true })).toHaveCount(0);
});

test('[S8.18] a draft is deleted only after confirmation', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher2');
  await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
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

test(
  '[S4.81, S5.30] more than the available stock is refused at the line, with the quantity available',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', LAB);
    await openNewRequest(page, 'teacher', 'outbound', '化学品仓库');
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
  },
);

test(
  '[S2.150] a refused first submission has its draft in the address: a reload and a retry find it',
  { tag: '@long' },
  async ({ as, product }) => {
    const teacher = await Client.signIn(product.url, 'teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
    const count = async (): Promise<number> =>
      (await teacher.get<{ total: number }>('/wms/transaction?type=OUTBOUND&size=1')).body.total;
    const before = await count();
    const page = await as('teacher', LAB);
    await openNewRequest(page, 'teacher', 'outbound', '化学品仓库');
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
  },
);

test('[S8.02] a document of another group is not found', { tag: '@long' }, async ({ as, product }) => {
  const other = await Client.signIn(product.url, 'teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const { body } = await other.get<{ list: { id: string }[] }>('/wms/transaction?type=INBOUND&size=1');
  const page = await as('teacher', LAB);
  await page.goto(`${listOf('teacher', 'inbound')}/edit?id=${body.list[0]!.id}`);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByText('找不到你想要的页面')).toBeVisible();
});

test('[S2.147] list tabs, the page of a row, and a copy of it', { tag: '@long' }, async ({ as, product }) => {
  const deposit = { type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'P-TIP-200', qty: '1' }] } as const;
  const { no } = await new Crew(product.url).done(deposit);
  const page = await as('teacher', LAB);
  await page.goto(listOf('teacher', 'inbound'));
  await page.getByRole('button', { name: '已结束' }).click();
  await expect(page).toHaveURL(/state=DONE/);
  await page
    .getByRole('row', { name: /已入库/ })
    .getByRole('link', { name: no, exact: true })
    .click();
  await expect(page.getByRole('list', { name: '审核记录' })).toContainText('完成办理');
  await page.getByRole('link', { name: '复制为新申请' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新建存放申请');
  await expect(lines(page).first()).toBeVisible();
});
