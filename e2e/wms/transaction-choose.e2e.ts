// The product and stock pickers.
import { expect, test } from '../_world.ts';
import { openNewRequest, lines } from './_apply.ts';

const LAB = { group: '催化化学' };

test('[S2.155, S8.10] [F-U15] the picker keeps selections of other pages and its height, and selects the only match on Enter', async ({
  as,
}) => {
  const page = await as('teacher2');
  await openNewRequest(page, 'teacher', 'inbound');
  await page.getByRole('button', { name: '选择产品' }).click();
  const window = page.getByRole('dialog', { name: '选择产品' });
  await window.getByRole('button', { name: '加入', exact: true }).click();
  await expect(page.getByText('没有选择数据。')).toBeVisible();
  await window.getByRole('row').nth(1).getByRole('checkbox').check();
  const first = await window.getByRole('row').nth(1).locator('.kw-code').innerText();
  await window.getByRole('button', { name: '下一页' }).click();
  await expect(window.getByRole('row').nth(1)).not.toContainText(first);
  await window.getByRole('row').nth(1).getByRole('checkbox').check();
  await window.getByRole('button', { name: '加入 2 项' }).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toContainText(first);

  await page.getByRole('button', { name: '选择产品' }).click();
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const { height } = (await window.boundingBox())!;
  await window.getByRole('searchbox').fill('C-TOLUENE');
  await expect(window.getByRole('row')).toHaveCount(2);
  expect((await window.boundingBox())!.height).toBe(height);
  await window.getByRole('searchbox').fill('C-ACETONE');
  await window.getByRole('searchbox').press('Enter');
  await expect(window).toHaveCount(0);
  await expect(lines(page).nth(2)).toContainText('C-ACETONE');
});

test('[S2.155, S2.156] the pickers have addresses of their own, and start a request', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher', LAB);
  await page.goto('/teacher/wms/transaction/select-product');
  await page.getByRole('searchbox').fill('C-TOLUENE');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page
    .getByRole('row', { name: /C-TOLUENE/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: '新建存放申请' }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toContainText('C-TOLUENE');
  await page.goto('/teacher/wms/transaction/select-productbox');
  await page.getByRole('searchbox').fill('C-METHANOL');
  await expect(page.getByRole('row').filter({ hasNotText: 'C-METHANOL' })).toHaveCount(1);
  await page
    .getByRole('row', { name: /C-METHANOL/ })
    .getByRole('checkbox')
    .first()
    .check();
  await page.getByRole('button', { name: '新建领取申请' }).click();
  await expect(lines(page).first()).toContainText('C-METHANOL');
});
