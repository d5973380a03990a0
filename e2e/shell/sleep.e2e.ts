// A computer that slept for a day with a half-filled form: the clock has jumped, its connections are dead.
import type { Page } from '@playwright/test';
import { expect, test } from '../_world.ts';

/** Sleeps without network; a day later clock and network resume. */
async function sleepForADay(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.clock.fastForward('24:00:00');
  await page.context().setOffline(false);
}

test('[S4.47] after a day asleep the form is intact, and is saved with a new token', async ({ as }) => {
  const page = await as('manager', { alone: true, own: true });
  await page.clock.install();
  await page.goto('/admin/wms/warehouse/edit');
  await page.getByLabel('仓库编号').fill('W-SLEEP');
  await page.getByLabel('保管员').fill('李保平');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const name = page.getByLabel('仓库名称');
  await name.fill('睡了一天的仓库');

  const refreshed = page.waitForResponse((response) => response.url().includes('/auth/token/refresh'));
  await sleepForADay(page);
  await expect(name).toHaveValue('睡了一天的仓库');
  await page.keyboard.press('Control+s');
  expect((await refreshed).status()).toBe(200);
  await expect(page.getByText('保存成功。')).toBeVisible();
  await expect(page).toHaveURL(/\/warehouse\/edit\?id=/);
  await expect(name).toHaveValue('睡了一天的仓库');
});
