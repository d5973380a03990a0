// Dictionaries, edited by an administrator and updated live for everyone.
import type { Locator, Page } from '@playwright/test';
import { expect, PHONE, test } from '../_world.ts';
import { unique } from '../_unique.ts';
import { rows } from '../base/_inbox.ts';

const DIC = '/def/sysbase/dic';
const cell = (page: Page, row: number, column: string): Locator =>
  page.locator(`.grid tr[data-at="${row}"] [data-col="${column}"]`);
const codes = (page: Page): Promise<string[]> =>
  page.locator('.grid [data-col="code"]').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
const save = (page: Page): Locator => page.getByRole('button', { name: '保存', exact: true });

/** Pastes like a spreadsheet. */
const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((target, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    (target as HTMLElement).focus();
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

async function openDic(page: Page, name: string): Promise<void> {
  await page.goto(`${DIC}?q=${encodeURIComponent(name)}`);
  await page.getByText(name, { exact: true }).filter({ visible: true }).first().click();
  await expect(page.locator('.grid tbody tr').first()).toBeVisible();
}

test('[S1.22, S2.43, S2.103, S2.104] a name and a unit changed by the administrator change in a teacher’s open page, without a reload', async ({
  as,
}) => {
  const teacher = await as('teacher', { group: '催化' });
  await teacher.goto('/teacher/wms/transaction/inbound?state=DONE');
  await expect(rows(teacher).filter({ hasText: '已入库' }).first()).toBeVisible();
  await teacher.evaluate(() => ((window as unknown as { stays: boolean }).stays = true));
  const word = `收讫${unique()}`;

  const admin = await as('admin');
  await openDic(admin, '单据状态');
  const at = (await codes(admin)).indexOf('DONE.INBOUND');
  await expect(cell(admin, at, 'code')).toHaveJSProperty('readOnly', true);
  await cell(admin, at, 'zh').fill(word);
  await expect(admin.locator('.grid-was').first()).toHaveText('默认：已入库');
  await admin.getByRole('button', { name: '保存并继续编辑' }).click();
  await expect(rows(teacher).filter({ hasText: word }).first()).toBeVisible();
  await expect(rows(teacher).filter({ hasText: '已入库' })).toHaveCount(0);

  await admin.getByRole('button', { name: '恢复 DONE.INBOUND 的默认名称和属性' }).click();
  await save(admin).click();
  await expect(rows(teacher).filter({ hasText: '已入库' }).first()).toBeVisible();
  expect(await teacher.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true);
});

test(
  '[S2.103, S2.104] a table pasted from a spreadsheet is matched by code, added, rejected at its cells, undone',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    const code = unique()
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '');
    await page.goto(`${DIC}/edit`);
    await page.getByLabel('编码', { exact: true }).fill(`PASTE-${code}`);
    await page.getByLabel('名称', { exact: true }).fill('粘贴');
    const table =
      '编码\t中文\tEnglish\t颜色\r\nred\t 红\u200b \t"bright ""red"""\t1\r\nA B\t坏\t\t\r\nRED\t又红\t\t\r\nBLUE\t\tblue\t\r\n';
    await paste(page.getByLabel('还没有条目', { exact: false }), table);
    await expect(page.getByText('已粘贴：新增 4 行，修改 0 行，未变 0 行。 没有这些列，已略过：颜色。')).toBeVisible();
    await expect(cell(page, 0, 'code')).toHaveValue('RED');
    await expect(cell(page, 0, 'zh')).toHaveValue('红');
    await expect(cell(page, 0, 'en')).toHaveValue('bright "red"');
    const faults = page.locator('.grid-fault');
    await expect(faults).toHaveText([
      '只能使用大写字母、数字和 - _ .，且以字母或数字开头',
      '与第 1 行的编码相同',
      '该字段不能为空',
    ]);
    await save(page).click();
    await expect(cell(page, 1, 'code')).toBeFocused();
    // The same count above the rows, next to the button and for screen readers.
    await expect(page.getByText('处需要修改')).toContainText(Array.from({ length: 3 }, () => '有 3 处需要修改'));
    await expect(page).toHaveURL(`${DIC}/edit`);

    await cell(page, 1, 'code').fill('GREEN');
    await page.getByRole('button', { name: '删除第 3 行' }).click();
    await cell(page, 2, 'zh').fill('蓝');
    await expect(faults).toHaveCount(0);
    // Without headings, pasting starts at the cursor.
    await paste(cell(page, 0, 'en'), 'red\r\ngreen');
    await expect(cell(page, 1, 'en')).toHaveValue('green');
    // Without a code column, rows cannot be matched.
    await paste(cell(page, 0, 'code'), '中文\tEnglish\r\n紫\tviolet');
    await expect(page.getByRole('alert').filter({ hasText: '没有“编码”一列' })).toBeVisible();
    const many = Array.from({ length: 500 }, (_, at) => `N${at}\t条目 ${at}`).join('\n');
    await paste(cell(page, 2, 'code'), many);
    await expect(page.getByText('最多 500 行，粘贴后会有 503 行。未粘贴任何内容。')).toBeVisible();
    await paste(cell(page, 2, 'code'), many.split('\n').slice(0, 497).join('\n'));
    await expect(page.getByText('已粘贴：新增 497 行')).toBeVisible();
    await expect(page.locator('.grid tbody tr')).toHaveCount(500);
    await page.getByRole('button', { name: '撤销粘贴' }).click();
    await expect(page.locator('.grid tbody tr')).toHaveCount(3);

    await save(page).click();
    await expect(page).toHaveURL((url) => url.pathname === DIC);
    await openDic(page, '粘贴');
    expect(await codes(page)).toEqual(['RED', 'GREEN', 'BLUE']);
    await expect(cell(page, 2, 'en')).toHaveValue('blue');
  },
);

test(
  'saving removes the undo notice of a paste, and an invalid last row is not covered by the buttons',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    await page.goto(`${DIC}/edit`);
    const code = unique()
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '');
    await page.getByLabel('编码', { exact: true }).fill(`NOTE-${code}`);
    await page.getByLabel('名称', { exact: true }).fill('粘贴后保存');
    const table = Array.from({ length: 40 }, (_, at) => `R${at}\t行 ${at}`).join('\n');
    await paste(page.getByLabel('还没有条目', { exact: false }), table);
    const note = page.getByText('已粘贴：');
    await expect(note).toBeVisible();
    await cell(page, 39, 'code').fill('不行');
    await cell(page, 0, 'zh').focus();
    await save(page).click();
    // The cell and its message are above the buttons, and the link to it exists even if it is the only one.
    const fault = page.locator('.grid-fault');
    await expect(cell(page, 39, 'code')).toBeFocused();
    const [reason, bar] = [(await fault.boundingBox())!, (await page.locator('.form-bar').boundingBox())!];
    expect(reason.y + reason.height).toBeLessThanOrEqual(bar.y);
    await cell(page, 0, 'zh').focus();
    await page.getByRole('button', { name: '下一处' }).click();
    await expect(cell(page, 39, 'code')).toBeFocused();
    await cell(page, 39, 'code').fill('LAST');
    await save(page).click();
    await expect(page).toHaveURL((url) => url.pathname === DIC);
    await openDic(page, `NOTE-${code}`);
    await paste(cell(page, 0, 'code'), 'R1\t又一行');
    await expect(note).toBeVisible();
    await page.getByRole('button', { name: '保存并继续编辑' }).click();
    await expect(page.getByText('修改成功。').first()).toBeVisible();
    await expect(note).toHaveCount(0);
  },
);

test('[S2.103] rows are reordered with the mouse and with the keyboard; the order is saved', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await openDic(page, '试剂级别');
  const before = await codes(page);
  const handle = page.getByRole('button', { name: '移动第 1 行' });
  const target = page.locator('.grid tr[data-at="3"]');
  await target.scrollIntoViewIfNeeded();
  const [from, to] = [(await handle.boundingBox())!, (await target.boundingBox())!];
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 4, { steps: 4 });
  await page.mouse.up();
  const [first, second, third, ...rest] = before;
  await expect.poll(() => codes(page)).toEqual([second, third, first, ...rest]);
  await cell(page, 2, 'zh').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(cell(page, 1, 'zh')).toBeFocused();
  await expect.poll(() => codes(page)).toEqual([second, first, third, ...rest]);
  await page.getByRole('button', { name: '保存并继续编辑' }).click();
  await expect(page.getByText('有未保存的修改')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.grid tbody tr').first()).toBeVisible();
  expect(await codes(page)).toEqual([second, first, third, ...rest]);
  await cell(page, 0, 'zh').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await save(page).click();
  await expect(page).toHaveURL((url) => url.pathname === DIC);
});

test(
  '[S1.22, S2.104] a text template added by the site is offered to the reviewer; on a phone an entry is a card',
  { tag: '@long' },
  async ({ as }) => {
    const template = `请附采购单 ${unique()}`;
    const page = await as('admin', PHONE);
    await openDic(page, '常用审核意见：退回');
    await page.getByRole('button', { name: '添加行' }).click();
    const at = (await codes(page)).length - 1;
    await expect(cell(page, at, 'code')).toBeFocused();
    await cell(page, at, 'code').fill(`SITE${at}`);
    await cell(page, at, 'zh').fill(template);
    const card = page.locator(`.grid tr[data-at="${at}"]`);
    expect((await card.boundingBox())!.width).toBeLessThan(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const button of await card.getByRole('button').all())
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(40);
    await save(page).click();
    await expect(page).toHaveURL((url) => url.pathname === DIC);

    const reviewer = await as('reviewer');
    await reviewer.goto('/def/base/bpm/todo');
    await rows(reviewer).first().click();
    const reject = reviewer.getByRole('button', { name: '退回' }).first();
    await reject.click();
    await reviewer.getByRole('dialog').getByRole('button', { name: template }).click();
    await expect(reviewer.getByRole('dialog').getByLabel('原因', { exact: false }).first()).toHaveValue(template);
  },
);
