// Putting away, picking and moving with only a scanner or a phone camera.
import type { ScanCommand } from '@kuwei/contract/wms/label';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import type { Label, scanRoutes } from '@kuwei/contract/wms/scan';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import type { BodyOf } from '@kuwei/contract/route';
import type { Page } from '@playwright/test';
import type { Client } from '../_client.ts';
import { expect, PHONE, test } from '../_world.ts';
import { mockCamera, changeCameraCode } from './_camera.ts';
import { Crew } from './_documents.ts';
import { BIO, Goods } from './_goods.ts';
import { typeScan } from './_scanner.ts';
import { boxPage, button, state } from './_work.ts';

const at = (code: string): string => `HTTPS://WMS.EXAMPLE.EDU/Q/${code}`;

async function printed(keeper: Client, asked: Partial<BodyOf<typeof scanRoutes.listLabels>>): Promise<string[]> {
  const { body } = await keeper.post<Label[]>('/wms/scan/label', asked);
  return body.map(({ code }) => at(code));
}
async function card(keeper: Client, command: ScanCommand): Promise<string> {
  const { body } = await keeper.post<Label[]>('/wms/scan/label', { kind: 'COMMAND' });
  return at(body.find((each) => each.command === command)!.code);
}
/** Boxes with room for everything stored here. */
async function findRoomyBoxes(keeper: Client, productId: string, warehouseId: string): Promise<Box[]> {
  const query = `warehouseId=${warehouseId}&productId=${productId}&qty=8&fitting=true&size=10`;
  const { body } = await keeper.post<{ list: { id: string; code: string }[] }>(`/wms/warehouse-box/select?${query}`, {});
  const all = await keeper.get<{ list: Box[] }>(`/wms/warehouse-box?warehouseId=${warehouseId}&size=200`);
  return body.list.map(({ id }) => all.body.list.find((box) => box.id === id)!).filter(Boolean);
}
const labelOf = ({ qrToken }: Box): string => at(`B${qrToken}`);
const answer = (page: Page) => page.locator('.scan-work-answer');

const ready = (page: Page): Promise<void> => expect(page.getByRole('textbox', { name: '扫描或输入' })).toBeVisible();

/** Scans, and waits for the response. */
async function scanAndExpect(page: Page, text: string, expected: string | RegExp): Promise<void> {
  await typeScan(page, text);
  await expect(answer(page)).toContainText(expected);
}

test('goods are put away by scanning alone; an error is reported and changes nothing', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const keeper = await crew.warehouse('keeper');
  const goods = await Goods.open(product.url);
  const [one, two, other] = [await goods.product('甲'), await goods.product('乙'), await goods.product('丙')];
  const { id, no } = await goods.waiting('INBOUND', [
    { productId: one, batchNo: 'S1', unit: 'BOX', qty: '5' },
    { productId: two, batchNo: 'S2', unit: 'BOX', qty: '3' },
  ]);
  const { warehouseId } = await crew.read(id);
  const [first, second] = await findRoomyBoxes(keeper, one, warehouseId);
  const elsewhere = (await keeper.get<{ list: Box[] }>('/wms/warehouse-box?q=W1-C01-R1-B1&size=1')).body.list[0]!;
  const [document] = await printed(keeper, { kind: 'DOCUMENT', ids: [id] });
  const strangers = await Goods.open(product.url, BIO);
  const theirs = await strangers.deposit(one, '1', 'S1');

  const page = await as('keeper');
  await page.goto('/def/wms/scan');
  await expect(page.getByRole('textbox', { name: /^扫描标签/ })).toBeVisible();
  await typeScan(page, document!);
  await expect(page).toHaveURL(new RegExp(`inbound/editbox\\?id=${id}&by=scan`));
  await expect(page.getByText('扫物品：')).toBeVisible();

  const [ofStrangers] = await printed(keeper, { kind: 'STOCK', ids: [theirs.id] });
  await scanAndExpect(page, 'https://elsewhere.example.edu/Q/SAAAABBBBCCCCDDDD', '不是本系统的标签');
  await scanAndExpect(page, ofStrangers!, '这是分子生物学课题组的物品');
  await scanAndExpect(page, `${goods.mark}-3`, `此单没有“${goods.mark} 丙”`);
  await scanAndExpect(page, await card(keeper, 'CONFIRM'), '还没有扫任何物品');
  expect(other).toBeTruthy();

  // Two boxes for the first line, using number cards; a mistake is undone.
  await scanAndExpect(page, `${goods.mark}-1`, '扫要放入的库位');
  await scanAndExpect(page, labelOf(elsewhere), '不是此单的仓库');
  await scanAndExpect(page, await card(keeper, '2'), '数量 2');
  await scanAndExpect(page, labelOf(first!), `${goods.mark} 甲 2 盒，已放入 ${first!.code}`);
  await scanAndExpect(page, labelOf(second!), `库位 ${second!.code}：扫物品`);
  await scanAndExpect(page, await card(keeper, 'CONFIRM'), '还没有扫物品');
  await scanAndExpect(page, `${goods.mark}-2`, `${goods.mark} 乙 3 盒，已放入 ${second!.code}`);
  await scanAndExpect(page, await card(keeper, 'UNDO'), '已撤销');
  expect((await crew.read(id)).state).toBe('APPROVED');

  // Partial posting requires confirming twice.
  await scanAndExpect(page, await card(keeper, 'CONFIRM'), '还有 2 行没有扫完');
  await scanAndExpect(page, await card(keeper, 'CONFIRM'), `${no} 已办理`);
  await expect(state(page, '部分完成')).toBeVisible();
  expect((await crew.read(id)).lines.map(({ qtyDone }) => qtyDone)).toEqual(['2', '0']);

  await scanAndExpect(page, `${goods.mark}-1`, '扫要放入的库位');
  await scanAndExpect(page, labelOf(second!), `${goods.mark} 甲 3 盒，已放入 ${second!.code}`);
  await scanAndExpect(page, `${goods.mark}-1`, '已全部扫完');
  await scanAndExpect(page, `${goods.mark}-2`, '扫要放入的库位');
  await scanAndExpect(page, labelOf(first!), `${goods.mark} 乙 3 盒，已放入 ${first!.code}`);
  await typeScan(page, await card(keeper, 'CONFIRM'));
  await expect(state(page, '已入库')).toBeVisible();
  const { lines } = await crew.read(id);
  const where = lines.map((line) =>
    line.boxes.filter(({ qtyDone }) => qtyDone !== '0').map((box) => `${box.boxCode} ${box.qtyDone}`),
  );
  expect(where.map((boxes) => boxes.toSorted())).toEqual([
    [`${first!.code} 2`, `${second!.code} 3`].toSorted(),
    [`${first!.code} 3`],
  ]);
});

test(
  'goods are picked by scanning bottle and box, and issued against the pick-up code',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const keeper = await crew.warehouse('keeper');
    const goods = await Goods.open(product.url);
    const productId = await goods.product();
    const [early, late] = [
      await goods.deposit(productId, '2', 'E1', '2031-01-01'),
      await goods.deposit(productId, '2', 'E2', '2032-01-01'),
    ];
    const { id, no } = await goods.waiting('OUTBOUND', [{ productId, unit: 'BOX', qty: '2' }]);
    const boxes = await keeper.get<{ list: Box[] }>(`/wms/warehouse-box?q=${early.boxCode}&size=50`);
    const box = boxes.body.list.find(({ code }) => code === early.boxCode)!;
    const lateBox = (await keeper.get<{ list: Box[] }>(`/wms/warehouse-box?q=${late.boxCode}&size=50`)).body.list.find(
      ({ code }) => code === late.boxCode,
    )!;
    const [ofEarly, ofLate] = await printed(keeper, { kind: 'STOCK', ids: [early.id, late.id] });
    const pickup = (await goods.owner.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`)).body.code;

    const page = await as('keeper');
    await page.goto(`${boxPage('outbound', id)}&by=scan`);
    await ready(page);
    await scanAndExpect(page, ofLate!, '扫取货的库位');
    await scanAndExpect(page, labelOf(lateBox), `${early.boxCode} 里的 2031-01-01 到期，应先取`);
    await scanAndExpect(page, ofEarly!, '扫取货的库位');
    await scanAndExpect(page, labelOf(box), `${goods.mark} 产品 2 盒，已从 ${box.code} 取出`);
    // Not picked yet.
    await scanAndExpect(page, pickup, '请先扫完物品并确认');
    await scanAndExpect(page, await card(keeper, 'CONFIRM'), '拣货已保存');
    await expect(state(page, '拣货中')).toBeVisible();
    await typeScan(page, pickup === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert').filter({ hasText: '领取码不正确' })).toBeVisible();
    expect((await crew.read(id)).state).toBe('EXECUTING');
    await typeScan(page, pickup);
    await expect(state(page, '已出库')).toBeVisible();
    const { lines } = await crew.read(id);
    expect(lines[0]!.boxes.map(({ batchNo, qtyDone }) => [batchNo, qtyDone])).toEqual([['E1', '2']]);
    expect(no).toBeTruthy();
  },
);

test('a batch other than requested requires a reason when picked by scanning', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const keeper = await crew.warehouse('keeper');
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  const [early] = [
    await goods.deposit(productId, '2', 'E1', '2031-01-01'),
    await goods.deposit(productId, '2', 'E2', '2032-01-01'),
  ];
  const { id } = await goods.waiting('OUTBOUND', [{ productId, batchNo: 'E2', unit: 'BOX', qty: '2' }]);
  const boxes = await keeper.get<{ list: Box[] }>(`/wms/warehouse-box?q=${early.boxCode}&size=50`);
  const box = boxes.body.list.find(({ code }) => code === early.boxCode)!;
  const [ofEarly] = await printed(keeper, { kind: 'STOCK', ids: [early.id] });
  const pickup = (await goods.owner.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`)).body.code;

  const page = await as('keeper');
  await page.goto(`${boxPage('outbound', id)}&by=scan`);
  await ready(page);
  await scanAndExpect(page, ofEarly!, '扫取货的库位');
  await scanAndExpect(page, labelOf(box), `已从 ${box.code} 取出`);
  await scanAndExpect(page, await card(keeper, 'CONFIRM'), '拣货已保存');
  await typeScan(page, pickup);
  const dialog = page.getByRole('dialog', { name: '未取所申请批号的原因' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('button', { name: '完成出库' }).click();
  await expect(dialog.getByText('不能为空')).toBeVisible();
  expect((await crew.read(id)).state).toBe('EXECUTING');
  await dialog.getByRole('textbox').fill('所申请的瓶破损');
  await dialog.getByRole('button', { name: '完成出库' }).click();
  await expect(state(page, '已出库')).toBeVisible();
  const records = await keeper.get<{ comment: string | null }[]>(`/wms/transaction/${id}/record`);
  expect(records.body.map(({ comment }) => comment)).toContain('所申请的瓶破损');
});

test(
  'a phone alone moves goods: bottle, source box, target box, and the large button',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const keeper = await crew.warehouse('keeper');
    const goods = await Goods.open(product.url);
    const stock = await goods.deposit(await goods.product(), '4', 'M1');
    const row = (await keeper.get<ProductBox>(`/wms/product-box/${stock.id}`)).body;
    const { id } = await crew.moving(row.warehouseId, {
      productId: row.productId,
      productBoxId: row.id,
      unit: 'BOX',
      qty: '3',
    });
    const free = (await findRoomyBoxes(keeper, row.productId, row.warehouseId)).find(({ code }) => code !== row.boxCode)!;
    const from = (await keeper.get<{ list: Box[] }>(`/wms/warehouse-box?q=${row.boxCode}&size=50`)).body.list.find(
      ({ code }) => code === row.boxCode,
    )!;
    const [bottle] = await printed(keeper, { kind: 'STOCK', ids: [row.id] });

    const page = await as('keeper', { ...PHONE, alone: true });
    await mockCamera(page, bottle!);
    await page.goto(`${boxPage('move', id)}&by=scan`);
    await page.getByRole('button', { name: '用摄像头扫码' }).tap();
    await expect(answer(page)).toContainText('扫要移到的库位');
    await changeCameraCode(page, labelOf(from));
    await expect(answer(page)).toContainText(`从 ${from.code} 移出`);
    await changeCameraCode(page, labelOf(free));
    await expect(answer(page)).toContainText(`3 盒，已移到 ${free.code}`);
    await button(page, '确认').tap();
    await expect(state(page, '已移库')).toBeVisible();
    const { lines } = (await keeper.get<Transaction>(`/wms/transaction/${id}`)).body;
    expect(lines[0]!.boxes.map(({ sourceBoxCode, boxCode, qtyDone }) => [sourceBoxCode, boxCode, qtyDone])).toEqual([
      [from.code, free.code, '3'],
    ]);
  },
);

test(
  'unconfirmed scans survive a reload, and block other documents until confirmed',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const keeper = await crew.warehouse('keeper');
    const goods = await Goods.open(product.url);
    const productId = await goods.product();
    const lines = [{ productId, batchNo: 'R1', unit: 'BOX', qty: '2' }];
    const { id } = await goods.waiting('INBOUND', lines);
    const other = await goods.waiting('INBOUND', lines);
    const [free] = await findRoomyBoxes(keeper, productId, (await crew.read(id)).warehouseId);
    const page = await as('keeper');
    await page.goto(`${boxPage('inbound', id)}&by=scan`);
    await ready(page);
    await scanAndExpect(page, `${goods.mark}-1`, '扫要放入的库位');
    await scanAndExpect(page, labelOf(free!), `已放入 ${free!.code}`);
    await scanAndExpect(page, other.no, `请先确认，再扫 ${other.no}`);
    page.once('dialog', (asked) => void asked.accept());
    await page.reload();
    await ready(page);
    await expect(page.getByText('已全部扫完')).toBeVisible();
    await typeScan(page, await card(keeper, 'CONFIRM'));
    await expect(state(page, '已入库')).toBeVisible();
    await typeScan(page, other.no);
    await expect(page).toHaveURL(new RegExp(`inbound/editbox\\?id=${other.id}&by=scan`));
  },
);

test('command cards are printed from the scanning page: twelve, each with its code', { tag: '@long' }, async ({ as }) => {
  const page = await as('keeper');
  await page.goto('/def/wms/scan');
  await page.getByRole('link', { name: '打印指令卡' }).click();
  await expect(page.getByText('12 张标签')).toBeVisible();
  await expect(page.getByRole('region', { name: '指令卡' }).getByRole('img', { name: /^QR / })).toHaveCount(12);
});
