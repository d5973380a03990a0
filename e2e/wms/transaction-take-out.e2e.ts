// Issuing goods, moving goods, and goods that two people must handle.
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { PASSWORD } from '../_product.ts';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';
import { Crew, inDays } from './_documents.ts';
import { boxPage, button, dialog, ethanol, state } from './_work.ts';

test('[S2.151] goods are issued against the pick-up code, first expired first out', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const soon = ethanol('2', 5);
  await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [soon, ethanol('2', 1_500)] });
  const { id } = await crew.approved({ type: 'OUTBOUND', warehouse: 'W1', lines: [{ code: 'C-ETHANOL', qty: '1' }] });
  const teacher = await crew.teacher();
  const { body } = await teacher.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`);
  const page = await as('keeper');
  await page.goto(boxPage('outbound', id));
  await expect(page.getByText('1 / 1 行已就绪')).toBeVisible();
  await expect(page.getByText(`${soon.expiresOn} 到期，先到期先出`)).toBeVisible();

  // Later-expiring stock instead: the row says so, and posting asks why.
  await page
    .getByRole('button', { name: /^从 .* 取$/ })
    .last()
    .click();
  await expect(page.getByText(/未按先到期先出：/)).toBeVisible();
  await button(page, '采用建议').click();
  await expect(page.getByText(/未按先到期先出：/)).toHaveCount(0);

  await button(page, '完成出库').click();
  const code = dialog(page).getByLabel('领取码');
  await code.fill(body.code === '000000' ? '111111' : '000000');
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(dialog(page)).toContainText('领取码不正确，还可尝试 4 次');
  await code.fill(body.code);
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已出库')).toBeVisible();
  expect((await crew.read(id)).state).toBe('DONE');
});

test('[F-U6][S2.149] highly toxic goods are posted by one storekeeper after another has confirmed', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.approved({
    type: 'INBOUND',
    warehouse: 'W1',
    lines: [{ code: 'C-NACN', qty: '1', batchNo: unique(), expiresOn: inDays(500) }],
  });
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  await expect(page.getByText(/双人收发/)).toBeVisible();
  await button(page, '全部采用建议').click();
  await expect(button(page, '完成入库')).toBeDisabled();
  await button(page, '保存库位').click();
  await expect(page.getByText('剧毒品需要第二位保管员确认')).toBeVisible();
  await expect(button(page, '完成入库')).toBeDisabled();
  // The second storekeeper's action is not offered to the first.
  await expect(button(page, '清点并确认')).toHaveCount(0);

  const second = await as('keeper2');
  await second.goto(boxPage('inbound', id));
  await button(second, '清点并确认').click();
  const sign = dialog(second).getByRole('button', { name: '确认', exact: true });
  await dialog(second).getByLabel('王秀兰的登录密码').fill('wrong');
  await expect(sign).toBeDisabled();
  await dialog(second)
    .getByLabel(/的清点数量$/)
    .fill('2');
  await expect(dialog(second)).toContainText('与单据不符');
  await dialog(second)
    .getByLabel(/的清点数量$/)
    .fill('1');
  await sign.click();
  await expect(dialog(second)).toContainText('密码不正确');
  await dialog(second).getByLabel('王秀兰的登录密码').fill(PASSWORD);
  await sign.click();
  await expect(second.getByRole('alert').filter({ hasText: '双人收发' })).toContainText('您已确认，由另一位保管员完成。');
  await expect(second.locator('.work-bar')).toContainText('您已确认，由另一位保管员完成。');
  await expect(button(second, '完成入库')).toBeDisabled();

  await expect(page.getByText('王秀兰已作为第二保管员确认，可以完成。')).toBeVisible();
  await button(page, '完成入库').click();
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已入库')).toBeVisible();
});

test('[S2.152] a move takes stock to other boxes, split where one is not enough', { tag: '@long' }, async ({ as, product }) => {
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
  await expect(places).not.toHaveAttribute('aria-label', /未选库位/);
  const taken = (await places.getAttribute('aria-label'))!;
  expect(taken.split(' → ')[1]).not.toContain(`${row.boxCode} `);
  await button(page, '拆分').click();
  await expect(page.getByText('请选择目标库位')).toBeVisible();
  await page.locator('button[aria-label^="放入 "]:enabled').last().click();
  await expect(places).toHaveCount(2);
  await button(page, '完成移库').click();
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已移库')).toBeVisible();
  const boxes = (await crew.read(id)).lines[0]!.boxes.filter(({ qtyDone }) => qtyDone === '1');
  expect(new Set(boxes.map(({ boxCode }) => boxCode)).size).toBe(2);
});
