// Wherever a locked box or its goods appear, the count and its end are shown; it links to the count for users who may open it.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../_world.ts';
import { COUNTS, Counts } from './_counts.ts';
import { boxPage, button, dialog } from './_work.ts';

const numbered = (page: Page | Locator, no: string): Locator =>
  page.getByRole('link', { name: no, exact: true }).filter({ visible: true });

test(
  '[S1.15] the locking count is named when picking, in stock, at the box and in the refusal',
  { tag: '@long' },
  async ({ as, product }) => {
    const counts = await Counts.open(product.url);
    const stock = await counts.stock('干燥器', '6');
    const { id: leaving, code } = await counts.goods.leaving(stock, '2');
    const deadline = new Date(Date.now() + 90_000_000).toISOString();
    const { id, no } = await counts.published([stock], { deadline, assignees: [await counts.idOf('keeper2')] });

    // Shown to the picker beforehand, and again when trying anyway.
    const keeper = await as('keeper');
    await keeper.goto(boxPage('outbound', leaving));
    const part = keeper.locator('.part-row');
    await expect(part).toContainText(new RegExp(`因盘点锁定\\s*${no}\\s*截止时间`));
    await expect(numbered(keeper, no)).toHaveCount(0);
    await button(keeper, '完成出库').click();
    await dialog(keeper).getByLabel('领取码').fill(code);
    await dialog(keeper).getByRole('button', { name: '全部完成' }).click();
    await expect(part.getByRole('link')).toHaveCount(0);
    await expect(part.getByRole('alert')).toContainText(`库位 ${stock.boxCode} 正在盘点（${no}，截止 `);

    // A manager of counts can open it from the stock and from the box.
    const manager = await as('manager');
    await manager.goto(`/admin/wms/product-box/list?q=${encodeURIComponent(stock.productName)}&show=${stock.id}`);
    await expect(manager.locator('tbody tr[data-row]')).toContainText('盘点中');
    await numbered(manager.getByRole('complementary', { name: '详情' }), no).click();
    await expect(manager.getByRole('heading', { level: 1, name: new RegExp(no) })).toBeVisible();
    await manager.goto(`/admin/wms/warehouse-box/list?show=${stock.boxId}`);
    await expect(numbered(manager.getByRole('complementary', { name: '详情' }), no)).toHaveAttribute(
      'href',
      `${COUNTS}/edit?id=${id}`,
    );

    // The owner sees why the goods are blocked, without a link.
    const teacher = await as('teacher', { group: '催化化学课题组' });
    await teacher.goto(`/def/wms/product-box/list?show=${stock.id}`);
    const detail = teacher.getByRole('complementary', { name: '详情' });
    await expect(detail).toContainText(no);
    await expect(numbered(detail, no)).toHaveCount(0);

    // Once it has ended, the picker's page updates by itself.
    await counts.cancel(id);
    await expect(part).not.toContainText('因盘点锁定');
  },
);
