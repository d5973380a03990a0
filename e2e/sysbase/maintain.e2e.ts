// Maintenance pages: version, backups, and an uploaded backup.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PASSWORD, startProduct } from '../_product.ts';
import { signedInAs } from '../_signed-in.ts';
import { expect, test } from '../_world.ts';
import { rows } from '../base/_inbox.ts';
import { signInCast, prepareLoadWarehouse, type Cast } from '../system/_load.ts';

const PAGE = '/def/sysbase/maintain/upgrade';
test('[S2.49][S2.108] shows the version and obstacles to an upgrade, and starts read-only mode', async ({ as }) => {
  test.setTimeout(180_000);
  const page = await as('admin');
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: '系统维护' })).toBeVisible();
  await expect(page.getByText('还没有完成的备份')).toBeVisible();
  await expect(page.getByRole('table')).toContainText(/\d{4}-[\w-]+\.sql/);
  await page.getByRole('button', { name: '开启维护模式' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('更换服务器');
  await dialog.getByRole('button', { name: '开启维护模式' }).click();
  // Other users read why nothing can be changed.
  const teacher = await as('teacher');
  await teacher.goto('/');
  await expect(teacher.getByText('更换服务器').first()).toBeVisible();
  await page.getByRole('region', { name: '维护模式' }).getByRole('button', { name: '结束' }).click();
  await expect(teacher.getByText('更换服务器')).toHaveCount(0);
});

/** Makes a backup once the list has loaded: in an empty list the button is elsewhere. */
async function backUp(page: Page): Promise<void> {
  await page.goto(`${PAGE}/bak`);
  await expect(rows(page).first().or(page.getByText('还没有备份。'))).toBeVisible();
  await page.getByRole('button', { name: '立即备份' }).first().click();
  await expect(rows(page).first()).toContainText('已完成', { timeout: 120_000 });
}

test('[S2.109][S2.110] a backup is made, verified and downloaded; its upload resumes after an interruption, and is inspected', async ({
  as,
  product,
}) => {
  test.setTimeout(300_000);
  const page = await as('admin');
  await backUp(page);
  await rows(page).first().getByRole('button', { name: '校验' }).click();
  await expect(rows(page).first()).toContainText('已校验', { timeout: 180_000 });
  await rows(page).first().getByRole('button', { name: '下载' }).click();
  await page.getByLabel('您的登录密码').fill(PASSWORD);
  const fetched = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '下载' }).click();
  const file = await (await fetched).path();
  const folder = join(product.dataDir, 'backups');
  const name = readdirSync(folder).find((each) => each.endsWith('.tar.zst'))!;
  const content = readFileSync(join(folder, name));
  expect(readFileSync(file).equals(content)).toBe(true);

  const parts = page.getByRole('navigation', { name: '系统维护' });
  await parts.getByRole('link', { name: '恢复' }).click();
  // The first chunks are lost: the page resumes when the server responds again.
  let lost = 0;
  await page.route(/\/api\/sys\/maintain\/upgrade\/load\/.*at=/, (route) => (lost++ < 1 ? route.abort() : route.continue()));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /选择备份文件/ }).click();
  await (await chooser).setFiles({ name: '另一块磁盘.tar.zst', mimeType: '', buffer: content });
  const report = page.getByRole('region', { name: '检查结果' });
  await expect(report).toContainText('完整，校验和与签名正确', { timeout: 60_000 });
  expect(lost).toBeGreaterThan(1);
  await expect(report).toContainText('由本系统制作');
  await expect(report).toContainText('与本程序一致');
  await expect(report).toContainText('备份没有加密，因此不含两步验证');

  // An invalid file is reported as such.
  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /选择备份文件/ }).click();
  await (await again).setFiles({ name: '照片.tar.zst', mimeType: '', buffer: Buffer.from('this is a picture') });
  await expect(report.getByRole('alert')).toHaveText('不是本系统的备份文件', { timeout: 60_000 });
  await parts.getByRole('link', { name: '备份' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('失败');
});

test(
  '[S2.110] restoring a backup announces what is lost, signs everyone out, and brings the old data back',
  { tag: '@long' },
  async ({ open }) => {
    test.setTimeout(300_000);
    // A product of its own: the data of all other tests would be lost.
    const product = await startProduct();
    const page = await open(await signedInAs(product.url, 'admin'), { baseURL: product.url, alone: true });
    await backUp(page);
    // Data entered afterwards is lost.
    const cast = await signInCast(product.url);
    const { warehouseId, productId } = await prepareLoadWarehouse(cast);
    const line = { productId, unit: 'PIECE', qty: '1', productBoxId: null };
    const form = { type: 'INBOUND', warehouseId, remark: '备份之后', lines: [line] };
    const { body: later } = await cast.teacher.post<{ id: string }>('/wms/transaction', form);
    const isThere = async ({ teacher }: Cast): Promise<number> => (await teacher.get(`/wms/transaction/${later.id}`)).status;
    expect(await isThere(cast)).toBe(200);
    await rows(page).first().click();
    await page.getByRole('link', { name: '检查并恢复' }).click();
    const report = page.getByRole('region', { name: '检查结果' });
    await report.getByRole('button', { name: '检查', exact: true }).click();
    await expect(report).toContainText('完整，校验和与签名正确', { timeout: 60_000 });
    await report.getByRole('button', { name: '恢复', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('备份之后新增了单据 1 张');
    await expect(dialog).toContainText('完成后所有人须重新登录');
    await dialog.getByLabel('原因').fill('误删了单据');
    await dialog.getByLabel('输入站点名称以确认').fill('别的系统');
    await dialog.getByLabel('您的登录密码').fill(PASSWORD);
    await dialog.getByRole('button', { name: '开始恢复' }).click();
    await expect(dialog).toContainText('与站点名称不一致');
    await dialog.getByLabel('输入站点名称以确认').fill('管理系统');
    await dialog.getByRole('button', { name: '开始恢复' }).click();
    await expect(page.getByRole('status').filter({ hasText: '正在恢复备份' })).toBeVisible();
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible({ timeout: 180_000 });
    const after = await open(await signedInAs(product.url, 'admin'), { baseURL: product.url, alone: true });
    await after.goto(`${PAGE}/bak`);
    await expect(rows(after).first()).toContainText('恢复前');
    expect(await isThere(await signInCast(product.url))).toBe(404);
    await product.dispose();
  },
);
