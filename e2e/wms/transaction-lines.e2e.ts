// Lines of a request: typed, scanned, pasted, imported from a workbook.
import { choose } from '../_choose.ts';
import { writeXlsx } from 'hucre/xlsx';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';
import { addField, openNewRequest, cell, lines, paste, scan, submitted } from './_apply.ts';
import { mockCamera } from './_camera.ts';
import { Crew } from './_documents.ts';
import { ethanol } from './_work.ts';

const LAB = { group: '催化化学' };

test('[S5.30] rows pasted from a spreadsheet become lines, with errors at their cells', async ({ as }) => {
  const page = await as('teacher', LAB);
  await openNewRequest(page, 'teacher', 'inbound', '化学品仓库');
  await addField(page).focus();
  const batch = unique();
  await paste(page, `C-NH3\t2\t瓶\t${batch}\t2029/5/1\nNO-SUCH\t1\t瓶\nC-HAC\tabc\t瓶\t${batch}\t20290501`);
  await expect(lines(page)).toHaveCount(3);
  await expect(cell(page, 1, '批号')).toHaveValue(batch);
  await expect(cell(page, 1, '有效期至')).toHaveValue('2029-05-01');
  await expect(cell(page, 2, '产品编号')).toHaveValue('NO-SUCH');
  await expect(lines(page).nth(1)).toContainText('未找到这个编号');
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

const LONG_NAME = '(2S,4R)-1-(叔丁氧羰基)-4-[(叔丁基二甲基硅烷基)氧基]吡咯烷-2-羧酸甲酯';

test('[F-3U2] a long chemical name pushes no column out of view, and the buttons stay in narrower windows', async ({ as }) => {
  const page = await as('teacher', { ...LAB, alone: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openNewRequest(page, 'teacher', 'inbound', '化学品仓库');
  await addField(page).focus();
  await paste(page, `${LONG_NAME}\t2\t瓶\nC-NH3\t1\t瓶\t${'X'.repeat(40)}\t2029-05-01`);
  await expect(lines(page)).toHaveCount(2);
  const scroll = page.locator('.lines-scroll');
  const beyond = () => scroll.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await beyond(), 'at 1440 px').toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(beyond, { message: 'at 1366 px' }).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(scroll).toHaveAttribute('data-more');
  const [edge, button] = await Promise.all([scroll.boundingBox(), lines(page).last().getByRole('button').last().boundingBox()]);
  expect(button!.x + button!.width, 'the last button of a row').toBeLessThanOrEqual(edge!.x + edge!.width);
});

test(
  '[S5.30] [F-U13] a pasted unit the product does not have blocks submission until one is chosen, for all such lines at once',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', LAB);
    await openNewRequest(page, 'teacher', 'inbound', '化学品仓库');
    await addField(page).focus();
    await paste(page, [1, 2].map(() => `C-NH3\t2\t吨\t${unique()}\t2029-05-01`).join('\n'));
    const unit = lines(page).first().locator('[data-cell="unit"]');
    const expectUnitRefused = async (): Promise<void> => {
      await expect(unit).toHaveValue('吨');
      await expect(unit).toHaveAttribute('aria-invalid', 'true');
      await expect(lines(page).first()).toContainText('该产品没有这个单位');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('alert').filter({ hasText: '2 处需要修改' })).toBeVisible();
      await expect(unit, 'nothing was sent').toHaveValue('吨');
      await expect(page).not.toHaveURL(/[?&]id=/);
    };
    await expectUnitRefused();
    await page.reload();
    await expectUnitRefused();
    const next = page.getByRole('button', { name: '下一处' });
    await next.click();
    await expect(unit).toBeFocused();
    await next.click();
    await expect(cell(page, 2, '单位')).toBeFocused();
    // Two such lines get one message, and the second does not repeat it.
    const note = page.getByText('有 2 行的单位与产品不符。');
    await expect(note.getByRole('button', { name: '都改为产品的基本单位' })).toBeVisible();
    await expect(lines(page).nth(1).getByText('该产品没有这个单位')).toHaveCSS('width', '1px');
    await note.getByRole('button', { name: '选择单位' }).click();
    await expect(unit).toBeFocused();
    await unit.selectOption({ label: '瓶' });
    await expect(page.getByRole('dialog')).toContainText('另有 1 行的单位也是“吨”');
    await page.getByRole('button', { name: '都改' }).click();
    await expect(lines(page).filter({ hasText: '该产品没有这个单位' })).toHaveCount(0);
    await submitted(page);
  },
);

test('[S5.30] a pasted heading row is skipped, and a past date is marked before submission', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher', LAB);
  await openNewRequest(page, 'teacher', 'inbound', '化学品仓库');
  await addField(page).focus();
  await paste(page, `Code\tQuantity\tUnit\n氨水\t2\t瓶`);
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toContainText('C-NH3');
  await paste(page, `货号\t数量\t单位\t批号\t有效期至\nC-NH3\t3\t瓶\t${unique()}\t2029-05-01`);
  await expect(lines(page)).toHaveCount(2);
  await expect(cell(page, 2, '数量')).toHaveValue('3');
  await cell(page, 1, '批号').fill(unique());
  await cell(page, 1, '有效期至').fill('2029-05-01');
  const planned = page.getByLabel('计划送达日期');
  await planned.fill('2020-01-01');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('计划日期不能早于今天')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '1 处需要修改' })).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]id=/);
  await planned.fill('');
  await submitted(page);
});

test('[F-D4] an unrecognized pasted column is named, and used as the user maps it', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher', LAB);
  await openNewRequest(page, 'teacher', 'inbound', '化学品仓库');
  await addField(page).focus();
  await paste(page, `产品编码\t数量\t有效期\t来源批\nC-NH3\t４ 瓶\t2028-06\t${unique()}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('有 1 列无法识别');
  await expect(lines(page)).toHaveCount(0);
  await choose(dialog.getByRole('combobox', { name: '“来源批”是' }), '批号');
  await dialog.getByRole('button', { name: '加入明细' }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(cell(page, 1, '数量')).toHaveValue('4');
  await expect(cell(page, 1, '有效期至')).toHaveValue('2028-06-30');
  await expect(cell(page, 1, '批号')).not.toHaveValue('');
});

test('[F-U5] input is echoed as parsed, and normalized when the field is left', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher2');
  await openNewRequest(page, 'teacher', 'inbound');
  await scan(page, 'C-NACL');
  await cell(page, 1, '数量').fill('１，０００');
  await expect(lines(page).first()).toContainText('= 1,000');
  await cell(page, 1, '有效期至').fill('2028年6月');
  await expect(cell(page, 1, '数量')).toHaveValue('1000');
  await cell(page, 1, '备注').focus();
  await expect(cell(page, 1, '有效期至')).toHaveValue('2028-06-30');
});

test(
  'a product without batch tracking asks for none, and one entered for it is marked until removed',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher2');
    await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
    await addField(page).focus();
    await paste(page, 'P-TIP-200\t2\t盒\tLOT-7\t2029-05-01\nP-TUBE-50\t1\t包');
    await expect(page.getByText('已加入 2 行，其中 1 行需要修改')).toBeVisible();
    await expect(lines(page).first().getByText('产品不按批次管理，不能填写')).toHaveCount(2);
    await expect(cell(page, 2, '批号')).not.toBeEditable();
    await expect(cell(page, 1, '生产日期')).not.toBeEditable();
    await page.keyboard.press('Control+s');
    await expect(page, 'a draft keeps it').toHaveURL(/[?&]id=/);
    await page.getByRole('button', { name: /提交$/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: '2 处需要修改' })).toBeVisible();
    await cell(page, 1, '批号').fill('');
    await cell(page, 1, '有效期至').fill('');
    await expect(cell(page, 1, '批号')).not.toBeEditable();
    await submitted(page);
  },
);

test(
  '[F-U3, F-U4] an unknown product is resolved in its cell, for all such lines at once; until then a draft keeps them',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', LAB);
    await openNewRequest(page, 'teacher', 'inbound', '化学品仓库');
    await addField(page).focus();
    await paste(page, `三乙\t2\t瓶\n三乙\t3\t瓶\nC-NH3\t4\t瓶`);
    await expect(lines(page)).toHaveCount(3);
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/[?&]id=/);
    await expect(lines(page)).toHaveCount(3);
    await expect(cell(page, 2, '产品编号')).toHaveValue('三乙');
    await cell(page, 1, '产品编号').focus();
    await page.getByRole('option').filter({ hasText: 'C-TEA' }).click();
    await page.getByRole('button', { name: '都改' }).click();
    await expect(lines(page).nth(0)).toContainText('三乙胺');
    await expect(lines(page).nth(1)).toContainText('三乙胺');
    await expect(cell(page, 2, '数量')).toHaveValue('3');
  },
);

test(
  '[F-W1] text typed below the lines without Enter blocks submission until it is resolved',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher2');
    await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
    await scan(page, 'P-TIP-200');
    await addField(page).fill('NO-SUCH');
    await page.getByRole('button', { name: /提交$/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: '还没有加入' })).toBeVisible();
    await addField(page).fill('P-TUBE-50');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('请核对后再提交')).toBeVisible();
    await expect(lines(page)).toHaveCount(2);
    await expect(page, 'nothing was sent').not.toHaveURL(/[?&]id=/);
    await submitted(page);
    await expect(page.getByText('P-TUBE-50').first()).toBeVisible();
  },
);

test(
  '[F-W1] submitting picks none of several matching products, and reports all other errors with it',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher2');
    await openNewRequest(page, 'teacher', 'inbound');
    await scan(page, 'P-GLOVE-M');
    await cell(page, 1, '数量').fill('');
    await addField(page).fill('P-T');
    await addField(page).press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /P-T 符合 \d+ 项/ })).toBeVisible();
    const note = page.getByRole('alert').filter({ hasText: '还没有加入' });
    for (const send of [() => page.getByRole('button', { name: /提交$/ }).click(), () => page.keyboard.press('Control+Enter')]) {
      await send();
      await expect(note).toContainText('处需要修改');
      await expect(page.getByRole('combobox', { name: '仓库' })).toHaveAttribute('aria-invalid', 'true');
      await expect(cell(page, 1, '数量')).toHaveAttribute('aria-invalid', 'true');
      await expect(lines(page)).toHaveCount(1);
      await expect(addField(page)).toHaveValue('P-T');
    }
  },
);

test('[S5.30] quick scans are all added, and the next one replaces a refused one', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher2');
  await openNewRequest(page, 'teacher', 'inbound');
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
  await expect(page.getByRole('alert').filter({ hasText: '未找到编号、CAS 或条码为 NO-SUCH 的产品' })).toBeVisible();
  await page.keyboard.type('P-TUBE-50');
  await expect(addField(page)).toHaveValue('P-TUBE-50');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, '数量')).toHaveValue('2');
});

test(
  '[S5.30] a CAS number shared by products shows how many there are, and Enter picks one',
  { tag: '@long' },
  async ({ as, product }) => {
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
    await openNewRequest(page, 'teacher', 'inbound');
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
  },
);

test('a negative or excessive quantity is answered with the allowed range', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher2');
  await openNewRequest(page, 'teacher', 'inbound');
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

test('[S5.30] a pasted batch shows its stock', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const wanted = ethanol('4');
  await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [wanted] });
  const page = await as('teacher', LAB);
  await openNewRequest(page, 'teacher', 'outbound', '化学品仓库');
  await addField(page).focus();
  await paste(page, `C-ETHANOL\t5\t瓶\t${wanted.batchNo}`);
  await expect(lines(page).first()).toContainText(`批号 ${wanted.batchNo}`);
  await expect(lines(page).first()).toContainText('可用 4 瓶');
  await expect(lines(page).first()).toContainText('可领 4 瓶');
});

test(
  '[F-Y4] a column pasted into a cell fills the cells below it, and a paste can be undone',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher2');
    await openNewRequest(page, 'teacher', 'inbound');
    await addField(page).focus();
    await paste(page, 'P-TIP-200\t1\nP-TUBE-50\t1\nP-GLOVE-M\t1');
    await expect(lines(page)).toHaveCount(3);
    await cell(page, 2, '数量').focus();
    await paste(page, '1,200\n7');
    await expect(cell(page, 1, '数量')).toHaveValue('1');
    await expect(cell(page, 2, '数量')).toHaveValue('1200');
    await expect(cell(page, 3, '数量')).toHaveValue('7');
    await paste(page, '5\n6\n8');
    // A hovered notice stays; these close with the lines they refer to.
    await page.getByText('已填入 2 行，下面没有更多明细，其余 1 行没有填入').hover();
    await page.keyboard.press('Control+z');
    await expect(cell(page, 2, '数量')).toHaveValue('1200');
    await expect(page.getByText('已填入 2 行')).toHaveCount(0);
    await addField(page).focus();
    await paste(page, 'P-TIP-200\t1\nNO-SUCH\t1');
    await page.getByText('已加入 2 行，其中 1 行需要修改').hover();
    await page.getByRole('button', { name: '撤销粘贴' }).press('Enter');
    await expect(lines(page)).toHaveCount(3);
    await expect(page.getByText('已加入 2 行，其中 1 行需要修改')).toHaveCount(0);
    await expect(cell(page, 2, '数量')).toHaveValue('1200');
  },
);

test('[S5.30] lines are imported from a workbook and exported as a template', async ({ as }) => {
  const page = await as('teacher2');
  await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
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
  await page.getByRole('button', { name: '撤销导入' }).click();
  await expect(lines(page)).toHaveCount(0);
});

test(
  '[F-Y5] requirements of highly toxic goods are marked as soon as they are in the lines',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', LAB);
    await openNewRequest(page, 'teacher', 'outbound', '化学品仓库');
    const marked = page.locator('.ant-form-item-required');
    await expect(marked).toHaveText(['仓库']);
    await scan(page, 'C-NACN');
    await expect(marked).toHaveText(['仓库', '计划领取日期', '用途']);
    await page.getByRole('button', { name: '删除第 1 行' }).click();
    await expect(marked).toHaveText(['仓库']);
  },
);

test(
  "[S5.30] a manufacturer's label fills in batch and expiry, increments its own line, and is read by the camera as well",
  { tag: '@long' },
  async ({ as }) => {
    const batch = unique();
    const page = await as('teacher', { ...LAB, alone: true });
    await mockCamera(page, `\u001d01069012345678921730063010${batch}`);
    await openNewRequest(page, 'teacher', 'inbound', '化学品仓库');
    const bottle = `01069012345678851730063010${batch}`;
    await scan(page, bottle);
    await scan(page, bottle);
    await expect(lines(page)).toHaveCount(1);
    await expect(cell(page, 1, '数量')).toHaveValue('2');
    await expect(cell(page, 1, '批号')).toHaveValue(batch);
    await expect(cell(page, 1, '有效期至')).toHaveValue('2030-06-30');
    await page.getByRole('button', { name: '用摄像头扫码' }).click();
    await expect(lines(page)).toHaveCount(2);
    await expect(cell(page, 2, '批号')).toHaveValue(batch);
    await expect(lines(page).nth(1).locator('[data-cell="unit"]')).toHaveValue('CARTON');
    await scan(page, `${bottle}X`);
    await expect(lines(page)).toHaveCount(3);
    await submitted(page);
  },
);
