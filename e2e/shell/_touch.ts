// A phone held in one hand: a 390 × 844 touch page, and measuring its touch targets.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../_world.ts';

/** px */
const TARGET_MIN_PX = 44;

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true });
export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });

/**
 * Asserts that the visible layer works by touch: targets of at least 44 px inside the viewport, no horizontal scrolling, and no
 * scrolling of the window itself.
 */
export async function expectTouchFriendly(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findSmallTargets, TARGET_MIN_PX)).toEqual([]);
  const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
  const { width, height } = page.viewportSize()!;
  expect(size).toEqual([width, height]);
}

/** Runs in the page. @returns elements that are hard to touch */
function findSmallTargets(least: number): string[] {
  const drawn = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().height > 1;
  const front = [...document.querySelectorAll('[role=dialog]')].findLast(drawn) ?? document;
  const clears = '.ant-select-clear, .ant-input-clear-icon';
  const touched = front.querySelectorAll(`button, a[href], input, select, textarea, [role=option], [role=menuitem], ${clears}`);
  const faults: string[] = [];
  for (const element of touched) {
    if (!drawn(element) || element.closest('[inert]')) continue;
    // A field's wrapper, or the whole card of a row, takes the touch for it; a clear button takes its own.
    const isClear = element.matches(clears);
    const around = element.closest('label, .cell-select, tr:has(.choose-box), .ant-select, .ant-input-affix-wrapper');
    const area = (isClear ? null : around) ?? element;
    const card = element.matches('.card-title') ? element.closest('[data-row]')! : area;
    const { top, bottom, left, right } = card.getBoundingClientRect();
    const [x, middle] = [(left + right) / 2, (top + bottom) / 2];
    // Hit testing works only in the viewport; a pseudo-element may enlarge the target.
    const inSight = top >= 0 && bottom <= innerHeight && card.contains(document.elementFromPoint(x, middle));
    if (!inSight) continue;
    const reaches = (y: number): boolean => card.contains(document.elementFromPoint(x, y));
    let [from, to] = [middle, middle];
    while (reaches(from - 1) && middle - from < least) from -= 1;
    while (reaches(to + 1) && to - middle < least) to += 1;
    const height = Math.max(bottom - top, to - from + 1);
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    const low = isClear ? least - 2 : least;
    if (height < low - 0.5) faults.push(`${element.className} ${name}: ${Math.round(height)} px high`);
    if (isClear && right - left < low) faults.push(`${element.className} ${name}: ${Math.round(right - left)} px wide`);
    if (left < -0.5 || right > innerWidth + 0.5) faults.push(`${element.className} ${name}: over the edge`);
  }
  return faults;
}
