// Checks of every screen, including future ones: accessible in both colour schemes, and without horizontal overflow on a phone.
// That each opens is tested in screens-open.e2e.ts.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { SCREENS } from '@kuwei/contract/screens';
import { Counts } from '../wms/_counts.ts';
import { expect, test } from '../_world.ts';
import { addressOf, makeRecords, visitsTo, type Records } from './_visits.ts';

const PHONE = { width: 390, height: 844 };

let records: Records | null = null;
test.beforeAll(async ({ product }) => {
  records = await makeRecords(product.url);
});
// A box can be in one running count only, and other tests count as well.
test.afterAll(async ({ product }) => {
  if (records) await (await Counts.open(product.url)).cancel(records.count);
});

/** Waits until everything is loaded. */
async function settled(page: Page): Promise<void> {
  // On a busy machine the network is idle before anything is rendered.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.loading, .page-skeleton, .skeleton').filter({ visible: true })).toHaveCount(0);
  // A new width takes effect in the next frame, and is measurable after that.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}

// A colour scheme affects colours only.
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

// Target size (WCAG 2.2), and visible labels missing from the accessible name.
const OFF_BY_DEFAULT = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };

type Options = Parameters<AxeBuilder['options']>[0];
type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

declare global {
  interface Window {
    axe: { run: (context: Document, options: Options) => Promise<Results> };
  }
}

/** axe is injected once: sending its half megabyte costs as much as half an analysis. */
async function resultsOf(page: Page, options: Options): Promise<Results['violations']> {
  if (await page.evaluate(() => 'axe' in window)) {
    return page.evaluate(async (given) => (await window.axe.run(document, given)).violations, options);
  }
  // There are no frames: otherwise each analysis opens another page to merge theirs.
  return (await new AxeBuilder({ page }).options(options).setLegacyMode().analyze()).violations;
}

/** Accessibility violations found by axe. */
async function obstacles(page: Page, when: 'light' | 'dark' | 'phone'): Promise<string[]> {
  const violations = await resultsOf(page, {
    resultTypes: ['violations'],
    ...(when === 'dark' ? { runOnly: { type: 'rule', values: COLOUR_RULES } } : { rules: OFF_BY_DEFAULT }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${when}: ${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  );
}

/** Elements that overflow the window horizontally. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth);

/** Runs in the page. Selected segments that are not lighter than their background. */
function findSunkenSegments(): string[] {
  const light = (element: Element): number =>
    getComputedStyle(element)
      .backgroundColor.match(/[\d.]+/g)!
      .slice(0, 3)
      .reduce((sum, part) => sum + Number(part), 0);
  const chosen = [...document.querySelectorAll('.part[aria-pressed="true"]')].filter((part) => part.checkVisibility());
  return chosen.filter((part) => light(part) <= light(part.parentElement!)).map((part) => part.textContent);
}

/** Runs in the page. Controls whose focus ring has a contrast below 3:1 (WCAG 1.4.11), and links without one. */
function faintRings(): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const colourOf = (text: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  const ground = (element: Element | null): Colour => {
    if (!element) return [255, 255, 255, 1];
    const colour = colourOf(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour : ground(element.parentElement);
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const [r, g, b] = [red, green, blue].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: Colour, b: Colour): number => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  const before = document.activeElement;
  const found: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')) continue;
    control.focus({ preventScroll: true, focusVisible: true });
    if (document.activeElement !== control) continue;
    const { outlineStyle, outlineColor, outlineOffset } = getComputedStyle(control);
    const around = ground(parseFloat(outlineOffset) < 0 ? control : control.parentElement);
    const ratio = outlineStyle === 'none' ? 0 : contrast(colourOf(outlineColor), around);
    const isOwn = outlineStyle !== 'none' || control.matches('.kw-link, .kw-button, .ant-btn');
    if (isOwn && ratio < 3)
      found.push(`${control.outerHTML.slice(0, 120)}: ${outlineStyle} ${outlineColor}, ${ratio.toFixed(2)}`);
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return found;
}

for (const screen of SCREENS) {
  for (const visit of visitsTo(screen)) {
    test(
      `[F-W5][F-W13] ${screen} as ${visit.as ?? 'a guest'}: accessible, light, dark and on a phone`,
      { tag: '@long' },
      async ({ as, guest }) => {
        const page = visit.as === null ? await guest() : await as(visit.as, { group: visit.group });
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
        const response = await page.goto(addressOf(visit, records!));
        expect(response?.status()).toBe(200);
        await settled(page);
        await expect(page.locator('.error-page')).toHaveCount(0);
        const found = await obstacles(page, 'light');
        expect(await page.evaluate(faintRings), 'focus rings, light').toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
        found.push(...(await obstacles(page, 'dark')));
        expect(await page.evaluate(faintRings), 'focus rings, dark').toEqual([]);
        expect(await page.evaluate(findSunkenSegments), 'what is chosen is lighter than its track').toEqual([]);
        await page.setViewportSize(PHONE);
        await settled(page);
        found.push(...(await obstacles(page, 'phone')));
        expect(found.join('\n\n')).toBe('');
        expect(await overhang(page)).toBeLessThanOrEqual(0);
      },
    );
  }
}
