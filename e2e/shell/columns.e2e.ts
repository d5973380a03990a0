// Lists wider than their window: every column is reachable, and the pinned actions hide none unnoticed.
import { builtInMenu } from '@kuwei/contract/menu-data';
import { Client } from '../_client.ts';
import { go } from '../_go.ts';
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

test('[F-W7] hazards, and English row actions, are never truncated', { tag: '@long' }, async ({ as, product }) => {
  const stock = await as('manager');
  await stock.setViewportSize({ width: 1440, height: 900 });
  await stock.goto('/admin/wms/product-box/list');
  await expect(stock.locator('.stock-hazards').first()).toBeVisible();
  expect(await stock.locator('td:has(.stock-hazards)').evaluateAll(truncatedTexts)).toEqual([]);

  const page = await as(await makePersonWithLocale(product, 'admin', 'ROLE_ADMIN', 'en'), {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/def/power/proxy');
  await expect(page.locator('.row-actions').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.locator('td.cell-actions').evaluateAll(truncatedTexts)).toEqual([]);
});

/** Users by menu, to reach all lists. */
const MENUS = [
  { like: 'teacher', pageRole: 'ROLE_TEACHER', group: '催化化学', prefix: /^\/teacher\// },
  { like: 'manager', pageRole: 'ROLE_WAREHOUSE_ADMIN', prefix: /^\/admin\// },
  { like: 'admin', pageRole: 'ROLE_ADMIN', prefix: /^\/(mg|def)\// },
] as const;
/** On the smaller screen the menu is collapsed, which leaves more room than on the larger one. */
const DESKS = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
];

for (const { like, pageRole, prefix, ...rest } of MENUS) {
  for (const locale of ['zh', 'en'] as const) {
    test(
      `[F-E2] [F-3C2] all columns of all lists of ${like} are visible, in ${locale} and in a font 10 % wider`,
      { tag: '@long' },
      async ({ as, product }) => {
        test.slow();
        const page = await as(await makePersonWithLocale(product, like, pageRole, locale), { ...rest, alone: true });
        await page.addInitScript(widenFont);
        const addresses = builtInMenu.flatMap(({ url, show }) => (url !== null && show && prefix.test(url) ? [url] : []));
        let lists = 0;
        await page.goto(addresses[0]!);
        for (const address of addresses) {
          await go(page, address);
          await expect(page.locator('html')).toHaveAttribute('lang', locale === 'zh' ? /^zh/ : 'en');
          const scroller = page.locator('.slot:not([hidden])').locator('.table-scroll').first();
          if ((await scroller.count()) === 0) continue;
          lists++;
          for (const desk of DESKS) {
            await page.setViewportSize(desk);
            const message = `${address} at ${desk.width}`;
            await expect.poll(() => scroller.evaluate((each) => each.scrollWidth - each.clientWidth), { message }).toBe(0);
            const whole = scroller.locator('th:not(.cell-select), td:has(.state-tag), td.right');
            await expect.poll(() => whole.evaluateAll(truncatedTexts), { message }).toEqual([]);
          }
        }
        expect(lists).toBeGreaterThan(8);
      },
    );
  }
}

/** Runs in the page before rendering: letters become 10 % wider than with this machine's fonts. */
function widenFont(): void {
  new MutationObserver((_, observer) => {
    if (!document.head) return;
    observer.disconnect();
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'table * { letter-spacing: 0.06em }' }));
  }).observe(document, { childList: true, subtree: true });
}

/** Creates a user with that language. @returns the user name */
async function makePersonWithLocale(product: Product, like: string, pageRole: string, locale: 'zh' | 'en'): Promise<string> {
  const username = await makePerson(product, like);
  const account = await Client.signIn(product.url, username, pageRole);
  await account.put('/auth/biz/user/by-me/setting/ui.locale', { value: locale });
  return username;
}

/** Texts of truncated cells. */
const truncatedTexts = (cells: Element[]): string[] =>
  cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent ?? '');
