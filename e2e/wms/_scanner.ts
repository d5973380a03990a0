// A scanner at the desk: the keys of a code and Enter, faster than any hand.
import { expect, type Page } from '@playwright/test';

/**
 * Wherever the focus is: where somebody could write, the keys write. All at once: on a busy machine keys that are sent one by
 * one come as slowly as those of a hand, and the focus may move between them.
 */
export const scans = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    async (keys) => {
      const at = document.activeElement ?? document.body;
      const press = (key: string, write: () => void): void => {
        const given = { key, bubbles: true, cancelable: true };
        if (at.dispatchEvent(new KeyboardEvent('keydown', given))) write();
        at.dispatchEvent(new KeyboardEvent('keyup', given));
      };
      for (const key of keys)
        press(key, () => {
          if (!(at instanceof HTMLInputElement)) return;
          at.setRangeText(key, at.selectionStart ?? 0, at.selectionEnd ?? 0, 'end');
          at.dispatchEvent(new InputEvent('input', { data: key, inputType: 'insertText', bubbles: true }));
        });
      // What was written is shown before Enter takes it.
      await Promise.resolve();
      press('Enter', () => {});
    },
    [...text],
  );

/**
 * Waits until the window listens: what hears a scanner comes after the page itself, together with the keys of the shell. What is
 * scanned before goes nowhere.
 */
export async function listens(page: Page): Promise<void> {
  const finder = page.getByRole('dialog', { name: '查找' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(finder).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(finder).toHaveCount(0);
}
