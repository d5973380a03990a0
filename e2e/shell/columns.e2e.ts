// Lists wider than their window: every column can be seen, and the column of actions covers none unnoticed.
import { expect, test } from '../_world.ts';

const LISTS = ['/admin/wms/product', '/admin/wms/warehouse', '/admin/wms/warehouse-box/list', '/admin/wms/product-box/list'];

for (const address of LISTS) {
  test(`${address} at 1440 × 900: no column is cut off by the actions`, async ({ as }) => {
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
