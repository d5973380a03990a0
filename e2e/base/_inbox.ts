// The inbox and its number in the header, for tests of whoever sends and whoever receives.
import { expect, type Locator, type Page } from '@playwright/test';

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

/**
 * The same on the inbox, once it is known: the header says nothing before it has heard, and what was just sent may still be on its
 * way to it while the list has it already.
 */
export async function counted(page: Page): Promise<number> {
  const box = page.getByRole('group', { name: '消息状态' }).getByRole('button', { name: '未读' });
  let number = 0;
  await expect(async () => {
    number = await unread(page);
    await expect(box).toHaveText(`未读${number}`, { timeout: 1_000 });
  }).toPass();
  return number;
}
