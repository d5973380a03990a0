// The map of a warehouse: search, select and open by pointer and by keyboard.
import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../_world.ts';
import { PlaceFixtures } from './_places.ts';

const MAP = '/admin/wms/warehouse-box/list?as=map';
const canvas = (page: Page) => page.getByRole('application', { name: /库位图|Map of/ });
const card = (page: Page, code: string | RegExp) => page.getByRole('region', { name: code });

test('[S2.136, S2.144] a storekeeper searches a product on the map, and opens its box by keyboard alone', async ({ as }) => {
  const page = await as('keeper');
  await page.goto('/admin/wms/warehouse-box');
  await page.getByRole('button', { name: '库位图' }).click();
  await expect(canvas(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^空 \d/ })).toBeVisible();
  await page.getByRole('searchbox', { name: /产品名称/ }).fill('量筒');
  // It lies in another warehouse.
  await expect(page.getByRole('button', { name: /^综合仓库：\d+ 个库位$/ })).toBeVisible();
  await page.getByRole('searchbox', { name: /产品名称/ }).fill('丙酮');
  await expect(page.getByText(/^[1-9]\d* 个库位符合，已在图中标出/)).toBeVisible();
  await canvas(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(card(page, /^W1-/)).toContainText('品项');
  const code = await card(page, /^W1-/).getByRole('link').textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary').getByText(code!, { exact: true }).first()).toBeVisible();
});

test(
  "[S2.139] on a phone a teacher sees only boxes with the group's goods, and their expiry",
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', { group: '催化', ...PHONE });
    await page.goto('/teacher/wms/product-space?by=map');
    await expect(canvas(page)).toBeVisible();
    await expect(page.getByRole('button', { name: '所属' })).toHaveCount(0);
    const long = page.getByRole('button', { name: /^90 天以后 \d/ });
    await long.click();
    await expect(long).toHaveAttribute('aria-pressed', 'true');
    await canvas(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect(card(page, /^W\d-/)).toContainText('最早到期');
    await card(page, /^W\d-/).getByRole('link').click();
    await expect(page).toHaveURL(/\/teacher\/wms\/product-box\/list\?boxId=/);
  },
);

test('a tapped box shows its details, and the background closes them', { tag: '@long' }, async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  await ground.boxes(await ground.container('C1'), 1, 1);
  const page = await as('keeper');
  await page.goto(`${MAP}&warehouseId=${ground.warehouseId}`);
  await expect(page.getByRole('button', { name: /^空 1$/ })).toBeVisible();
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, `${ground.code}-C1-R1-B1`)).toBeVisible();
  await canvas(page).click({ position: { x: 6, y: 6 } });
  await expect(card(page, `${ground.code}-C1-R1-B1`)).toHaveCount(0);
});
