// Lists as cards on a phone.
import { expect, PHONE, test } from '../_world.ts';
import { button, expectTouchFriendly } from './_touch.ts';

test('the title of a card stays readable next to the longest state', { tag: '@long' }, async ({ as }) => {
  const page = await as('reviewer');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/admin/wms/transaction/inbound', '/admin/wms/transaction/outbound']) {
    await page.goto(path);
    const heads = page.locator('.card[data-row] .card-head').filter({ visible: true });
    await expect(heads.first()).toBeVisible();
    const narrow = await heads.evaluateAll((all) =>
      all.flatMap((head) => {
        // Longer than any existing state, in either language.
        const text = document.createTreeWalker(head.querySelector('.card-state')!, NodeFilter.SHOW_TEXT).nextNode();
        if (text) text.textContent = 'Partly executed, waiting for the second keeper';
        const title = head.querySelector('.card-title')!.getBoundingClientRect().width;
        const wide = head.scrollWidth > head.clientWidth;
        return title < 130 || wide ? [`${head.textContent}: ${Math.round(title)} px${wide ? ', too wide' : ''}`] : [];
      }),
    );
    expect(narrow, path).toEqual([]);
    const cut = await page
      .locator('.card-title *')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent));
    expect(cut, `[F-E2] ${path}`).toEqual([]);
  }
});

test('views, filters and labels have their place on a phone', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin', PHONE);
  for (const [path, head] of [
    ['user/mg?q=a', '保存当前筛选…'],
    ['sysbase/log?part=SIGN_IN', '保存当前筛选…'],
  ] as const) {
    await page.goto(`/def/${path}`);
    const cards = page.locator('.card[data-row]').filter({ visible: true });
    await expect(cards.first()).toBeVisible();
    const beside = await cards.locator('.card-facts > div').evaluateAll((all) =>
      all.flatMap((fact) => {
        const value = fact.querySelector('dd')!;
        if (value.getBoundingClientRect().height === 0) return [];
        // Over several lines.
        value.textContent = 'value '.repeat(30);
        const [name, first] = [fact.querySelector('dt')!, value].map((part) => part.getBoundingClientRect().top);
        return Math.abs(name! - first!) > 6 ? [`${fact.textContent}: ${name! - first!} px`] : [];
      }),
    );
    expect(beside, path).toEqual([]);
    await button(page, /^视图/).tap();
    await expect(page.getByPlaceholder(head)).toBeVisible();
    await expectTouchFriendly(page);
    await page.keyboard.press('Escape');
  }
  await button(page, /^筛选/).tap();
  const parts = page.locator('.filter-sheet .parts');
  await expect(parts.getByRole('button').first()).toBeVisible();
  // Must not depend on a narrow font or the language.
  await parts.evaluate((all) => all.style.setProperty('letter-spacing', '6px'));
  expect(await parts.evaluate((all) => all.scrollWidth - all.clientWidth)).toBeLessThanOrEqual(0);
  const heights = await parts.getByRole('button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([44]));
});
