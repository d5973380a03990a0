// A desk scanner: keys of a code and Enter, faster than typing.
import { expect, type Page } from '@playwright/test';

/**
 * Types wherever the focus is, in one go: on a busy machine separate key events are as slow as typing, and the focus may move
 * between them.
 */
export const typeScan = (page: Page, text: string): Promise<void> =>
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
      // The text is rendered before Enter.
      await Promise.resolve();
      press('Enter', () => {});
    },
    [...text],
  );

/** Waits until the window handles scanners, which loads after the page, with the shell's shortcuts. Earlier scans are lost. */
export async function waitForScanner(page: Page): Promise<void> {
  const finder = page.getByRole('dialog', { name: '查找' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(finder).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(finder).toHaveCount(0);
}
