// The inbox and its number in the header, for tests of whoever sends and whoever receives.
import type { Locator, Page } from '@playwright/test';

export const INBOX = '/def/base/msg-inbox';
export const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });
export const detail = (page: Page): Locator => page.getByRole('complementary', { name: '详情' });

/** What the header says, 0 for nothing. */
export const unread = async (page: Page): Promise<number> =>
  Number(
    /\d+/.exec(
      (await page
        .getByRole('banner')
        .getByRole('link', { name: /消息/ })
        .getAttribute('aria-label'))!,
    )?.[0] ?? 0,
  );
