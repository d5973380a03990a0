// Names of owners, products and warehouses in English.
import { expect, test } from '../_world.ts';
import { ENGLISH_SPEAKER, inEnglish } from './_english.ts';
import { Crew } from './_documents.ts';
import { boxPage, ethanol } from './_work.ts';

test(
  '[S1.35] in English stock and documents show owner, product and warehouse in English, and are searchable by it',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id } = await crew.approved({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2', 300)] });
    const page = await as(ENGLISH_SPEAKER);
    await inEnglish(page, product.url, async () => {
      await page.goto('/admin/wms/product-box/list?q=ethanol');
      const row = page.locator('tbody tr[data-row]').filter({ visible: true, hasText: 'Catalysis Group' }).first();
      await expect(row).toContainText('Ethanol');
      await page.goto('/admin/wms/transaction/inbound?task=execute&q=catalysis');
      await expect(page.locator('tbody tr[data-row]').filter({ visible: true }).first()).toContainText('Catalysis Group');
      await page.goto(boxPage('inbound', id));
      const document = page.getByRole('main');
      for (const name of ['Catalysis Group', 'Chemical Store', 'Ethanol']) await expect(document).toContainText(name);
      for (const name of ['催化化学课题组', '化学品仓库', '无水乙醇']) await expect(document).not.toContainText(name);
    });
  },
);
