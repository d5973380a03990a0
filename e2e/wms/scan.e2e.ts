// Scanning anywhere in the console, and what a label shows to different users.
import { readFile } from 'node:fs/promises';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { go } from '../_go.ts';
import { expect, PHONE, test } from '../_world.ts';
import { mockCamera } from './_camera.ts';
import { Crew } from './_documents.ts';
import { BIO, Goods } from './_goods.ts';
import { waitForScanner, typeScan } from './_scanner.ts';

test('a hand scanner works on any page: it opens the scanned record, and triggers no shortcut', async ({ as, product }) => {
  // A product of its own: only the ten oldest open documents are listed.
  const goods = await Goods.open(product.url, BIO);
  await goods.product();
  const code = `${goods.mark}-1`;
  const crew = new Crew(product.url);
  const { id, no } = await crew.approved({ type: 'INBOUND', warehouse: 'W2', lines: [{ code, qty: '1', batchNo: 'B1' }] });
  const page = await as('keeper');
  await page.goto('/admin/wms/product-box/list');
  await waitForScanner(page);
  const refresh = page.getByRole('button', { name: '刷新' }).first();
  await refresh.focus();
  // Its n and r are shortcuts (new, refresh) and must not fire.
  await typeScan(page, no.toLowerCase());
  await expect(page).toHaveURL(new RegExp(`/admin/wms/transaction/inbound/editbox\\?id=${id}&by=scan`));

  // A document takes codes for its own lines; a list takes none.
  await go(page, '/admin/wms/product-box/list');
  await expect(page.getByRole('heading', { level: 1, name: '库存列表' })).toBeVisible();
  await typeScan(page, 'HTTPS://OTHER.EXAMPLE.EDU/Q/SAAAABBBBCCCCDDDD');
  await expect(page.getByRole('alert')).toContainText('不是本系统的标签');
  await typeScan(page, code);
  await expect(page.getByRole('heading', { name: `${goods.mark} 产品` })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`上架.*${no}`) })).toBeVisible();
});

test('a phone scans a box label: a storekeeper can work with it, an owner sees their goods, others learn nothing', async ({
  as,
  product,
}) => {
  const crew = new Crew(product.url);
  const keeper = await crew.warehouse('manager');
  const { body } = await keeper.get<{ list: Box[] }>('/wms/warehouse-box?q=W1-C01-R1-B1&size=1');
  const box = body.list[0]!;
  const page = await as('keeper', { ...PHONE, alone: true });
  await mockCamera(page, `HTTPS://ANYWHERE.EXAMPLE/Q/B${box.qrToken}`);
  await page.goto('/def/wms/scan');
  await page.getByRole('button', { name: '用摄像头扫码' }).tap();
  await expect(page.getByRole('heading', { name: box.code })).toBeVisible();
  await expect(page.getByRole('link', { name: '移库' }).first()).toBeVisible();

  const owner = await as('teacher', { group: '催化' });
  await owner.goto(`/Q/B${box.qrToken}`);
  await expect(owner.getByRole('heading', { name: '本组织存放在此的物品' })).toBeVisible();
  await owner.getByRole('link', { name: '申请领取' }).first().click();
  await expect(owner).toHaveURL(/\/teacher\/wms\/transaction\/outbound\/edit\?stock=/);

  const stranger = await as('supplier');
  await stranger.goto(`/Q/B${box.qrToken}`);
  await expect(stranger.getByRole('alert')).toContainText('您不能查看这个标签');
  await expect(stranger.getByText(box.code)).toHaveCount(0);
});

test(
  'bottle labels are printed on sheets of any size or a label printer, and lead to the goods',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id } = await crew.done({ type: 'INBOUND', warehouse: 'W2', lines: [{ code: 'P-GLOVE-M', qty: '3' }] });
    const page = await as('keeper');
    await page.goto(`/admin/wms/transaction/print?id=${id}`);
    await page.getByRole('link', { name: '物品标签' }).click();
    // One per box of gloves.
    await expect(page.getByText('3 张标签')).toBeVisible();
    await expect(page.getByRole('img', { name: /^QR 丁腈手套 M/ })).toHaveCount(3);
    await page.getByLabel('张数').selectOption({ label: '每行一张' });
    await expect(page.getByRole('img', { name: /^QR 丁腈手套 M/ })).toHaveCount(1);
    await page.getByLabel('规格').selectOption({ label: 'A4 · 65 (5 × 13, 38.1 × 21.2 mm)' });
    await page.getByLabel('从第几格开始').fill('65');
    const place = page.locator('.label-place');
    await expect(place).toHaveCSS('left', /^6[23]\d/);

    await page.getByLabel('张数').selectOption({ label: '每件一张' });
    await page.getByLabel('规格').selectOption({ label: '50 × 30 mm' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载 ZPL' }).click();
    const zpl = await readFile(await (await download).path(), 'utf8');
    expect(zpl).toMatch(/\^PQ3\n\^XZ/);
    expect(zpl).toMatch(/\^PW400\n\^LL240/);
    expect(/\^GFA,\d+,\d+,\d+,(.*)/.exec(zpl)![1]!.length, 'the words are drawn').toBeGreaterThan(500);
    const { pathname } = new URL(/\^FDMA,(\S+)\^FS/.exec(zpl)![1]!);
    await page.goto(pathname);
    await expect(page.getByRole('heading', { name: '丁腈手套 M' })).toBeVisible();
  },
);
