// Documents on the side of those who review, keep and print.
import type { Page } from '@playwright/test';
import { LOCALE_KEY } from '@kuwei/contract/constants';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { expect, test } from '../_world.ts';
import { Crew, inDays, newBatch, type Wanted } from './_documents.ts';

const REVIEW = '/admin/wms/transaction/audit-button';
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** The state beside the number of the document. */
const state = (page: Page, name: string) => page.locator('.page-head .state-tag').filter({ hasText: name, visible: true });
const boxPage = (type: string, id: string): string => `/admin/wms/transaction/${type}/editbox?id=${id}`;

const gloves = (qty: string): Wanted => ({ type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'P-GLOVE-M', qty }] });
const ethanol = (qty: string, expires = 700) =>
  ({ code: 'C-ETHANOL', qty, batchNo: newBatch(), expiresOn: inDays(expires) }) as const;

test('[S1.05, S2.153, S2.154, S4.82] a reviewer approves an application with less, by the keyboard alone', async ({
  as,
  product,
}) => {
  const crew = new Crew(product.url);
  const { id, no } = await crew.submitted(gloves('20'));
  await crew.submitted(gloves('3'));
  const page = await as('reviewer');
  await page.goto(`${REVIEW}?id=${id}`);
  await expect(button(page, '批准')).toBeEnabled();
  await page.keyboard.press('a');
  await expect(dialog(page)).toContainText(`批准 ${no}`);
  await expect(dialog(page).getByLabel('审核意见')).toBeFocused();
  const granted = dialog(page).getByLabel('第 1 行 丁腈手套 M 的批准数量');
  await granted.fill('21');
  await expect(dialog(page)).toContainText('批准数量不能超过申请数量');
  await granted.fill('12');
  await dialog(page).getByLabel('第 1 行少批的原因').fill('库位紧张');
  await dialog(page).getByRole('button', { name: '同意，请按计划日期送达' }).click();
  await dialog(page).getByLabel('审核意见').press('Control+Enter');
  await expect(state(page, '已批准')).toBeVisible();
  await expect(page.getByRole('link', { name: /下一张（\d+ 张待审）/ })).toBeVisible();

  await page.goto(`/admin/wms/transaction/audit-timeline?id=${id}`);
  const timeline = page.getByRole('list', { name: '审核记录' });
  await expect(timeline).toContainText('同意，请按计划日期送达');
  await expect(timeline).toContainText('周明');
  await expect(timeline).toContainText('第 1 行 20 → 12 盒');
  await expect(timeline).toContainText('等待分配库位');
  const { lines } = await crew.read(id);
  expect(lines[0]).toMatchObject({ qtyAppr: '12', rejectReason: '库位紧张' });
});

test('[S1.06, S4.80] a controlled product leaves after two levels, given by two people', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.submitted({ type: 'OUTBOUND', warehouse: 'W1', lines: [{ code: 'C-ACETONE', qty: '1' }] });
  const first = await as('reviewer');
  await first.goto(`${REVIEW}?id=${id}`);
  await button(first, '批准').click();
  await dialog(first).getByRole('button', { name: '批准' }).click();
  await expect(state(first, '待复审')).toBeVisible();
  await expect(dialog(first)).toBeHidden();
  await expect(button(first, '批准')).toBeDisabled();
  await expect(first.getByText('当前审核环节不由您处理')).toBeVisible();

  const manager = await as('manager');
  await manager.goto(`${REVIEW}?id=${id}`);
  await expect(button(manager, '批准')).toBeEnabled();
  const second = await as('reviewer2');
  await second.goto(`${REVIEW}?id=${id}`);
  await button(second, '批准').click();
  await dialog(second).getByRole('button', { name: '批准' }).click();
  await expect(state(second, '已批准')).toBeVisible();
  // The others see it without asking.
  await expect(state(first, '已批准')).toBeVisible();
  await expect(button(manager, '批准')).toHaveCount(0);
});

test('[S4.82] who returns or rejects says why, and the document says it to everyone', async ({ as, product }) => {
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

  await page.goto(`${REVIEW}?id=${rejected.id}`);
  await expect(button(page, '拒绝')).toBeEnabled();
  await page.keyboard.press('x');
  await dialog(page).getByLabel('原因').fill('重复申请，请合并');
  await dialog(page).getByLabel('原因').press('Control+Enter');
  await expect(state(page, '已拒绝')).toBeVisible();
  await page.goto(`/admin/wms/transaction/audit-timeline?id=${rejected.id}`);
  await expect(page.getByRole('list', { name: '审核记录' })).toContainText('重复申请，请合并');
  await expect(page.getByText('流程已结束')).toBeVisible();
});

test('[S4.85] of two reviewers one decides; the other is told, and shown what there is now', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, rev } = await crew.submitted(gloves('7'));
  const page = await as('reviewer');
  await page.goto(`${REVIEW}?id=${id}`);
  await button(page, '批准').click();
  await expect(dialog(page)).toBeVisible();
  const manager = await crew.warehouse('manager');
  const { status } = await manager.put(`/wms/transaction/${id}/reject`, { rev, comment: '不需要' });
  expect(status).toBe(200);
  // Live events close the case behind the dialog; what was asked in it comes too late.
  const approve = dialog(page).getByRole('button', { name: '批准' });
  await approve.click();
  await expect(dialog(page).getByRole('alert')).toContainText('当前状态不能执行此操作');
  await dialog(page).getByRole('button', { name: '查看最新内容' }).click();
  await expect(state(page, '已拒绝')).toBeVisible();
  await expect(button(page, '批准')).toHaveCount(0);
});

test('[S2.149, S4.81] a keeper takes the suggestions, finishes a part, then the rest', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.approved({ type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'P-GLOVE-M', qty: '10' }] });
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  await expect(button(page, '完成入库')).toBeDisabled();
  await expect(page.getByText('还没有分配库位')).toBeVisible();
  await button(page, '全部采用建议').click();
  await expect(page.getByText('1 / 1 行已就绪')).toBeVisible();
  await button(page, '完成入库').click();
  const actual = dialog(page).getByLabel(/丁腈手套 M .* 的实际数量/);
  for (const [at, field] of (await actual.all()).entries()) await field.fill(at === 0 ? '1' : '0');
  await dialog(page).getByRole('button', { name: '部分完成' }).click();
  await expect(state(page, '部分完成')).toBeVisible();
  expect((await crew.read(id)).lines[0]!.qtyDone).toBe('1');

  await button(page, '完成入库').click();
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已完成')).toBeVisible();
  expect((await crew.read(id)).state).toBe('DONE');
});

test('[S2.149] a line is split over two boxes, and ended short with a reason', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.approved({ type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'W-BEAKER-250', qty: '9' }] });
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  const put = page.getByRole('button', { name: /^放入 / });
  await put.nth(0).click();
  await page.getByLabel(/ 的数量$/).fill('5');
  await expect(page.getByText('还需分配 4 个')).toBeVisible();
  await page
    .getByRole('button', { name: /^放入 / })
    .nth(3)
    .click();
  await expect(page.getByLabel(/ 的数量$/)).toHaveCount(2);
  await expect(page.getByText('已全部分配')).toBeVisible();
  await button(page, '保存库位').click();
  await expect(state(page, '执行中')).toBeVisible();
  const { lines } = await crew.read(id);
  expect(lines[0]!.boxes.map(({ qty }) => qty).sort()).toEqual(['4', '5']);

  await button(page, '完成入库').click();
  await dialog(page)
    .getByLabel(/ 的实际数量$/)
    .nth(1)
    .fill('0');
  await dialog(page).getByRole('button', { name: '部分完成' }).click();
  await expect(state(page, '部分完成')).toBeVisible();
  await button(page, '更多').click();
  await page.getByRole('menuitem', { name: '缺量结束' }).click();
  await dialog(page).getByRole('button', { name: '实物破损' }).click();
  await dialog(page).getByRole('button', { name: '缺量结束' }).click();
  await expect(state(page, '已完成')).toBeVisible();
});

test('[S2.149, S5.30] a box that cannot take the goods is refused with others that can, one click away', async ({
  as,
  product,
}) => {
  const crew = new Crew(product.url);
  const { id, warehouseId } = await crew.approved({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2')] });
  const manager = await crew.warehouse('manager');
  const oxidisers = await manager.get<{ list: Box[] }>(`/wms/warehouse-box?warehouseId=${warehouseId}&q=C05&size=1`);
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  const scan = page.getByLabel('扫描库位码或输入库位编号');
  await scan.fill(oxidisers.body.list[0]!.code);
  await scan.press('Enter');
  await expect(page.getByRole('status').getByText('可改放')).toBeVisible();
  const instead = page.getByRole('status').getByRole('button').first();
  const code = (await instead.textContent())!;
  await instead.click();
  await expect(page.getByText(`已放入 ${code}`)).toBeVisible();
  await expect(page.getByText('已扫码核对')).toBeVisible();

  // Meanwhile somebody closes that box: the server refuses it, at its row.
  const boxes = await manager.get<{ list: Box[] }>(`/wms/warehouse-box?warehouseId=${warehouseId}&q=${code}&size=5`);
  const box = boxes.body.list.find((each) => each.code === code)!;
  const locked = await manager.put<Box>(`/wms/warehouse-box/${box.id}/state`, {
    state: 'LOCKED',
    lockReason: 'MAINTENANCE',
    rev: box.rev,
  });
  expect(locked.status).toBe(200);
  await button(page, '保存库位').click();
  const refusal = page.getByRole('alert').filter({ hasText: '已锁定' });
  await expect(refusal).toContainText(`库位 ${code} 已锁定`);
  const other = refusal.getByRole('button').first();
  const otherCode = (await other.textContent())!;
  await other.click();
  await button(page, '保存库位').click();
  await expect(state(page, '执行中')).toBeVisible();
  expect((await crew.read(id)).lines[0]!.boxes[0]!.boxCode).toBe(otherCode);
  await manager.put(`/wms/warehouse-box/${box.id}/state`, { state: 'ACTIVE', lockReason: null, rev: locked.body.rev });
});

test('[S2.157] the window for a box says what fits and why not', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, warehouseId, lines } = await crew.approved({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('3')] });
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  await button(page, '选择其他库位').click();
  await expect(dialog(page)).toContainText('为 无水乙醇 选择库位');
  await dialog(page).getByText('全部', { exact: true }).click();
  await dialog(page)
    .getByRole('searchbox', { name: /库位编号/ })
    .fill('C05');
  await expect(
    dialog(page)
      .getByRole('button', { name: /^放入 W1-C05/ })
      .first(),
  ).toBeDisabled();
  await expect(dialog(page)).toContainText(/不具备存放条件|不能与/);
  await dialog(page)
    .getByRole('searchbox', { name: /库位编号/ })
    .fill('');
  await dialog(page).getByText('放得下的', { exact: true }).click();
  const put = dialog(page).locator('button[aria-label^="放入 "]:enabled').first();
  const code = (await put.getAttribute('aria-label'))!.replace('放入 ', '');
  await put.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel(`${code} 的数量`)).toHaveValue('3');

  await page.goto(
    `/admin/wms/transaction/select-warehousebox?warehouseId=${warehouseId}&productId=${lines[0]!.product.id}&qty=3`,
  );
  await expect(page.getByRole('heading', { name: '选择库位' })).toBeVisible();
  await expect(page.getByText(/可放 \d+ 瓶/).first()).toBeVisible();
});

test('[S2.151] goods leave with the code of whoever collects them, the first that expires first', async ({ as, product }) => {
  const crew = new Crew(product.url);
  await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2', 5), ethanol('2', 1_500)] });
  const { id } = await crew.approved({ type: 'OUTBOUND', warehouse: 'W1', lines: [{ code: 'C-ETHANOL', qty: '1' }] });
  const teacher = await crew.teacher();
  const { body } = await teacher.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`);
  const page = await as('keeper');
  await page.goto(boxPage('outbound', id));
  await expect(page.getByText('1 / 1 行已就绪')).toBeVisible();
  await expect(page.getByText(`${inDays(5)} 到期，先到期先出`)).toBeVisible();

  // Later stock in its place: the row says so, and posting asks why.
  await page
    .getByRole('button', { name: /^从 .* 取$/ })
    .last()
    .click();
  await expect(page.getByText(/未按先到期先出：/)).toBeVisible();
  await button(page, '采用建议').click();
  await expect(page.getByText(/未按先到期先出：/)).toHaveCount(0);

  await button(page, '完成出库').click();
  const code = dialog(page).getByLabel('提货码');
  await code.fill(body.code === '000000' ? '111111' : '000000');
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(dialog(page)).toContainText('提货码不正确，还可尝试 4 次');
  await code.fill(body.code);
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已完成')).toBeVisible();
  expect((await crew.read(id)).state).toBe('DONE');
});

test('[S2.149] highly toxic goods are posted by one keeper once another has confirmed', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.approved({
    type: 'INBOUND',
    warehouse: 'W1',
    lines: [{ code: 'C-NACN', qty: '1', batchNo: newBatch(), expiresOn: inDays(500) }],
  });
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  await expect(page.getByText('剧毒品，双人收发')).toBeVisible();
  await button(page, '全部采用建议').click();
  await expect(button(page, '完成入库')).toBeDisabled();
  await button(page, '保存库位').click();
  await expect(page.getByText('剧毒品需要第二位保管员确认')).toBeVisible();
  await expect(button(page, '完成入库')).toBeDisabled();

  const second = await as('keeper2');
  await second.goto(boxPage('inbound', id));
  await button(second, '作为第二保管员确认').click();
  await expect(second.getByText('您已作为第二保管员确认，请另一位保管员完成过账。')).toBeVisible();
  await expect(button(second, '完成入库')).toBeDisabled();

  await expect(page.getByText('王秀兰 已作为第二保管员确认，可以完成过账。')).toBeVisible();
  await button(page, '完成入库').click();
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已完成')).toBeVisible();
});

test('[S2.152] a move takes stock to boxes other than its own, split where one is not enough', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const stored = await crew.done({ type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'W-BEAKER-250', qty: '6' }] });
  const from = (await crew.read(stored.id)).lines[0]!;
  const keeper = await crew.warehouse('keeper');
  const stock = await keeper.get<{ list: ProductBox[] }>(
    `/wms/product-box/select?warehouseId=${stored.warehouseId}&productId=${from.product.id}&ownerOrgId=${stored.ownerOrgId}`,
  );
  const row = stock.body.list.find((each) => each.boxCode === from.boxes[0]!.boxCode)!;
  const { id } = await crew.moving(stored.warehouseId, {
    productId: row.productId,
    productBoxId: row.id,
    unit: row.baseUnit,
    qty: '2',
  });
  const page = await as('keeper');
  await page.goto(boxPage('move', id));
  await expect(page.getByText(`${row.boxCode} → 未选库位`)).toBeVisible();
  await expect(button(page, '完成移库')).toBeDisabled();
  await button(page, '全部采用建议').click();
  const places = page.getByLabel(/ → .* 的数量$/);
  const taken = (await places.getAttribute('aria-label'))!;
  expect(taken.split(' → ')[1]).not.toContain(`${row.boxCode} `);
  await button(page, '拆分').click();
  await expect(page.getByText('请选择目标库位')).toBeVisible();
  await page.locator('button[aria-label^="放入 "]:enabled').last().click();
  await expect(places).toHaveCount(2);
  await button(page, '完成移库').click();
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已完成')).toBeVisible();
  const boxes = (await crew.read(id)).lines[0]!.boxes.filter(({ qtyDone }) => qtyDone === '1');
  expect(new Set(boxes.map(({ boxCode }) => boxCode)).size).toBe(2);
});

test('[S4.80] a document is voided before anything is posted, and reversed after', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const open = await crew.approved(gloves('2'));
  const keeper = await as('keeper');
  await keeper.goto(boxPage('inbound', open.id));
  await button(keeper, '更多').click();
  await keeper.getByRole('menuitem', { name: '作废' }).click();
  await dialog(keeper).getByRole('button', { name: '货物未到' }).click();
  await dialog(keeper).getByRole('button', { name: '作废' }).click();
  await expect(state(keeper, '已取消')).toBeVisible();

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

test('[S2.158] every change and every ledger entry of a document', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, no } = await crew.done({ ...gloves('4'), type: 'INBOUND' });
  const page = await as('keeper');
  await page.goto(`/admin/wms/transaction/transaction-record?id=${id}`);
  await expect(page.getByRole('heading', { name: no })).toBeVisible();
  await expect(page.getByRole('region', { name: '变更' })).toContainText('第 1 行过账 4 盒');
  const entries = page.getByRole('region', { name: '台账' });
  await expect(entries.locator('tbody tr[data-row]')).not.toHaveCount(0);
  await expect(entries).toContainText('丁腈手套 M');
  await page.goto('/admin/wms/transaction/transaction-record');
  await expect(page.getByRole('heading', { name: '出入库记录' })).toBeVisible();
  await expect(page.getByText(no).first()).toBeVisible();
});

test('the slip has everything that is signed for, on both papers, in both languages', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { lines, ...slip } = await crew.done({
    type: 'INBOUND',
    warehouse: 'W1',
    purpose: '样品前处理',
    lines: [{ ...ethanol('2'), unitPrice: '28.5' }],
  });
  const page = await as('keeper');
  await page.goto(`/admin/wms/transaction/print?id=${slip.id}`);
  const sheet = page.getByRole('article');
  await expect(sheet).toHaveCount(1);
  for (const text of ['入库单', slip.no, '催化化学课题组', '陈思远', '样品前处理', '64-17-5', '500 mL', lines[0]!.batchNo!]) {
    await expect(sheet).toContainText(text);
  }
  for (const { boxCode } of (await crew.read(slip.id)).lines[0]!.boxes) await expect(sheet).toContainText(boxCode!);
  await expect(sheet).toContainText('伍拾柒元整');
  await expect(sheet).toContainText('周明');
  for (const slot of ['制单', '审核', '保管', '交货']) await expect(sheet.locator('footer')).toContainText(slot);
  await expect(sheet.getByRole('img', { name: `${slip.no} 的二维码` })).toBeVisible();

  await page.getByText('241 × 140 mm').click();
  await expect(page).toHaveURL(/paper=241x140/);
  await expect(sheet.first()).toHaveCSS('width', /^91[01]/);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '1');
  });
  await button(page, '打印').click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '1');
  await page.emulateMedia({ media: 'print' });
  await expect(button(page, '打印')).toBeHidden();

  const english = await as('keeper2');
  await english.addInitScript(
    ([key, value]) => localStorage.setItem(key!, value!),
    [LOCALE_KEY, JSON.stringify({ value: 'en', until: Date.now() + 60_000 })],
  );
  await english.goto(`/admin/wms/transaction/print?id=${slip.id}`);
  await expect(english.getByRole('article')).toContainText('Goods-in note');
  await expect(english.getByRole('article').locator('footer')).toContainText('Delivered');
});

test('[S2.149] a keeper puts goods away with a thumb', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.approved({
    type: 'INBOUND',
    warehouse: 'W2',
    lines: [
      { code: 'P-GLOVE-M', qty: '2' },
      { code: 'W-BEAKER-250', qty: '3' },
    ],
  });
  const page = await as('keeper', { viewport: { width: 390, height: 844 } });
  await page.goto(boxPage('inbound', id));
  await button(page, '全部采用建议').click();
  await expect(page.getByText('2 / 2 行已就绪')).toBeVisible();
  const finish = button(page, '完成入库');
  await expect(finish).toBeInViewport();
  expect((await finish.boundingBox())!.height).toBeGreaterThanOrEqual(40);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /烧杯 250 mL/ }).click();
  const scan = page.getByLabel('扫描库位码或输入库位编号');
  const code = /W2[\w-]+/.exec((await page.getByRole('button', { name: /烧杯 250 mL/ }).textContent())!)![0];
  await scan.fill(code);
  await scan.press('Enter');
  await expect(page.getByText(`${code} 核对无误`)).toBeVisible();
  await finish.click();
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已完成')).toBeVisible();
});

test('[S2.149] the camera of a phone reads the label of a box', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, warehouseId } = await crew.approved({ ...gloves('1') });
  const manager = await crew.warehouse('manager');
  const { body } = await manager.get<{ list: Box[] }>(`/wms/warehouse-box?warehouseId=${warehouseId}&q=W2-B-R5&size=1`);
  const box = body.list[0]!;
  const page = await as('keeper', { viewport: { width: 390, height: 844 } });
  // This browser has neither a camera nor a detector: a still picture and what it says stand in for them.
  await page.addInitScript((label) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const picture = document.createElement('canvas');
      picture.getContext('2d')!.fillRect(0, 0, picture.width, picture.height);
      return picture.captureStream(10);
    };
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = async () => [{ rawValue: label }];
      },
    });
  }, `https://elsewhere.example.edu/admin/wms/warehouse-box/by-qr/${box.qrToken}`);
  await page.goto(boxPage('inbound', id));
  await button(page, '用摄像头扫码').click();
  await expect(page.getByText(`已放入 ${box.code}`)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('已扫码核对')).toBeVisible();
});
