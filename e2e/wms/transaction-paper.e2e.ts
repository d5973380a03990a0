// The records of a document: its history, and the slip that is signed.
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { unique } from '../_unique.ts';
import { Crew } from './_documents.ts';
import { ENGLISH_SPEAKER, inEnglish } from './_english.ts';
import { button, ethanol, gloves } from './_work.ts';

test('[S2.158] shows every change and every ledger entry of a document', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id, no } = await crew.done({ ...gloves('4'), type: 'INBOUND' });
  const page = await as('keeper');
  await page.goto(`/admin/wms/transaction/transaction-record?id=${id}`);
  await expect(page.getByRole('heading', { name: no })).toBeVisible();
  await expect(page.getByRole('region', { name: '变更' })).toContainText('第 1 行完成 4 盒');
  const entries = page.getByRole('region', { name: '台账' });
  await expect(entries.locator('tbody tr[data-row]')).not.toHaveCount(0);
  await expect(entries).toContainText('丁腈手套 M');
  await go(page, '/admin/wms/transaction/transaction-record');
  await expect(page.getByRole('heading', { name: '出入库记录' })).toBeVisible();
  await expect(page.getByText(no).filter({ visible: true }).first()).toBeVisible();
});

test('the slip has all signatures, on both paper sizes', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { lines, ...slip } = await crew.done({
    type: 'INBOUND',
    warehouse: 'W1',
    purpose: '样品前处理',
    lines: [{ ...ethanol('2'), unitPrice: '28.5' }],
  });
  const page = await as('keeper');
  const sheet = page.getByRole('article');
  // The whole slip is measured and printed: it is shown only once its reviews are loaded.
  const { promise: asked, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/api/wms/transaction/*/chain', async (route) => {
    await asked;
    await route.continue();
  });
  const records = page.waitForResponse(/\/api\/wms\/transaction\/[^/]+\/record/);
  await page.goto(`/admin/wms/transaction/print?id=${slip.id}`);
  await (await records).finished();
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  await expect(sheet).toHaveCount(0);
  letThrough();
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
  // One copy for each holder, named, each with its signature fields.
  await page.getByLabel('份数').selectOption({ label: '一式 3 份' });
  await expect(page).toHaveURL(/copies=3/);
  await expect(sheet).toHaveCount(3);
  await expect(sheet.nth(2)).toContainText('记账联（3/3）');
  await expect(sheet.nth(2).locator('footer')).toContainText('保管');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '1');
  });
  await button(page, '打印').click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '1');
  await page.emulateMedia({ media: 'print' });
  await expect(button(page, '打印')).toBeHidden();
});

test('a spec is on one line of the small form, beside the codes and amounts', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const lines = ['E-HOTPLATE', 'P-TIP-1000'].map((code) => ({ code, qty: '2', unitPrice: '1280' }));
  const slip = await crew.done({ type: 'INBOUND', warehouse: 'W2', lines });
  const page = await as('keeper');
  await page.goto(`/admin/wms/transaction/print?id=${slip.id}&paper=241x140`);
  const rows = page.getByRole('article').first().locator('tbody tr');
  await expect(rows.first()).toContainText('20 L, 380 °C');
  for (const [at, spec] of ['20 L, 380 °C', '96 支/盒'].entries()) {
    const text = rows.nth(at).getByText(spec, { exact: true });
    const lineCount = await text.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lineCount, spec).toBe(1);
  }
});

test('the slip is printed in English, and called a request until approved', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const slip = await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2')] });
  const english = await as(ENGLISH_SPEAKER);
  await inEnglish(english, product.url, async () => {
    await english.goto(`/admin/wms/transaction/print?id=${slip.id}`);
    await expect(english.getByRole('article')).toContainText('Goods received note');
    await expect(english.getByRole('article')).toContainText('2 bottles');
    await expect(english.getByRole('article').locator('footer')).toContainText('Delivered');
    const review = await crew.submitted({ ...gloves('1'), type: 'INBOUND' });
    await english.goto(`/admin/wms/transaction/print?id=${review.id}`);
    await expect(english.getByRole('heading', { name: 'Deposit request' })).toBeVisible();
  });
});

test("a slip shows the warehouse's local time, whatever the browser's time zone", { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { id } = await crew.done({ ...gloves('1'), type: 'INBOUND' });
  const { finishedAt, timeZone } = await crew.read(id);
  const parts = (zone: string): string => new Date(finishedAt!).toLocaleString('sv', { timeZone: zone }).slice(0, 16);
  const page = await as('keeper', { timezoneId: 'Pacific/Kiritimati' });
  await page.goto(`/admin/wms/transaction/print?id=${id}`);
  await expect(page.getByRole('article').locator('.print-facts')).toContainText(parts(timeZone));
  expect(parts(timeZone)).not.toBe(parts('Pacific/Kiritimati'));
});

test(
  "[F-U9] rows stay inside their sheets, codes don't break, six fit on a small sheet, and partial slips show the requested quantity",
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const line = (at: number) => ({ ...ethanol('1'), batchNo: `LOT-2026-ETOH-${unique()}-${at}`, unitPrice: '28.5' });
    const wanted = (rows: number) => ({
      type: 'INBOUND' as const,
      warehouse: 'W1' as const,
      lines: Array.from({ length: rows }, (_, at) => line(at)),
    });
    const many = await crew.approved(wanted(23));
    const page = await as('keeper');
    const sheets = page.getByRole('article');
    const open = async (id: string, paper: string): Promise<void> => {
      await page.goto(`/admin/wms/transaction/print?id=${id}&paper=${paper}`);
      await expect(sheets.first()).toContainText('校仓储中心');
    };
    for (const paper of ['A4', '241x140']) {
      await open(many.id, paper);
      await expect(sheets.locator('tbody tr')).toHaveCount(23);
      for (const sheet of await sheets.all()) {
        const [paperBox, signs, table] = [
          await sheet.boundingBox(),
          await sheet.locator('footer').boundingBox(),
          await sheet.getByRole('table').boundingBox(),
        ];
        expect(signs!.y + signs!.height).toBeLessThan(paperBox!.y + paperBox!.height);
        expect(table!.y + table!.height).toBeLessThan(signs!.y);
        expect(table!.x + table!.width).toBeLessThan(paperBox!.x + paperBox!.width);
      }
      const codes = await sheets.locator('td.code:not(:has(div)), td.code div, .print-codes span').evaluateAll((all) =>
        all.map((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
      expect(codes.filter((lines) => lines > 1)).toEqual([]);
    }
    const six = await crew.approved(wanted(6));
    await open(six.id, '241x140');
    await expect(sheets).toHaveCount(1);

    const { id, rev } = await crew.approved({ ...gloves('9'), type: 'INBOUND' });
    const keeper = await crew.warehouse('keeper');
    const boxes = await keeper.post<{ lineId: string; boxes: { boxId: string; qty: string }[] }[]>(
      `/wms/transaction/${id}/box/suggest`,
      {},
    );
    const lines = boxes.body.map((each) => ({
      lineId: each.lineId,
      boxes: each.boxes.slice(0, 1).map(({ boxId, qty }) => ({ boxId, qty })),
    }));
    const assigned = await keeper.put<Transaction>(`/wms/transaction/${id}/box`, { rev, lines });
    const done = assigned.body.lines[0]!.boxes.map((box) => ({ id: box.id, qty: '4' }));
    await keeper.put(`/wms/transaction/${id}/finish`, { rev: assigned.body.rev, boxes: done });
    await open(id, 'A4');
    const heads = await sheets.getByRole('columnheader').allInnerTexts();
    const row = await sheets.locator('tbody tr').getByRole('cell').allInnerTexts();
    expect([row[heads.indexOf('申请数量')], row[heads.indexOf('实收')]]).toEqual(['9 盒', '4 盒']);
  },
);
