// A server restart under open pages: users notice little and lose nothing.
import { PREFETCH_IDLE_MS } from '@kuwei/contract/constants';
import type { Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { expect, test } from '../_world.ts';
import { openNewRequest, scan, submitted } from '../wms/_apply.ts';

const AWAY = '服务器暂时没有响应';
const BACK = '服务器已恢复。填写的内容都在，可以再次提交。';
const notice = (page: Page) => page.getByText(AWAY);

/** A failed submission is explained once, calmly, and nowhere else on screen. */
async function expectSingleNotice(page: Page, failed: string): Promise<void> {
  const note = page.getByRole('status').filter({ hasText: failed });
  await expect(note).toContainText('服务器没有响应。填写的内容都在，恢复后可以再次提交。');
  await expect(notice(page)).toBeHidden();
  await expect(page.getByText('服务器异常')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
}

test.describe('during a server restart', () => {
  // On a busy machine a start takes a while.
  test.setTimeout(240_000);
  test('a notice appears and disappears, input is kept and saved afterwards', async ({ as, product }) => {
    const page = await as('manager');
    await page.goto('/admin/wms/warehouse/edit');
    const name = page.getByLabel('仓库名称');
    await page.getByLabel('仓库编号').fill('W-RESTART');
    await choose(page.getByLabel('保管员'), '李保平');
    await name.fill('重启中的仓库');
    await product.stop();
    await expect(notice(page)).toBeVisible();
    await page.keyboard.press('Control+s');
    await expectSingleNotice(page, '保存数据失败，请稍后再试。');
    await expect(name).toHaveValue('重启中的仓库');
    await expect(page.locator('.error-page')).toHaveCount(0);

    await product.start();
    await expect(page.getByText(BACK)).toBeVisible({ timeout: 20_000 });
    await expect(notice(page)).toHaveCount(0);
    await expect(page.getByText('保存数据失败')).toHaveCount(0);
    await expect(name).toHaveValue('重启中的仓库');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(BACK)).toHaveCount(0);
    await expect(page.getByText('保存成功。')).toBeVisible();
    await expect(page).toHaveURL(/\/warehouse\/edit\?id=/);
  });

  // Behaves the same whether the next page's chunk was prefetched or not.
  for (const ahead of [true, false]) {
    test(
      `[F-J4][S8.04] a document that could not be submitted is intact and submitted after the restart; the next page's code was ${ahead ? '' : 'not '}fetched ahead`,
      { tag: '@long' },
      async ({ as, product }) => {
        const page = await as('teacher2', { alone: true });
        const menuItem = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '库存列表' });
        const list = page.getByRole('heading', { level: 1, name: '库存列表' });
        // Chunks of other pages are prefetched when the browser is idle, and for those it may wait long.
        if (!ahead)
          await page.addInitScript((longest) => {
            const requestIdleCallback: typeof window.requestIdleCallback = (run, options) =>
              (options?.timeout ?? 0) < longest ? setTimeout(run, 0) : 0;
            Object.assign(window, { requestIdleCallback });
          }, PREFETCH_IDLE_MS);
        await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
        if (ahead) {
          await menuItem.click();
          await expect(list).toBeVisible();
          await page.goBack();
        }
        await scan(page, 'P-TIP-200');
        await page.getByLabel('用途').fill('重启中的申请');
        await page.evaluate(() => Object.assign(window, { stayed: true }));
        await product.stop();
        await page.getByRole('button', { name: /提交$/ }).click();
        await expectSingleNotice(page, '提交失败，请稍后再试。');
        // The notice is shown elsewhere.
        await menuItem.click();
        await expect(notice(page)).toBeVisible();
        await expect(page).toHaveURL(/product-box\/list/);
        await expect(list).toBeVisible({ visible: ahead });
        await expect(page.locator('.error-page')).toHaveCount(0);
        await page.goBack();
        await expectSingleNotice(page, '提交失败，请稍后再试。');
        await menuItem.click();
        await product.start();
        await expect(list).toBeVisible({ timeout: 30_000 });
        await expect(notice(page)).toHaveCount(0);
        await page.goBack();
        await expect(page.getByText(BACK)).toBeVisible();
        await expect(page.getByText('提交失败')).toHaveCount(0);
        await expect(page.getByLabel('用途')).toHaveValue('重启中的申请');
        expect(await page.evaluate(() => 'stayed' in window), 'the page was not reloaded').toBe(true);
        await submitted(page);
        await expect(page.getByText(BACK)).toHaveCount(0);
      },
    );
  }
});
