// Daily work on a phone, by touch.
import { readFile } from 'node:fs/promises';
import { readXlsxObjects } from 'hucre/xlsx';
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';
import type { Locator } from '@playwright/test';
import { choose } from '../_choose.ts';
import { expect, PHONE, test } from '../_world.ts';
import { Crew, inDays } from '../wms/_documents.ts';
import { Goods } from '../wms/_goods.ts';
import { button, dialog, expectTouchFriendly } from './_touch.ts';

const GROUP = '催化化学';

test('[F-W9] a reviewer finds a pending card and approves it by touch', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const document = await crew.submitted({
    type: 'INBOUND',
    warehouse: 'W1',
    lines: [{ code: 'C-ETHANOL', qty: '2', batchNo: 'PH-1', expiresOn: inDays(300) }],
  });
  const page = await as('reviewer', PHONE);
  await page.goto(`/admin/wms/transaction/inbound?q=${document.no}`);
  const card = page.getByRole('listitem').filter({ hasText: document.no });
  await expect(card).toContainText('待审核');
  await expectTouchFriendly(page);
  await card.getByRole('link').first().tap();
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(document.no);
  await expectTouchFriendly(page);
  // The buttons are within thumb reach, the lines above the history.
  const at = async (part: Locator): Promise<number> => (await part.boundingBox())!.y;
  expect(await at(button(page, '批准').first())).toBeGreaterThan(PHONE.viewport.height - 80);
  expect(await at(page.getByRole('region', { name: '明细' }))).toBeLessThan(
    await at(page.getByRole('region', { name: '审核记录' })),
  );
  // No touch targets under a notch or the system bar.
  const window = await page.context().newCDPSession(page);
  const insets = { top: 47, bottom: 34 };
  await window.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const approve = async (): Promise<number> => {
    const box = (await button(page, '批准').first().boundingBox())!;
    return box.y + box.height;
  };
  await expect.poll(approve).toBeLessThanOrEqual(PHONE.viewport.height - insets.bottom);
  expect(await at(page.getByRole('banner').getByRole('button').first())).toBeGreaterThanOrEqual(insets.top);
  await window.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
  await page.getByRole('banner').getByTitle('账户').tap();
  await expectTouchFriendly(page);
  await page.keyboard.press('Escape');
  await button(page, '批准').first().tap();
  await expect(dialog(page)).toContainText(document.no);
  await expect(dialog(page).locator('.grant-cell')).toHaveAttribute('data-label', '批准数量');
  await expectTouchFriendly(page);
  await dialog(page).getByRole('button', { name: '批准', exact: true }).tap();
  await expect(page.getByText('待上架', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expectTouchFriendly(page);
});

test(
  '[F-W9] a form on a phone has one row of save buttons; deleting is at its end',
  { tag: '@long' },
  async ({ as, product }) => {
    const manager = await Client.signIn(product.url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
    const { body } = await manager.get<{ list: { id: string }[] }>('/wms/product?size=1');
    const page = await as('manager', PHONE);
    await page.goto(`/admin/wms/product/edit?id=${body.list[0]!.id}`);
    const save = button(page, '保存');
    await expect(save).toBeInViewport();
    const bar = (await page.locator('.form-bar').filter({ visible: true }).boundingBox())!;
    expect(bar.height).toBeLessThanOrEqual(72);
    await expect(button(page, '删除')).not.toBeInViewport();
    await button(page, '删除').scrollIntoViewIfNeeded();
    const remove = (await button(page, '删除').boundingBox())!;
    expect(remove.y + remove.height).toBeLessThanOrEqual(bar.y);
    await expectTouchFriendly(page);
  },
);

test(
  '[F-W9] counts in a dictionary, the first steps and clear buttons are large enough to touch',
  { tag: '@long' },
  async ({ as, product }) => {
    const page = await as('admin', PHONE);
    const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const { body } = await admin.get<{ list: { id: string; code: string }[] }>('/auth/dic/dic?q=WMS_UNIT');
    await page.goto(`/def/sysbase/dic/edit?id=${body.list.find(({ code }) => code === 'WMS_UNIT')!.id}`);
    const count = page.locator('.dic-use').getByRole('button').first();
    await count.scrollIntoViewIfNeeded();
    await expectTouchFriendly(page);
    const kept = page.locator('.grid-button[aria-disabled="true"]').first();
    await expect(kept, 'what cannot be removed says why').toHaveAccessibleDescription(/使用|自带|默认/);
    await kept.tap({ force: true });
    await expect(
      page
        .getByText((await kept.getAttribute('title'))!)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await page.goto('/def/sysbase/first-steps');
    await expect(page.locator('.first-step').first()).toBeVisible();
    await expectTouchFriendly(page);
    await page.goto('/def/sysbase/project/app/menu');
    await page.getByRole('searchbox').fill('库存');
    await expect(page.locator('.ant-input-clear-icon')).toBeVisible();
    await expectTouchFriendly(page);
  },
);

test('[F-W9] a teacher requests a deposit by touch', async ({ as }) => {
  const page = await as('teacher', { ...PHONE, group: GROUP });
  await page.goto('/teacher/wms/transaction/inbound');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectTouchFriendly(page);
  await page.getByRole('link', { name: '新建存放申请' }).tap();
  await choose(page.getByRole('combobox', { name: '仓库' }), '化学品仓库');
  await expect(button(page, '提交')).toBeInViewport();
  await expectTouchFriendly(page);
  await button(page, /选择产品$/).tap();
  await dialog(page).getByRole('searchbox').fill('C-ETHANOL');
  await expect(dialog(page).getByRole('row')).toHaveCount(2);
  await expectTouchFriendly(page);
  await dialog(page).getByText('C-ETHANOL').tap();
  await button(page, '加入 1 项').tap();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('第 1 行 数量')).toBeFocused();
  await expectTouchFriendly(page);
  await page.getByLabel('第 1 行 数量').fill('2');
  await page.getByLabel('第 1 行 批号').fill(unique());
  await page.getByLabel('第 1 行 有效期至').fill(inDays(400));
  await button(page, '提交').tap();
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(/IN\d+/);
  await expect(page.getByText('待审核').filter({ visible: true }).first()).toBeVisible();
  await expectTouchFriendly(page);
});

test(
  '[F-W9][S1.02] a teacher requests a collection and shows the pick-up code by touch',
  { tag: '@long' },
  async ({ as, product }) => {
    const goods = await Goods.open(product.url);
    await goods.deposit(await goods.product(), '5');
    const page = await as('teacher', { ...PHONE, group: GROUP });
    await page.goto('/teacher/wms/transaction/outbound/edit');
    await choose(page.getByRole('combobox', { name: '仓库' }), '综合仓库');
    await button(page, /选择库存$/).tap();
    await dialog(page).getByRole('searchbox').fill(goods.mark);
    await expect(dialog(page).getByRole('row')).toHaveCount(2);
    await expectTouchFriendly(page);
    await dialog(page).getByText(goods.mark).first().tap();
    await button(page, '加入 1 项').tap();
    await page.getByLabel('第 1 行 数量').fill('2');
    await expectTouchFriendly(page);
    await button(page, '提交').tap();
    const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
    await expect(heading).toContainText(/OUT\d+/);
    await expect(page.getByText('待审核').filter({ visible: true }).first()).toBeVisible();
    const id = new URL(page.url()).searchParams.get('id')!;
    const review = await goods.manager.get<{ list: { id: string }[] }>('/wms/transaction?type=OUTBOUND&state=SUBMITTED&size=200');
    expect(review.body.list.map((document) => document.id)).toContain(id);
    const { body } = await goods.manager.get<{ rev: number }>(`/wms/transaction/${id}`);
    expect((await goods.manager.put(`/wms/transaction/${id}/approve`, { rev: body.rev })).status).toBe(200);
    await expect(page.getByText('待拣货').filter({ visible: true }).first()).toBeVisible();
    const { code } = (await goods.owner.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`)).body;
    await expect(
      page
        .getByText(new RegExp(code.split('').join('\\s*')))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await expectTouchFriendly(page);
  },
);

test('[F-W9] location, history and workbook of a product by touch', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const productId = await goods.product();
  const first = await goods.deposit(productId, '4', 'PH-A');
  await goods.deposit(productId, '6', 'PH-B');
  const page = await as('manager', PHONE);
  await page.goto('/admin/wms/product-box/list');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('searchbox').fill(goods.mark);
  const cards = page.locator('.card[data-row]').filter({ hasText: goods.mark, visible: true });
  await expect(cards).toHaveCount(2);
  await expectTouchFriendly(page);
  const card = cards.filter({ hasText: 'PH-A' });
  await expect(card).toContainText(first.boxCode);
  await card.getByRole('link').first().tap();
  const detail = page.getByRole('complementary').filter({ visible: true });
  await expect(detail).toContainText('4 盒');
  await expect(detail.getByRole('link', { name: /^IN\d+/ }).first()).toBeVisible();
  await expectTouchFriendly(page);
  await detail.getByRole('button', { name: '关闭' }).tap();

  await button(page, /^筛选/).tap();
  await expectTouchFriendly(page);
  await dialog(page)
    .getByRole('button', { name: /^仓库/ })
    .tap();
  await page.getByText('综合仓库', { exact: true }).filter({ visible: true }).last().tap();
  await button(page, '确定').tap();
  await expect(page).toHaveURL(/warehouseId=/);
  await expect(cards).toHaveCount(2);
  await expectTouchFriendly(page);
  const download = page.waitForEvent('download');
  await button(page, /导出$/).tap();
  const { data } = await readXlsxObjects(await readFile(await (await download).path()));
  expect(Object.fromEntries(data.map((row) => [row['批号'], String(row['数量'])]))).toEqual({ 'PH-A': '4', 'PH-B': '6' });
});

test('[F-E3] touch targets are large enough in landscape, in lists, trees and forms', { tag: '@long' }, async ({ as }) => {
  const page = await as('manager', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  for (const [address, seen] of [
    ['/admin/wms/transaction/inbound', '[data-row]'],
    ['/admin/wms/warehouse-box', '[data-row]'],
    ['/admin/wms/container', '.place-row'],
    ['/admin/wms/transaction/move/edit', '.line-add-field'],
  ] as const) {
    await page.goto(address);
    await expect(page.locator(seen).filter({ visible: true }).first()).toBeVisible();
    await expectTouchFriendly(page);
  }
});

const SIDEWAYS = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

test(
  '[F-E3] in landscape a long dialog keeps its buttons visible and scrolls its body',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const codes = ['W-BEAKER-250', 'W-FLASK-500', 'P-TUBE-50', 'P-GLOVE-M'];
    const lines = codes.map((code) => ({ code, qty: '1' }));
    const { id } = await crew.approved({ type: 'INBOUND', warehouse: 'W2', lines });
    const waiting = await crew.submitted({ type: 'INBOUND', warehouse: 'W2', lines });
    const page = await as('manager', SIDEWAYS);
    const isWhole = async (name: string): Promise<void> => {
      await expect(dialog(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      await expect(dialog(page).locator('.ant-modal-title')).toBeInViewport({ ratio: 1 });
      await expectTouchFriendly(page);
    };
    await page.goto(`/admin/wms/transaction/inbound/editbox?id=${id}`);
    await button(page, '全部采用建议').tap();
    await button(page, '完成入库').tap();
    await isWhole('全部完成');
    await page.goto(`/admin/wms/transaction/inbound/edit?id=${waiting.id}`);
    await button(page, '批准').first().tap();
    await isWhole('批准');
  },
);

test('[F-E3] in landscape a form reports errors in its button row', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher', { ...SIDEWAYS, group: GROUP });
  await page.goto('/teacher/wms/transaction/inbound/edit');
  await button(page, '提交').tap();
  const note = page.locator('.form-note.problem').filter({ visible: true });
  await expect(note).toBeInViewport({ ratio: 1 });
  const [noteBox, buttonBox] = [(await note.boundingBox())!, (await button(page, '提交').boundingBox())!];
  expect(noteBox.y).toBeGreaterThanOrEqual(buttonBox.y);
  expect(noteBox.y + noteBox.height).toBeLessThanOrEqual(buttonBox.y + buttonBox.height);
});

test(
  '[F-W9] list actions take one row on a phone, the rest is in a menu; notices leave the header free',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('manager', PHONE);
    for (const [list, more] of [
      ['product', '管理分类'],
      ['product-space', '存放配额'],
    ] as const) {
      await page.goto(`/admin/wms/${list}`);
      const offers = page.locator('.page-head-actions').filter({ visible: true }).locator(':scope > :not(.list-primary)');
      await expect(page.locator('.card[data-row]').first()).toBeVisible();
      expect(new Set(await offers.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y))).size, list).toBe(1);
      await offers.last().tap();
      await expect(page.getByRole('menuitem', { name: more })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    const header = (await page.getByRole('banner').boundingBox())!;
    const download = page.waitForEvent('download');
    await button(page, /导出$/).tap();
    // It disappears after a moment: wait for it before the slower download.
    const notice = page.locator('.ant-message-notice').first();
    await expect(notice).toBeVisible();
    expect((await notice.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height);
    await download;
  },
);

test('the back button closes an overlay and stays on the page', async ({ as }) => {
  const page = await as('admin', PHONE);
  await page.goto('/mg/user/mg');
  const card = page.getByRole('listitem').filter({ hasText: 'reviewer2' });
  const closed = async (address: RegExp): Promise<void> => {
    await expect(dialog(page)).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(address);
  };
  await expect(card).toBeVisible();
  await button(page, /^筛选/).tap();
  await closed(/\/mg\/user\/mg$/);
  await card.getByRole('link').first().tap();
  await expect(page).toHaveURL(/show=/);
  await page.goBack();
  await expect(page).toHaveURL(/\/mg\/user\/mg$/);
  await page.getByRole('banner').getByRole('button', { name: '菜单' }).tap();
  await closed(/\/mg\/user\/mg$/);
});
