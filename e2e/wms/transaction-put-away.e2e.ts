// Storekeepers putting away approved deposits, on desktop and phone.
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { expect, PHONE, test } from '../_world.ts';
import { mockCamera } from './_camera.ts';
import { Crew } from './_documents.ts';
import { boxPage, button, dialog, ethanol, gloves, state } from './_work.ts';

test('[S2.149, S4.81] [F-Y4] a storekeeper applies suggestions, or undoes that, posts a part, then the rest', async ({
  as,
  product,
}) => {
  const crew = new Crew(product.url);
  const { id } = await crew.approved({ type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'P-GLOVE-M', qty: '10' }] });
  const page = await as('keeper');
  await crew.approved({ type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'P-GLOVE-M', qty: '1' }] });
  await page.goto(boxPage('inbound', id));
  await expect(button(page, '完成入库')).toBeDisabled();
  await expect(page.getByText('还没有分配库位')).toBeVisible();
  await button(page, '全部采用建议').click();
  await expect(page.getByText('1 / 1 行已就绪')).toBeVisible();
  await button(page, '撤销采用').click();
  await expect(page.getByText('还没有分配库位')).toBeVisible();
  await expect(button(page, '撤销采用')).toHaveCount(0);
  await button(page, '全部采用建议').click();
  await expect(page.getByText('1 / 1 行已就绪')).toBeVisible();
  await button(page, '完成入库').click();
  const actual = dialog(page).getByLabel(/丁腈手套 M .* 的实际数量/);
  await expect(actual.first()).toBeVisible();
  for (const [at, field] of (await actual.all()).entries()) await field.fill(at === 0 ? '1' : '0');
  await dialog(page).getByRole('button', { name: '部分完成' }).click();
  await expect(state(page, '部分完成')).toBeVisible();
  expect((await crew.read(id)).lines[0]!.qtyDone).toBe('1');

  await button(page, '完成入库').click();
  await dialog(page).getByRole('button', { name: '全部完成' }).click();
  await expect(state(page, '已入库')).toBeVisible();
  await expect(page.getByRole('link', { name: /下一张（\d+ 张待上架）/ })).toBeVisible();
  expect((await crew.read(id)).state).toBe('DONE');
});

test('[S2.149] a line is split over two boxes, and closed short with a reason', { tag: '@long' }, async ({ as, product }) => {
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
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(page.getByText('已恢复上次未保存的内容'), '[F-E6] what was arranged and not saved is back').toBeVisible();
  await expect(page.getByLabel(/ 的数量$/)).toHaveCount(2);
  await button(page, '保存库位').click();
  await expect(state(page, '上架中')).toBeVisible();
  await expect(page.getByText('已恢复上次未保存的内容')).toHaveCount(0);
  const { lines } = await crew.read(id);
  expect(lines[0]!.boxes.map(({ qty }) => qty).sort()).toEqual(['4', '5']);
  await page.reload();
  await expect(page.getByLabel(/ 的数量$/)).toHaveCount(2);
  await expect(page.getByText('已恢复上次未保存的内容')).toHaveCount(0);

  await button(page, '完成入库').click();
  await dialog(page)
    .getByLabel(/ 的实际数量$/)
    .nth(1)
    .fill('0');
  await dialog(page).getByRole('button', { name: '部分完成' }).click();
  await expect(state(page, '部分完成')).toBeVisible();
  await button(page, '更多').click();
  await page.getByRole('menuitem', { name: '按实收结束' }).click();
  await dialog(page).getByRole('button', { name: '实物破损' }).click();
  await dialog(page).getByRole('button', { name: '按实收结束' }).click();
  await expect(state(page, '已入库')).toBeVisible();
});

test(
  '[S2.149, S5.30] an unsuitable box is refused, with suitable ones one click away',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id, warehouseId } = await crew.approved({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2')] });
    const manager = await crew.warehouse('manager');
    const oxidisers = await manager.get<{ list: Box[] }>(`/wms/warehouse-box?warehouseId=${warehouseId}&q=C05&size=1`);
    const page = await as('keeper');
    await page.goto(boxPage('inbound', id));
    const scan = page.getByLabel('扫描库位码或输入库位编号');
    // On a phone the message is not covered by the bottom bar.
    await page.setViewportSize({ width: 390, height: 560 });
    await scan.fill('NOPE-BOX');
    await scan.press('Enter');
    const answer = page.getByText('仓库内没有库位 NOPE-BOX');
    await expect(answer).toBeVisible();
    const isClear = (element: Element): boolean => {
      const { left, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 4, bottom - 2));
    };
    await expect.poll(() => answer.evaluate(isClear)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(answer).toHaveCount(0);
    // An unrecognized code stays visible, and the next scan replaces it.
    await scan.fill('NOPE-BOX');
    await scan.press('Enter');
    await expect(page.getByText('仓库内没有库位 NOPE-BOX')).toBeVisible();
    await page.keyboard.type(oxidisers.body.list[0]!.code);
    await expect(scan).toHaveValue(oxidisers.body.list[0]!.code);
    await scan.press('Enter');
    await expect(page.getByRole('status').getByText('可改放')).toBeVisible();
    const instead = page.getByRole('status').getByRole('button').first();
    const code = (await instead.textContent())!;
    await instead.click();
    await expect(page.getByText(`已放入 ${code}`)).toBeVisible();
    // Tapped, not scanned.
    await expect(page.getByText('已扫码核对')).toHaveCount(0);

    // Meanwhile the box is locked: the server refuses it, at its row.
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
    await expect(state(page, '上架中')).toBeVisible();
    const line = (await crew.read(id)).lines[0]!;
    expect(line.boxes[0]!.boxCode).toBe(otherCode);
    await button(page, '完成入库').click();
    for (const text of ['C-ETHANOL', '500 mL', `批号 ${line.batchNo}`, `${line.expiresOn} 到期`]) {
      await expect(dialog(page)).toContainText(text);
    }
    await dialog(page).getByRole('button', { name: '取消' }).click();
    await manager.put(`/wms/warehouse-box/${box.id}/state`, { state: 'ACTIVE', lockReason: null, rev: locked.body.rev });
  },
);

/** Two boxes with room for everything requested here. */
async function roomyBoxes(crew: Crew, warehouseId: string): Promise<[string, string]> {
  const manager = await crew.warehouse('manager');
  const { body } = await manager.get<{ list: Box[] }>(`/wms/warehouse-box?warehouseId=${warehouseId}&q=W2-B-R4&size=2`);
  return body.list.map(({ code }) => code) as [string, string];
}

test('[S2.149] [F-U8] scans are processed in order without waiting, and no suggestion overwrites them', async ({
  as,
  product,
}) => {
  const crew = new Crew(product.url);
  const { id, warehouseId } = await crew.approved(gloves('2'));
  const [first, second] = await roomyBoxes(crew, warehouseId);
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  const answers = Promise.withResolvers<void>();
  await page.route(/\/wms\/warehouse-box\/select\?.*q=/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  const scan = page.getByLabel('扫描库位码或输入库位编号');
  await scan.focus();
  for (const code of [first, first, 'NOPE-BOX', second]) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
  // Another Enter on the same text is not another scan.
  await page.keyboard.press('Enter');
  answers.resolve();
  await expect(page.getByRole('status').getByRole('listitem')).toHaveText([
    `已放入 ${first}`,
    `${first} 核对无误`,
    '仓库内没有库位 NOPE-BOX',
    `已放入 ${second}`,
  ]);
  await expect(scan).toBeFocused();
  await expect(scan).toHaveValue('');
  await expect(page.getByLabel(`${second} 的数量`)).toHaveValue('2');
  await expect(page.getByLabel(/ 的数量$/)).toHaveCount(1);

  // Scanning again starts a new list, and text typed meanwhile is not cleared.
  await page.keyboard.type(second);
  await page.keyboard.press('Enter');
  await page.keyboard.type('W2-');
  await expect(page.getByRole('status').getByRole('listitem')).toHaveText([`${second} 核对无误`]);
  await expect(scan).toHaveValue('W2-');
  await button(page, '全部采用建议').click();
  await expect(page.getByText('1 行已有安排，未改动')).toBeVisible();
  await expect(page.getByText('已扫码核对')).toBeVisible();
  await expect(page.getByLabel(`${second} 的数量`)).toHaveValue('2');
});

test('[S2.149] a box scanned during a save is queued for saving', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, warehouseId } = await crew.approved(gloves('2'));
  const [first, second] = await roomyBoxes(crew, warehouseId);
  const page = await as('keeper');
  await page.goto(boxPage('inbound', id));
  const scan = page.getByLabel('扫描库位码或输入库位编号');
  await scan.fill(first);
  await scan.press('Enter');
  await expect(page.getByText(`已放入 ${first}`)).toBeVisible();
  const saving = Promise.withResolvers<void>();
  await page.route(/\/wms\/transaction\/[\w-]+\/box$/, async (route) => {
    await saving.promise;
    await route.continue();
  });
  await button(page, '保存库位').click();
  await scan.fill(second);
  await scan.press('Enter');
  await expect(page.getByText(`已放入 ${second}`)).toBeVisible();
  saving.resolve();
  await expect(page.getByText('库位已保存')).toBeVisible();
  await expect(page.getByLabel(`${second} 的数量`)).toHaveValue('2');
  await button(page, '保存库位').click();
  await expect(button(page, '保存库位')).toHaveCount(0);
  const { lines } = await crew.read(id);
  expect(lines[0]!.boxes.map((box) => box.boxCode)).toEqual([second]);
});

test(
  '[S2.157] [F-Y1] the box picker shows what fits next to what is planned, and why not',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id, warehouseId, lines } = await crew.approved({
      type: 'INBOUND',
      warehouse: 'W1',
      lines: [ethanol('3'), ethanol('1')],
    });
    const page = await as('keeper');
    await page.goto(boxPage('inbound', id));
    await button(page, '选择其他库位').click();
    await expect(dialog(page)).toContainText('为“无水乙醇”选择库位');
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
    // Room for both lines: deposits of other tests may have left just enough for one.
    const roomy = dialog(page)
      .locator('.candidate')
      .filter({ hasText: /可放 (?:[4-9]|\d[\d,]+) 瓶/ })
      .first();
    const put = roomy.locator('button[aria-label^="放入 "]:enabled');
    const code = (await put.getAttribute('aria-label'))!.replace('放入 ', '');
    const fits = dialog(page)
      .locator('.candidate')
      .filter({ hasText: code })
      .getByText(/^可放 /);
    const before = Number((await fits.textContent())!.replace(/[^\d]/g, ''));
    await put.click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByLabel(`${code} 的数量`)).toHaveValue('3');
    // The other line finds that much less room, though nothing is saved.
    await page
      .getByRole('button', { name: /无水乙醇/ })
      .nth(1)
      .click();
    await button(page, '选择其他库位').click();
    await dialog(page)
      .getByRole('searchbox', { name: /库位编号/ })
      .fill(code);
    await expect(fits).toHaveText(`可放 ${before - 3} 瓶`);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);

    await page.goto(
      `/admin/wms/transaction/select-warehousebox?warehouseId=${warehouseId}&productId=${lines[0]!.product.id}&qty=3`,
    );
    await expect(page.getByRole('heading', { name: '选择库位' })).toBeVisible();
    await expect(page.getByText(/可放 \d+ 瓶/).first()).toBeVisible();
  },
);

test(
  '[S2.149] [F-U8] if no box takes the goods, the storekeeper sees how many are excluded, and why a box takes a part',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id } = await crew.approved({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('90000')] });
    const page = await as('keeper');
    await page.goto(boxPage('inbound', id));
    await expect(page.getByText(/还有 [\d,]+ 瓶没有合适的库位/)).toBeVisible();
    const reasons = /^原因：.*\d+ 个库位放不下/;
    await expect(page.getByText(reasons)).toBeVisible();
    await button(page, '全部采用建议').click();
    await expect(page.getByText(/还需分配 [\d,]+ 瓶/)).toBeVisible();
    await expect(page.getByText(reasons)).toBeVisible();
    const code = /^(.+) 的数量$/.exec(
      (await page
        .getByLabel(/ 的数量$/)
        .first()
        .getAttribute('aria-label'))!,
    )![1]!;
    await page.getByRole('button', { name: `移除 ${code}` }).click();
    await page.getByLabel('扫描库位码或输入库位编号').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText(/^只放入 [\d,]+ 瓶。.+ 放不下：/)).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 640 });
    await button(page, '选择其他库位').click();
    await expect(dialog(page).getByText(reasons)).toBeVisible();
    await dialog(page).getByText('全部', { exact: true }).click();
    const { y, height } = (await dialog(page).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(640);
  },
);

test(
  'a refusal disappears with the next action, and applying all suggestions says what was assigned, and what before',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id } = await crew.approved({
      type: 'INBOUND',
      warehouse: 'W2',
      lines: [
        { code: 'P-GLOVE-M', qty: '2' },
        { code: 'W-BEAKER-250', qty: '3' },
      ],
    });
    const page = await as('keeper');
    await page.goto(boxPage('inbound', id));
    const scan = page.getByLabel('扫描库位码或输入库位编号');
    const refused = page.getByText('NOPE-1');
    const mistype = async (): Promise<void> => {
      await scan.fill('nope-1');
      await scan.press('Enter');
      await expect(refused).toBeVisible();
    };
    await mistype();
    await button(page, /^放入 /)
      .first()
      .click();
    await expect(page.getByText('1 / 2 行已就绪')).toBeVisible();
    await expect(refused).toHaveCount(0);
    await expect(scan).toHaveValue('');
    await mistype();
    await button(page, '全部采用建议').click();
    await expect(page.getByText('1 行已采用建议 · 1 行已有安排，未改动')).toBeVisible();
    await expect(page.getByText('2 / 2 行已就绪')).toBeVisible();
    await expect(refused).toHaveCount(0);
  },
);

test('[S2.149] a storekeeper puts goods away by touch', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.approved({
    type: 'INBOUND',
    warehouse: 'W2',
    lines: [
      { code: 'P-GLOVE-M', qty: '2' },
      { code: 'W-BEAKER-250', qty: '3' },
    ],
  });
  const page = await as('keeper', PHONE);
  await page.goto(boxPage('inbound', id));
  await button(page, '全部采用建议').tap();
  await expect(page.getByText('2 / 2 行已就绪')).toBeVisible();
  const finish = button(page, '完成入库');
  await expect(finish).toBeInViewport();
  expect((await finish.boundingBox())!.height).toBeGreaterThanOrEqual(40);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /烧杯 250 mL/ }).tap();
  const scan = page.getByLabel('扫描库位码或输入库位编号');
  const code = (await page
    .locator('.box-line.kw-plain', { hasText: '烧杯 250 mL' })
    .locator('.box-line-places > span')
    .textContent())!;
  await scan.fill(code);
  await scan.press('Enter');
  await expect(page.getByText(`${code} 核对无误`)).toBeVisible();
  await finish.tap();
  await dialog(page).getByRole('button', { name: '全部完成' }).tap();
  await expect(state(page, '已入库')).toBeVisible();
});

test('[S2.149] a phone camera reads a box label', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, warehouseId } = await crew.approved({ ...gloves('1') });
  const manager = await crew.warehouse('manager');
  const { body } = await manager.get<{ list: Box[] }>(`/wms/warehouse-box?warehouseId=${warehouseId}&q=W2-B-R5&size=1`);
  const box = body.list[0]!;
  const page = await as('keeper', { ...PHONE, alone: true });
  await mockCamera(page, `https://elsewhere.example.edu/admin/wms/warehouse-box/by-qr/${box.qrToken}`);
  await page.goto(boxPage('inbound', id));
  await button(page, '用摄像头扫码').tap();
  await expect(page.getByText(`已放入 ${box.code}`)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('已扫码核对')).toBeVisible();
});
