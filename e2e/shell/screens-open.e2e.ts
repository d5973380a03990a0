// Smoke test: every screen of the contract opens without an error for a person who works with it.
import type { Page } from '@playwright/test';
import { SCREENS } from '@kuwei/contract/screens';
import { Counts } from '../wms/_counts.ts';
import { expect, test } from '../_world.ts';
import { addressOf, makeRecords, visitsTo, type Records, type Visit } from './_visits.ts';

let records: Records | null = null;
test.beforeAll(async ({ product }) => {
  records = await makeRecords(product.url);
});
// A box can only be in one running count, and other tests need them.
test.afterAll(async ({ product }) => {
  if (records) await (await Counts.open(product.url)).cancel(records.count);
});

/** Opens an address within the console. @returns page errors, error pages and a refused document; empty if there are none */
async function openScreen(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  const note = (error: Error): number => faults.push(`${address}: ${error.message}`);
  page.on('pageerror', note);
  const served = await page.request.get(address, { headers: { accept: 'text/html' } });
  if (served.status() !== 200) faults.push(`${address}: answered ${served.status()}`);
  // In-app navigation takes a third of the time of a full page load.
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
  await expect(page.locator('.frame-pending, .loading, .page-skeleton, .skeleton').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if ((await page.locator('.error-page').filter({ visible: true }).count()) > 0) faults.push(`${address}: shows an error`);
  page.off('pageerror', note);
  return faults;
}

const visitsByPerson = Map.groupBy(
  SCREENS.flatMap((screen): readonly Visit[] => visitsTo(screen)),
  (visit) => visit.as,
);
for (const [person, visits] of visitsByPerson) {
  test(`every screen of ${person ?? 'a guest'} opens`, async ({ as, guest }) => {
    const page = person === null ? await guest() : await as(person, { group: visits[0]!.group });
    const faults: string[] = [];
    await page.goto(addressOf(visits[0]!, records!));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const visit of visits) faults.push(...(await openScreen(page, addressOf(visit, records!))));
    expect(faults).toEqual([]);
  });
}
