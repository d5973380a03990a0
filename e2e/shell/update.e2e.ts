// A newer program was installed under open pages: the code of the old one that they have not asked for yet is gone.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { expect, test } from '../_world.ts';
import { addField, begin, cell, scan } from '../wms/_apply.ts';

/** The server no longer has these chunks, until the page has been reloaded. @returns how often it was, and what it asked */
async function updated(page: Page, chunk: string): Promise<{ loads: () => number; questions: string[] }> {
  let loads = 0;
  const questions: string[] = [];
  // The route stays: to take it away while a page loads may leave a request of that page without an answer.
  await page.route(`**/assets/${chunk}-*.js`, (route) =>
    loads === 0 ? route.fulfill({ status: 404, json: {} }) : route.fallback(),
  );
  page.on('load', () => loads++);
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  return { loads: () => loads, questions };
}

test('[S8.04] a drawer of a list whose code is gone reloads the console, and opens then', async ({ as }) => {
  const page = await as('manager');
  await page.goto('/admin/wms/product?q=P-');
  const button = page.getByRole('button', { name: '管理分类' });
  await expect(button).toBeVisible();
  const { loads } = await updated(page, 'CategoryDrawer');
  await button.click();
  await expect.poll(loads).toBe(1);
  await expect(page).toHaveURL('/admin/wms/product?q=P-');
  await button.click();
  await expect(page.getByRole('dialog', { name: /分类/ })).toBeVisible();
});

test(
  '[S8.04] a window over a form whose code is gone: what was typed is there again, and nobody is asked',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher2');
    await begin(page, 'teacher', 'inbound', '综合仓库');
    await scan(page, 'P-TIP-200');
    await page.getByLabel('用途').fill('更新前填写的');
    await cell(page, 1, '备注').fill('轻放');
    const { loads, questions } = await updated(page, 'SelectProductDialog');
    await page.getByRole('button', { name: '选择产品' }).click();
    await expect.poll(loads).toBe(1);
    expect(questions).toEqual([]);
    await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible();
    await expect(page.getByLabel('用途')).toHaveValue('更新前填写的');
    await expect(cell(page, 1, '备注')).toHaveValue('轻放');
    await page.getByRole('button', { name: '选择产品' }).click();
    await expect(page.getByRole('dialog', { name: '选择产品' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(addField(page)).toBeVisible();
    await page.getByRole('button', { name: '放弃，重新填写' }).click();
    await expect(page.getByLabel('用途')).toHaveValue('');
  },
);

test('[S8.04] the finder and another language come after the console was reloaded', { tag: '@long' }, async ({ as, product }) => {
  const page = await as(await makePerson(product, 'supplier'));
  await page.goto('/supplier/wms/product-space');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { loads } = await updated(page, 'Finder');
  await page.getByRole('banner').getByRole('button', { name: '查找' }).click();
  await expect.poll(loads).toBe(1);
  await page.getByRole('banner').getByRole('button', { name: '查找' }).click();
  await expect(page.getByRole('dialog', { name: '查找' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.evaluate(() => sessionStorage.clear());
  const second = await updated(page, 'en-pages');
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(second.loads).toBe(1);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: '中文' })).toBeVisible();
});
