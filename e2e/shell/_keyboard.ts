// Working without a mouse: from stop to stop with the Tab key, as a person does who sees where the focus is.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../_world.ts';

const STOPS_MAX = 80;

/** Presses Tab, or Shift+Tab, until this has the focus; every stop on the way can be seen. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < STOPS_MAX && !(await isThere()); stop += 1) {
    await page.keyboard.press(key);
    expect(await page.evaluate(unseenFocus), 'the focus can be seen').toBe('');
  }
  await expect(target).toBeFocused();
}

/** The same, and presses Enter there. */
export async function enter(page: Page, target: Locator, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await expect(target).toBeEnabled();
  await page.keyboard.press('Enter');
}

/** The focus stands somewhere, and not at the beginning of the document. */
export const keepsFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

/** Runs in the page. @returns what has the focus without looking like it; empty when it does, or nothing has it */
function unseenFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return '';
  const drawn = (style: CSSStyleDeclaration): boolean =>
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none';
  // A field may show it at what stands around it, a box to tick at the square that is drawn for it.
  const around = focused.closest('label, .ant-select, .ant-input-affix-wrapper, .ant-checkbox, [role=row], [role=grid]');
  const shown = [focused, focused.parentElement!, ...(around ? [around, ...around.querySelectorAll('*')] : [])];
  if (shown.some((element) => drawn(getComputedStyle(element)) || drawn(getComputedStyle(element, '::after')))) return '';
  return `${focused.tagName} ${focused.className} ${focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40)}`;
}
