// The inbox and its unread badge, for tests of senders and recipients.
import { expect, type Locator, type Page } from '@playwright/test';

export const INBOX = '/def/base/msg-inbox';
export const rows = (page: Page): Locator => page.locator('tbody tr[data-row]').filter({ visible: true });
export const detail = (page: Page): Locator => page.getByRole('complementary', { name: '详情' });

/** The number on the badge, 0 if hidden. */
export const unread = async (page: Page): Promise<number> =>
  Number(
    /\d+/.exec(
      (await page
        .getByRole('banner')
        .getByRole('link', { name: /消息/ })
        .getAttribute('aria-label'))!,
    )?.[0] ?? 0,
  );

/** The number once known: the badge is hidden before the first count, and may lag behind the list. */
export async function waitForUnreadCount(page: Page): Promise<number> {
  const box = page.getByRole('group', { name: '消息状态' }).getByRole('button', { name: '未读' });
  let number = 0;
  await expect(async () => {
    number = await unread(page);
    await expect(box).toHaveText(`未读${number}`, { timeout: 1_000 });
  }).toPass();
  return number;
}
