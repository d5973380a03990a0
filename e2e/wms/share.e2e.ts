// Sharing: requested from another group's listing, approved by its leader, collected, and returned.
import type { Locator, Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { go } from '../_go.ts';
import { expect, PHONE, test } from '../_world.ts';
import { BIO, Goods } from './_goods.ts';

const OFFERS = '/teacher/wms/share/offer';
const REQUESTS = '/teacher/wms/share';
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });
const detail = (page: Page): Locator => page.getByRole('complementary', { name: '详情' });
const fact = (page: Page, name: string): Locator =>
  detail(page).locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

/** Lists ten boxes of a new product for the biology group. */
async function offered(url: string, more: object = {}): Promise<Goods> {
  const goods = await Goods.open(url, BIO);
  const productId = await goods.product('移液枪头');
  await goods.deposit(productId, '10');
  const orgs = await goods.manager.get<{ list: { id: string }[] }>('/wms/org-product/org?q=LAB-BIO');
  const form = { orgId: orgs.body.list[0]!.id, productId, visibleTo: 'CAMPUS', shareMode: 'LEND', maxQty: '4', ...more };
  const { body } = await goods.manager.post<{ id: string; rev: number }>('/wms/org-product', form);
  expect((await goods.manager.put(`/wms/org-product/${body.id}/up`, { rev: body.rev })).status).toBe(200);
  return goods;
}

/** Requests some of it in the list of offers. */
async function ask(page: Page, goods: Goods, qty: string): Promise<void> {
  await page.goto(`${OFFERS}?q=${goods.mark}`);
  await page.getByText(`${goods.mark} 移液枪头`).first().click();
  await expect(detail(page)).toContainText('分子生物学课题组');
  await detail(page).getByRole('button', { name: '申请', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '申请数量' }).fill(qty);
  await dialog.getByRole('textbox', { name: '用途' }).fill('课题实验');
  await dialog.getByRole('textbox', { name: '归还日' }).fill('2099-12-31');
  await dialog.getByRole('button', { name: '提交申请' }).click();
}

test("[S1.09] a group requests another's listing, its leader approves, and the returned loan is in its owner's ledger", async ({
  as,
  product,
}) => {
  const goods = await offered(product.url);
  const asker = await as('teacher', { group: '催化' });
  await ask(asker, goods, '5');
  await expect(asker.getByRole('dialog').getByText('每次最多申请 4 盒')).toBeVisible();
  await asker.getByRole('dialog').getByRole('textbox', { name: '申请数量' }).fill('4');
  await asker.getByRole('dialog').getByRole('button', { name: '提交申请' }).click();
  await expect(asker.getByText(/已提交申请：SH/)).toBeVisible();

  const leader = await as('teacher2');
  await leader.goto(`${REQUESTS}?q=${goods.mark}&side=OF_US`);
  await rows(leader).click();
  await expect(detail(leader)).toContainText('催化化学课题组');
  await detail(leader).getByRole('button', { name: '审批' }).click();
  const look = leader.getByRole('dialog');
  await expect(look).toContainText('课题实验');
  await look.getByRole('button', { name: '批准' }).click();
  await expect(look).toBeHidden();
  await expect(fact(leader, '关联单据')).toContainText('领取申请');

  await asker.goto(`${REQUESTS}?q=${goods.mark}`);
  await expect(rows(asker)).toContainText('已同意');
  await rows(asker).click();
  await detail(asker)
    .getByRole('link', { name: /领取申请/ })
    .click();
  await expect(asker.getByText('物品所属组织')).toBeVisible();
  const id = new URL(asker.url()).searchParams.get('id')!;
  const own = await Client.shared(product.url, 'teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  await goods.finish(id, own);

  await go(asker, `${REQUESTS}?q=${goods.mark}`);
  await expect(rows(asker)).toHaveCount(1);
  await expect(rows(asker)).toContainText('借出未还');
  await rows(asker).click();
  await expect(fact(asker, '借还情况')).toHaveText('借出 4 盒，已还 0 盒');
  await detail(asker).getByRole('button', { name: '归还' }).click();
  await expect(asker).toHaveURL(/\/transaction\/inbound\/edit\?id=/);
  await asker.getByRole('button', { name: '提交', exact: true }).click();
  await expect(asker.getByText(/已提交/).first()).toBeVisible();
  const back = await own.get<{ documents: { id: string; type: string }[] }>(
    `/wms/share/${(await own.get<{ list: { id: string }[] }>(`/wms/share?q=${goods.mark}`)).body.list[0]!.id}`,
  );
  await goods.finish(back.body.documents.find(({ type }) => type === 'INBOUND')!.id, own);

  // The owner's open page is updated live.
  await expect(fact(leader, '借还情况')).toHaveText('借出 4 盒，已还 4 盒');
  await go(leader, `/teacher/wms/product-box/list?q=${goods.mark}`);
  await expect(rows(leader)).toHaveCount(1);
  await expect(rows(leader)).toContainText('10');
});

test('[S1.09] on a phone a listing is a card, requested and withdrawn', { tag: '@long' }, async ({ as, product }) => {
  const goods = await offered(product.url);
  const page = await as('teacher', { ...PHONE, group: '催化' });
  await ask(page, goods, '2');
  await expect(page.getByText(/已提交申请：SH/)).toBeVisible();
  await page.goto(`${REQUESTS}?q=${goods.mark}`);
  await page.getByText(`${goods.mark} 移液枪头`).first().click();
  await detail(page).getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(detail(page).getByText('已撤回').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
