// Impersonating a user through the screen, as an administrator.
import type { Page } from '@playwright/test';

export const PROXY = '/def/power/proxy';

export async function switchTo(page: Page, username: string, reason = '协助核对库存'): Promise<void> {
  await page.goto(`${PROXY}?q=${username}`);
  await page
    .locator('tbody tr[data-row]')
    .filter({ hasText: username })
    .getByRole('button', { name: /^切换/ })
    .click();
  await page.getByRole('dialog').getByLabel('原因').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: '切换' }).click();
}
