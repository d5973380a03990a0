// Smoke test: every screen of the contract opens without an error for a user who works with it.
import type { Page } from '@playwright/test';
import { SCREENS } from '@kuwei/contract/screens';
import { go } from '../_go.ts';
import { Counts } from '../wms/_counts.ts';
import { expect, test } from '../_world.ts';
import { addressOf, makeRecords, visitsTo, type Records, type Visit } from './_visits.ts';

let records: Records | null = null;
test.beforeAll(async ({ product }) => {
  records = await makeRecords(product.url);
});
// A box can be in one running count only, and other tests need them.
test.afterAll(async ({ product }) => {
  if (records) await (await Counts.open(product.url)).cancel(records.count);
});

/** @returns problems with the server's response for this screen; empty if there are none */
async function findBadResponse(url: string, address: string): Promise<string[]> {
  const { status } = await fetch(`${url}${address}`, { headers: { accept: 'text/html' } });
  return status === 200 ? [] : [`${address}: answered ${status}`];
}

/** Addresses on old labels. */
const REDIRECTED_ADDRESS = /\/by-qr\//;

const visitsByPerson = Map.groupBy(
  SCREENS.flatMap((screen): readonly Visit[] => visitsTo(screen)),
  (visit) => visit.as,
);
for (const [person, visits] of visitsByPerson) {
  test(`every screen of ${person ?? 'a guest'} opens`, async ({ as, guest, product }) => {
    const addresses = visits.map((visit) => addressOf(visit, records!));
    const faults = (await Promise.all(addresses.map((address) => findBadResponse(product.url, address)))).flat();
    const page: Page = person === null ? await guest() : await as(person, { group: visits[0]!.group });
    let address = addresses[0]!;
    page.on('pageerror', (error) => faults.push(`${address}: ${error.message}`));
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (address of addresses) {
      await go(page, address);
      const isWrong = await page.evaluate(() =>
        [...document.querySelectorAll('.error-page')].some((each) => each.checkVisibility()),
      );
      if (isWrong) faults.push(`${address}: shows an error`);
      if (!page.url().endsWith(address) && !REDIRECTED_ADDRESS.test(address)) faults.push(`${address}: led to ${page.url()}`);
    }
    expect(faults).toEqual([]);
  });
}
