// The cards that lists become on a phone.
import { expect, test } from '../_world.ts';

test('the title of a card keeps room to be read beside the longest state', async ({ as }) => {
  const page = await as('reviewer');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/admin/wms/transaction/inbound', '/admin/wms/transaction/outbound']) {
    await page.goto(path);
    const heads = page.locator('.card[data-row] .card-head').filter({ visible: true });
    await expect(heads.first()).toBeVisible();
    const narrow = await heads.evaluateAll((all) =>
      all.flatMap((head) => {
        // Longer than any there is, in either language.
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
