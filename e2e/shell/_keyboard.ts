// Working by keyboard: moving with Tab between visible focus stops.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../_world.ts';

const STOPS_MAX = 80;

/** Presses Tab or Shift+Tab until the target has the focus; every stop must be visibly focused. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < STOPS_MAX && !(await isThere()); stop += 1) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press(key);
    await page.evaluate(waitForFrames);
    // A date input has several stops (day, month, year), and inspecting it would reset its position.
    const isSame = await before.evaluate((element) => element === document.activeElement);
    if (!isSame) expect(await page.evaluate(findInvisibleFocus), 'the focus can be seen').toBe('');
  }
  await expect(target).toBeFocused();
}

/** The same, then presses Enter. */
export async function enter(page: Page, target: Locator, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await expect(target).toBeEnabled();
  await page.keyboard.press('Enter');
}

/** Waits until the page has settled with the focus somewhere other than the start of the document. */
export async function expectFocusKept(page: Page): Promise<void> {
  for (const quiet of [waitForFrames, waitForQuietDom]) {
    await page.evaluate(quiet);
    expect(await page.evaluate(() => document.activeElement !== document.body), 'the focus is kept').toBe(true);
  }
}

/** Runs in the page. Two frames: effects of the last event are rendered. */
const waitForFrames = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Runs in the page. Waits until nothing is added or removed for a while. */
function waitForQuietDom(): Promise<void> {
  const [QUIET_MS, PATIENCE_MS] = [300, 5000];
  return new Promise((done) => {
    const end = (): void => {
      observer.disconnect();
      done();
    };
    let quiet = setTimeout(end, QUIET_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_MS);
    });
    observer.observe(document.body, { subtree: true, childList: true });
    setTimeout(end, PATIENCE_MS);
  });
}

/** Runs in the page. @returns the focused element if it looks the same without focus; empty if it is visibly focused */
function findInvisibleFocus(): string {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus';
  // A field may show focus on its wrapper, a checkbox on its drawn square.
  const around = focused.closest('label, .ant-select, .ant-input-affix-wrapper, .ant-checkbox, [role=row], [role=grid]');
  const parts = [focused, focused.parentElement!, ...(around ? [around, ...around.querySelectorAll('*')] : [])];
  const lookOf = (style: CSSStyleDeclaration): string => {
    const hasOutline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
    const outline = hasOutline ? `${style.outlineWidth} ${style.outlineStyle} ${style.outlineColor}` : '';
    return [outline, style.boxShadow, style.borderColor, style.borderWidth, style.backgroundColor].join(';');
  };
  const look = (): string =>
    parts.flatMap((part) => [null, '::before', '::after'].map((pseudo) => lookOf(getComputedStyle(part, pseudo)))).join('\n');

  const withFocus = look();
  // Blurs silently: the page must not react. Marks set on focus are removed.
  const events = ['blur', 'focusout', 'focus', 'focusin', 'change'];
  const hush = (event: Event): void => event.stopImmediatePropagation();
  for (const event of events) window.addEventListener(event, hush, true);
  const classes = parts.map((part) => part.getAttribute('class'));
  focused.blur();
  for (const part of parts) part.classList.remove(...[...part.classList].filter((name) => name.endsWith('-focused')));
  const without = look();
  for (const [at, part] of parts.entries()) if (classes[at] !== null) part.setAttribute('class', classes[at]!);
  focused.focus({ preventScroll: true });
  for (const event of events) window.removeEventListener(event, hush, true);

  const name = focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40);
  return withFocus === without ? `${focused.tagName} ${focused.className} ${name}` : '';
}
