// Client-side navigation between screens: a third of the time of a page load. Tests of typed addresses and reloads use
// page.goto().
import type { Page } from '@playwright/test';

/**
 * Navigates within the console, as a link does, and waits for the screen: heading, no skeletons, no stale rows. The console must
 * be loaded. Background tabs stay in the DOM: use visible or role locators.
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
