// Documents from the reviewer's side, and their reversal.
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { Crew } from './_documents.ts';
import { boxPage, button, dialog, ethanol, gloves, REVIEW, state } from './_work.ts';

test('[S1.05, S2.153, S2.154, S4.82] a reviewer approves a reduced quantity by keyboard alone', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, no } = await crew.submitted(gloves('20'));
  await crew.submitted(gloves('3'));
  const page = await as('reviewer');
  await page.goto(`${REVIEW}?id=${id}`);
  await expect(button(page, '批准')).toBeEnabled();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('存放申请');
  await page.keyboard.press('a');
  await expect(dialog(page)).toContainText(`批准 ${no}`);
  await expect(dialog(page).getByLabel('审核意见')).toBeFocused();
  const granted = dialog(page).getByLabel('第 1 行“丁腈手套 M”的批准数量');
  await granted.fill('21');
  await expect(dialog(page)).toContainText('批准数量不能超过申请数量');
  await granted.fill('12');
  await dialog(page).getByLabel('第 1 行少批的原因').fill('库位紧张');
  await dialog(page).getByRole('button', { name: '同意，请按计划日期送达' }).click();
  await dialog(page).getByLabel('审核意见').press('Control+Enter');
  await expect(state(page, '待上架')).toBeVisible();
  await expect(page.getByRole('link', { name: /下一张（\d+ 张入库待审）/ })).toBeVisible();

  await go(page, `/admin/wms/transaction/audit-timeline?id=${id}`);
  const timeline = page.getByRole('list', { name: '审核记录' });
  await expect(timeline).toContainText('同意，请按计划日期送达');
  await expect(timeline).toContainText('周明');
  await expect(timeline).toContainText('第 1 行 20 → 12 盒');
  await expect(timeline).toContainText('等待分配库位');
  const { lines } = await crew.read(id);
  expect(lines[0]).toMatchObject({ qtyAppr: '12', rejectReason: '库位紧张' });
});

test(
  '[S1.06, S4.80] a controlled product is issued after two levels, approved by two people',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id, no } = await crew.submitted({ type: 'OUTBOUND', warehouse: 'W1', lines: [{ code: 'C-ACETONE', qty: '1' }] });
    const first = await as('reviewer');
    await first.goto(`${REVIEW}?id=${id}`);
    await button(first, '批准').click();
    await expect(dialog(first)).toContainText('还有下一级，由另一人审核');
    await dialog(first).getByRole('button', { name: '批准' }).click();
    await expect(state(first, '待审核 2/2')).toBeVisible();
    await expect(dialog(first)).toBeHidden();
    await expect(first.getByText(`${no} 待审核 2/2`)).toBeVisible();
    await expect(button(first, '批准')).toHaveCount(0);
    await first.reload();
    await expect(button(first, '批准')).toBeDisabled();
    await expect(first.getByText('当前步骤不由您审核')).toBeVisible();

    const manager = await as('manager');
    await manager.goto(`${REVIEW}?id=${id}`);
    await expect(button(manager, '批准')).toBeEnabled();
    const second = await as('reviewer2');
    await second.goto(`${REVIEW}?id=${id}`);
    await button(second, '批准').click();
    await dialog(second).getByRole('button', { name: '批准' }).click();
    await expect(state(second, '待拣货')).toBeVisible();
    // The others are updated live.
    await expect(state(first, '待拣货')).toBeVisible();
    await expect(button(manager, '批准')).toHaveCount(0);
  },
);

test(
  '[S1.06, S4.82] an expired batch is marked at every level, and the last one requires a reason of its own',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id } = await crew.submitted({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2', -30)] });
    for (const [name, after] of [
      ['reviewer', '待审核 2/2'],
      ['reviewer2', '待上架'],
    ] as const) {
      const page = await as(name);
      await page.goto(`/admin/wms/transaction/audit-timeline?id=${id}`);
      const timeline = page.getByRole('list', { name: '审核记录' });
      await expect(timeline).toContainText(name === 'reviewer' ? '等待入库初审' : '等待入库复审');
      await page.goto(`${REVIEW}?id=${id}`);
      await expect(page.getByRole('region', { name: '明细' }).getByText('过期', { exact: true })).toBeVisible();
      await button(page, '批准').click();
      await expect(dialog(page).getByRole('table').getByText('过期', { exact: true })).toBeVisible();
      await expect(dialog(page).getByRole('group', { name: '常用语' })).toHaveCount(name === 'reviewer' ? 1 : 0);
      if (name === 'reviewer2') await dialog(page).getByLabel('含过期批次，请说明同意的原因').fill('仅用于清洗');
      await dialog(page).getByRole('button', { name: '批准', exact: true }).click();
      await expect(state(page, after)).toBeVisible();
    }
  },
);

test(
  'an expired batch is marked while a decision is open, not in a finished document',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id, rev } = await crew.submitted({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2', -30)] });
    const page = await as('reviewer');
    await page.goto(`${REVIEW}?id=${id}`);
    const lines = page.getByRole('region', { name: '明细' });
    await expect(lines.getByText('过期', { exact: true })).toBeVisible();
    const reviewer = await crew.warehouse('reviewer');
    expect((await reviewer.put(`/wms/transaction/${id}/reject`, { rev, comment: '已过期' })).status).toBe(200);
    await page.goto(`${REVIEW}?id=${id}`);
    await expect(state(page, '已拒绝')).toBeVisible();
    await expect(lines).toContainText('到期');
    await expect(lines.getByText('过期', { exact: true })).toHaveCount(0);
  },
);

test(
  '[S1.06, S4.82] the second level sees the requested and the already reduced quantity',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id, rev, lines } = await crew.submitted({
      type: 'OUTBOUND',
      warehouse: 'W1',
      lines: [{ code: 'C-ACETONE', qty: '3' }],
    });
    const first = await crew.warehouse('reviewer');
    const cut = { rev, lines: [{ lineId: lines[0]!.id, qtyAppr: '2', reason: '库存紧张' }] };
    expect((await first.put(`/wms/transaction/${id}/approve`, cut)).status).toBe(200);
    const page = await as('reviewer2');
    await page.goto(`${REVIEW}?id=${id}`);
    await button(page, '批准').click();
    await expect(dialog(page).getByRole('columnheader')).toHaveText(['产品', '批号', '申请数量', '初审数量', '批准数量']);
    const cells = dialog(page).locator('tbody tr').first().locator('td');
    await expect(cells.nth(2)).toHaveText(/^3/);
    await expect(cells.nth(3)).toHaveText(/^2/);
    await expect(dialog(page).getByLabel('第 1 行“丙酮”的批准数量')).toHaveValue('2');
  },
);

test(
  'the amount follows the approved quantity, and anyone who sees an approved document can print it',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const wanted = gloves('6');
    const { id, rev, lines } = await crew.submitted({ ...wanted, lines: [{ ...wanted.lines[0]!, unitPrice: '28' }] });
    const reviewer = await as('reviewer');
    await reviewer.goto(`${REVIEW}?id=${id}`);
    await expect(reviewer.getByText('168.00')).toBeVisible();
    await expect(reviewer.getByRole('link', { name: '打印' })).toHaveCount(0);
    const cut = { rev, lines: [{ lineId: lines[0]!.id, qtyAppr: '5', reason: '库位紧张' }] };
    expect((await (await crew.warehouse('reviewer')).put(`/wms/transaction/${id}/approve`, cut)).status).toBe(200);
    await expect(reviewer.getByText('140.00')).toBeVisible();
    await expect(reviewer.getByRole('link', { name: '打印' })).toBeVisible();
    const teacher = await as('teacher', { group: '催化化学' });
    await teacher.goto(`/teacher/wms/transaction/inbound/edit?id=${id}`);
    await expect(teacher.getByText('140.00')).toBeVisible();
    await teacher.getByRole('link', { name: '打印' }).click();
    await expect(teacher.getByRole('article')).toContainText('丁腈手套 M');
  },
);

test('[S4.82] returning or rejecting requires a reason, which the document shows to everyone', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const returned = await crew.submitted(gloves('5'));
  const rejected = await crew.submitted(gloves('6'));
  const page = await as('reviewer');
  await page.goto(`${REVIEW}?id=${returned.id}`);
  await button(page, '退回').click();
  await dialog(page).getByRole('button', { name: '退回' }).click();
  await expect(dialog(page)).toContainText('该字段不能为空');
  await dialog(page).getByRole('button', { name: '请写明用途' }).click();
  await expect(dialog(page).getByLabel('原因')).toHaveValue('请写明用途');
  await dialog(page).getByRole('button', { name: '退回' }).click();
  await expect(state(page, '已退回')).toBeVisible();
  // While closing, it has the keyboard focus, and keeps keys from the page.
  await expect(dialog(page)).toHaveCount(0);

  await go(page, `${REVIEW}?id=${rejected.id}`);
  await expect(button(page, '拒绝')).toBeEnabled();
  await page.keyboard.press('x');
  await dialog(page).getByLabel('原因').fill('重复申请，请合并');
  await dialog(page).getByLabel('原因').press('Control+Enter');
  await expect(state(page, '已拒绝')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await go(page, `/admin/wms/transaction/audit-timeline?id=${rejected.id}`);
  await expect(page.getByRole('list', { name: '审核记录' })).toContainText('重复申请，请合并');
  await expect(page.getByText('流程已结束')).toBeVisible();
});

test('[S4.85] of two reviewers one decides; the other is informed, and sees the current state', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, rev } = await crew.submitted(gloves('7'));
  const page = await as('reviewer');
  await page.goto(`${REVIEW}?id=${id}`);
  await button(page, '批准').click();
  await expect(dialog(page)).toBeVisible();
  const manager = await crew.warehouse('manager');
  const { status } = await manager.put(`/wms/transaction/${id}/reject`, { rev, comment: '不需要' });
  expect(status).toBe(200);
  // A live event closes the case behind the dialog; its button comes too late.
  const approve = dialog(page).getByRole('button', { name: '批准' });
  await approve.click();
  await expect(dialog(page).getByRole('alert')).toContainText('当前状态不能执行此操作');
  await dialog(page).getByRole('button', { name: '查看最新内容' }).click();
  await expect(state(page, '已拒绝')).toBeVisible();
  await expect(button(page, '批准')).toHaveCount(0);
});

test('[S4.80] a document is cancelled before anything is posted, and reversed afterwards', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const open = await crew.approved(gloves('2'));
  const keeper = await as('keeper');
  await keeper.goto(boxPage('inbound', open.id));
  await button(keeper, '更多').click();
  await keeper.getByRole('menuitem', { name: '作废' }).click();
  await dialog(keeper).getByRole('button', { name: '货物未到' }).click();
  await dialog(keeper).getByRole('button', { name: '作废', exact: true }).click();
  await expect(state(keeper, '已作废')).toBeVisible();

  const done = await crew.done({ ...gloves('3'), type: 'INBOUND' });
  const reviewer = await as('reviewer2');
  await reviewer.goto(`${REVIEW}?id=${done.id}`);
  await button(reviewer, '冲销').click();
  await dialog(reviewer).getByRole('button', { name: '实物与单据不符' }).click();
  await dialog(reviewer).getByRole('button', { name: '冲销' }).click();
  await expect(dialog(reviewer)).toHaveCount(0);
  await expect(button(reviewer, '冲销')).toHaveCount(0);
  const { reversed, reversedById } = await crew.read(done.id);
  expect(reversed).toBe(true);
  expect((await crew.read(reversedById!)).reversesId).toBe(done.id);
});
