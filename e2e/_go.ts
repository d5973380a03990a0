// From screen to screen without loading the page again: it takes a third of the time. What is typed into the address bar, and
// what a reload keeps, is tested with page.goto().
import type { Page } from '@playwright/test';

/**
 * Goes to an address within the console, as a link does, and waits for the screen: its heading stands, and nothing that shimmers
 * until its data has come, or shows former rows until then. The window must have the console in it. Pages behind stay: look for what is visible, or by its role.
 */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
  await page.waitForFunction(() => {
    const isThere = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
    return isThere('h1') && !isThere('.frame-pending, .loading, .page-skeleton, .skeleton, [aria-busy=true]');
  });
}
