// A document being edited: attachments, and concurrent edits.
import { expect, test } from '../_world.ts';
import { openNewRequest, cell, scan, submitted } from './_apply.ts';
import { png } from './_picture.ts';

test('[S7.58, S7.59] [F-U15] files are attached to a document, removed, stored with it, and read by the reviewer', async ({
  as,
}) => {
  const page = await as('teacher', { group: '催化化学' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
  // Eight fields in two rows.
  expect((await page.locator('.document-edit-head').boundingBox())!.height).toBeLessThan(190);
  await page.getByLabel('电话').fill('010-62751234');
  await scan(page, 'P-TIP-200');
  await cell(page, 1, '数量').fill('1');
  // Pictures keep their names and lose camera metadata.
  const input = page.locator('.document-files input[type=file]');
  const note = { name: '送货单.png', mimeType: 'image/png', buffer: png(20) };
  await input.setInputFiles([note, { name: '多余.png', mimeType: 'image/png', buffer: png(30) }]);
  await expect(page.getByRole('link', { name: '多余.png' })).toBeVisible();
  await page.getByRole('button', { name: '移除文件 多余.png' }).click();
  await expect(page.getByRole('link', { name: '多余.png' })).toHaveCount(0);
  await input.setInputFiles([{ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('no') }]);
  await expect(page.getByText('PDF, PNG, JPEG, WebP').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: '说明.txt' })).toHaveCount(0);

  await submitted(page);
  const id = new URL(page.url()).searchParams.get('id')!;
  await page.reload();
  await expect(page.getByRole('link', { name: '送货单.png' })).toBeVisible();
  // A user without a phone number in the account need not type it again.
  const again = await as('teacher', { group: '催化化学' });
  await openNewRequest(again, 'teacher', 'inbound', '综合仓库');
  await expect(again.getByLabel('电话')).toHaveValue('010-62751234');

  const reviewer = await as('reviewer');
  await reviewer.goto(`/admin/wms/transaction/audit-button?id=${id}`);
  const link = reviewer.getByRole('link', { name: '送货单.png' });
  await expect(link).toBeVisible();
  const [opened] = await Promise.all([reviewer.waitForEvent('popup'), link.click()]);
  await expect(opened.locator('img')).toBeVisible();
});

test(
  'of two windows editing a document the second is informed, and chooses; no input is lost',
  { tag: '@long' },
  async ({ as }) => {
    const one = await as('teacher2');
    await openNewRequest(one, 'teacher', 'inbound', '综合仓库');
    await scan(one, 'P-TIP-200');
    await one.keyboard.press('Control+s');
    await expect(one).toHaveURL(/\/edit\?id=/);
    const other = await as('teacher2');
    await other.goto(one.url());
    await expect(cell(other, 1, '数量')).toBeVisible();

    await one.getByLabel('用途').fill('甲窗口');
    await cell(other, 1, '备注').fill('乙窗口的备注');
    await cell(other, 1, '数量').fill('7');
    await one.keyboard.press('Control+s');
    await expect(one.getByText('修改成功。')).toBeVisible();

    await other.keyboard.press('Control+s');
    const alert = other.getByRole('alert').filter({ hasText: '此单据已在别处修改。' });
    await expect(alert).toBeVisible();
    await expect(cell(other, 1, '备注')).toHaveValue('乙窗口的备注');
    await alert.getByRole('button', { name: '保留我的修改' }).click();
    await expect(alert).toHaveCount(0);
    await expect(cell(other, 1, '数量')).toHaveValue('7');
    // Changes made only in the first window are taken over.
    await expect(other.getByLabel('用途')).toHaveValue('甲窗口');
    await other.keyboard.press('Control+s');
    await expect(other.getByText('修改成功。')).toBeVisible();

    await one.getByLabel('用途').fill('又一次');
    await one.keyboard.press('Control+s');
    const firstAlert = one.getByRole('alert').filter({ hasText: '此单据已在别处修改。' });
    await expect(firstAlert).toBeVisible();
    await expect(one.getByLabel('用途')).toHaveValue('又一次');
    await firstAlert.getByRole('button', { name: '载入最新内容' }).click();
    await expect(cell(one, 1, '备注')).toHaveValue('乙窗口的备注');
    await expect(cell(one, 1, '数量')).toHaveValue('7');
  },
);
