// Lists wider than their window: every column can be seen, and the column of actions covers none unnoticed.
import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import type { Product } from '../_product.ts';
import { expect, test } from '../_world.ts';

const LISTS = ['/admin/wms/product', '/admin/wms/warehouse', '/admin/wms/warehouse-box/list', '/admin/wms/product-box/list'];

for (const address of LISTS) {
  test(`${address} at 1440 × 900: no column is cut off by the actions`, { tag: '@long' }, async ({ as }) => {
    const page = await as('manager', { viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    const scroller = page.locator('.slot:not([hidden]) .table-scroll');
    await expect(scroller.locator('[data-row]').first()).toBeVisible();
    const look = () =>
      scroller.evaluate((element) => {
        const heads = [...element.querySelectorAll('thead th')];
        const actions = element.querySelector('thead .cell-actions');
        const edge = actions?.getBoundingClientRect().left ?? element.getBoundingClientRect().right;
        const last = heads.findLast((head) => head !== actions)!.getBoundingClientRect();
        return {
          more: element.hasAttribute('data-more'),
          hidden: Math.max(0, Math.round(last.right - edge)),
          border: actions ? getComputedStyle(actions).borderLeftWidth : '',
        };
      });
    await expect.poll(async () => (await look()).hidden > 0 === (await look()).more).toBe(true);
    const before = await look();
    if (before.hidden > 0 && before.border !== '') expect(before.border).toBe('1px');
    await scroller.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect.poll(async () => (await look()).more).toBe(false);
    expect((await look()).hidden).toBe(0);
  });
}

test(
  '[F-W7] what is dangerous, and the actions of a row in English, are never cut',
  { tag: '@long' },
  async ({ as, product }) => {
    const stock = await as('manager');
    await stock.setViewportSize({ width: 1440, height: 900 });
    await stock.goto('/admin/wms/product-box/list');
    await expect(stock.locator('.stock-hazards').first()).toBeVisible();
    expect(await stock.locator('td:has(.stock-hazards)').evaluateAll(cut)).toEqual([]);

    const page = await as(await englishSpeaker(product, 'admin', 'ROLE_ADMIN'), { viewport: { width: 1440, height: 900 } });
    await page.goto('/def/power/proxy');
    await expect(page.locator('.row-actions').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await page.locator('td.cell-actions').evaluateAll(cut)).toEqual([]);
  },
);

test('[F-E2] in English as well, all columns are in sight at 1440 × 900', { tag: '@long' }, async ({ as, product }) => {
  const manager = await englishSpeaker(product, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const page = await as(manager, { viewport: { width: 1440, height: 900 } });
  for (const list of ['product', 'warehouse', 'product-box/list', 'product-space', 'transaction/inbound?waiting=']) {
    await page.goto(`/admin/wms/${list}`);
    const scroller = page.locator('.slot:not([hidden]) .table-scroll');
    await expect(scroller.locator('[data-row]').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect.poll(() => scroller.evaluate((each) => each.scrollWidth - each.clientWidth), { message: list }).toBe(0);
    expect(await scroller.locator('th:not(.cell-select), td:has(.state-tag)').evaluateAll(cut), list).toEqual([]);
  }
});

/** Makes somebody who works in English. @returns the username */
async function englishSpeaker(product: Product, like: string, pageRole: string): Promise<string> {
  const username = await makePerson(product, like);
  const account = await Client.signIn(product.url, username, pageRole);
  await account.put('/auth/biz/user/by-me/setting/ui.locale', { value: 'en' });
  return username;
}

/** Texts of the cells with more in them than they show. */
const cut = (cells: Element[]): string[] =>
  cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent ?? '');
