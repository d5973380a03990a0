// What a document leaves behind: its record, and the slip that is signed.
import { expect, test } from '../_world.ts';
import { Crew } from './_documents.ts';
import { ENGLISH_SPEAKER, inEnglish } from './_english.ts';
import { button, ethanol, gloves } from './_work.ts';

test('[S2.158] every change and every ledger entry of a document', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, no } = await crew.done({ ...gloves('4'), type: 'INBOUND' });
  const page = await as('keeper');
  await page.goto(`/admin/wms/transaction/transaction-record?id=${id}`);
  await expect(page.getByRole('heading', { name: no })).toBeVisible();
  await expect(page.getByRole('region', { name: '变更' })).toContainText('第 1 行完成 4 盒');
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

  const english = await as(ENGLISH_SPEAKER);
  await inEnglish(english, product.url, async () => {
    await english.goto(`/admin/wms/transaction/print?id=${slip.id}`);
    await expect(english.getByRole('article')).toContainText('Goods received note');
    await expect(english.getByRole('article')).toContainText('2 bottles');
    await expect(english.getByRole('article').locator('footer')).toContainText('Delivered');
  });
});

test('a slip says the hour of the warehouse, wherever the browser stands that prints it', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.done({ ...gloves('1'), type: 'INBOUND' });
  const { finishedAt, timeZone } = await crew.read(id);
  const parts = (zone: string): string => new Date(finishedAt!).toLocaleString('sv', { timeZone: zone }).slice(0, 16);
  const page = await as('keeper', { timezoneId: 'Pacific/Kiritimati' });
  await page.goto(`/admin/wms/transaction/print?id=${id}`);
  await expect(page.getByRole('article').locator('.slip-facts')).toContainText(parts(timeZone));
  expect(parts(timeZone)).not.toBe(parts('Pacific/Kiritimati'));
});
