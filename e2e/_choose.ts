// Selecting from a drop-down whose options exceed what it renders.
import { expect, type Locator } from '@playwright/test';

/**
 * Selects an option and leaves the field. Types to filter, because a long list renders only its visible part, and its length
 * depends on other tests. Typing has no effect in fields without a search.
 */
export async function choose(field: Locator, option: string | RegExp, typed = String(option)): Promise<void> {
  const page = field.page();
  await field.click();
  await page.keyboard.insertText(typed);
  const found = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first();
  // A list that arrives at this moment can clear the typed text; then type again.
  await expect
    .poll(async () => {
      if (await found.isVisible()) return true;
      if ((await field.inputValue()) === '') await page.keyboard.insertText(typed);
      return found.isVisible();
    })
    .toBe(true);
  await found.click();
  await page.keyboard.press('Tab');
}
