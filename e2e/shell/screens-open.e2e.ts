// Every screen there is, and those that come tomorrow, opens for whoever works with it.
import type { Page } from '@playwright/test';
import { SCREENS } from '@kuwei/contract/screens';
import { Counts } from '../wms/_counts.ts';
import { expect, test } from '../_world.ts';
import { addressOf, makeRecords, visitsTo, type Records, type Visit } from './_visits.ts';

let records: Records | null = null;
test.beforeAll(async ({ product }) => {
  records = await makeRecords(product.url);
});
// A box is counted once at a time, and other tests count.
test.afterAll(async ({ product }) => {
  if (records) await (await Counts.open(product.url)).cancel(records.count);
});

/** What is wrong with a screen once it has opened; empty where nothing is. */
async function faultsOf(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  const note = (error: Error): number => faults.push(`${address}: ${error.message}`);
  page.on('pageerror', note);
  const served = await page.request.get(address, { headers: { accept: 'text/html' } });
  if (served.status() !== 200) faults.push(`${address}: answered ${served.status()}`);
  // As a link does it: loading the whole console for each would take three times as long.
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

const people = Map.groupBy(
  SCREENS.flatMap((screen): readonly Visit[] => visitsTo(screen)),
  (visit) => visit.as,
);
for (const [person, visits] of people) {
  test(`${visits.length} screens open for ${person ?? 'a guest'}`, async ({ as, guest }) => {
    const page = person === null ? await guest() : await as(person, { group: visits[0]!.group });
    const faults: string[] = [];
    await page.goto(addressOf(visits[0]!, records!));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const visit of visits) faults.push(...(await faultsOf(page, addressOf(visit, records!))));
    expect(faults).toEqual([]);
  });
}
