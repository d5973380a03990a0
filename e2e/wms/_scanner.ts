// A scanner at the desk: the keys of a code and Enter, faster than any hand.
import type { Page } from '@playwright/test';

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
