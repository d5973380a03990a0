// Choosing from the list under a field, as people do who have more to choose from than the list can show.
import { expect, type Locator } from '@playwright/test';

/**
 * Takes an option of a field and leaves the field. The option is looked for by what is typed: a long list draws only the part in
 * view, and how long it is depends on what other tests have made. Where a field cannot be typed into, typing does nothing.
 */
export async function choose(field: Locator, option: string | RegExp, typed = String(option)): Promise<void> {
  const page = field.page();
  await field.click();
  await page.keyboard.insertText(typed);
  const found = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first();
  // A list that arrives in this moment can take away what was typed: then it is typed again, as people do.
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
