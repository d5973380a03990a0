// Open tasks behind the bell, updated live, with links.
import type { Locator, Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { expect, test } from '../_world.ts';
import { Goods } from '../wms/_goods.ts';

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /消息/ });
const panel = (page: Page): Locator => page.getByRole('dialog', { name: '待办与消息' });
const waiting = (page: Page): Locator => panel(page).getByRole('region', { name: '待我审核 · 出库' });

test('[F-W14] open tasks behind the bell come and go as documents move, and link to them', async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const stock = await goods.deposit(await goods.product(), '5');
  const page = await as(await makePerson(product, 'reviewer'));
  await page.goto('/def/base/msg-inbox');
  await bell(page).click();
  // The heading is rendered before the tasks arrive.
  await expect(panel(page).locator('h2:first-child + :is(.bell-group, .bell-nothing)')).toBeVisible();
  const count = async (): Promise<number> =>
    Number((await waiting(page).locator('.bell-count').count()) && (await waiting(page).locator('.bell-count').innerText()));
  const before = await count();
  const no = await goods.reserve(stock, '1');
  await expect.poll(count).toBe(before + 1);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();

  await page.keyboard.press('Control+K');
  await expect(page.getByRole('group', { name: '待我处理' }).getByRole('option').first()).toContainText('待我审核');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Enter');
  await waiting(page)
    .getByRole('link', { name: /待我审核/ })
    .click();
  // To the list of approvals, or to the only open one.
  await expect(page).toHaveURL(/\/def\/base\/bpm\/todo\?key=wms-outbound|\/admin\/wms\/transaction\/outbound/);
  await expect(panel(page)).toBeHidden();
  // The list is sorted oldest first; other tests leave requests as well.
  if (page.url().includes('/bpm/todo')) await page.getByRole('searchbox').filter({ visible: true }).fill(no);
  await expect(page.getByText(no).filter({ visible: true }).first()).toBeVisible();
});
