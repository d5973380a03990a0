// A newer version was installed under open pages: chunks of the old one that were not loaded yet are gone.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { expect, test } from '../_world.ts';
import { addField, openNewRequest, cell, scan } from '../wms/_apply.ts';

/** Makes these chunks 404 until the page is reloaded. @returns counts of reloads and questions */
async function breakChunks(page: Page, chunk: string): Promise<{ loads: () => number; questions: string[] }> {
  let loads = 0;
  const questions: string[] = [];
  // The route stays: removing it while a page loads may leave a request unanswered.
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

test("[S8.04] a list's drawer whose chunk is gone reloads the console, then opens", async ({ as }) => {
  const page = await as('manager');
  await page.goto('/admin/wms/product?q=P-');
  const button = page.getByRole('button', { name: '管理分类' });
  await expect(button).toBeVisible();
  const { loads } = await breakChunks(page, 'CategoryDrawer');
  await button.click();
  await expect.poll(loads).toBe(1);
  await expect(page).toHaveURL('/admin/wms/product?q=P-');
  await button.click();
  await expect(page.getByRole('dialog', { name: /分类/ })).toBeVisible();
});

test(
  '[S8.04] a dialog over a form whose chunk is gone: input is restored, without a question',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher2');
    await openNewRequest(page, 'teacher', 'inbound', '综合仓库');
    await scan(page, 'P-TIP-200');
    await page.getByLabel('用途').fill('更新前填写的');
    await cell(page, 1, '备注').fill('轻放');
    const { loads, questions } = await breakChunks(page, 'SelectProductDialog');
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

test('[S8.04] the finder and another language work after the console has reloaded', { tag: '@long' }, async ({ as, product }) => {
  const page = await as(await makePerson(product, 'supplier'));
  await page.goto('/supplier/wms/product-space');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { loads } = await breakChunks(page, 'Finder');
  await page.getByRole('banner').getByRole('button', { name: '查找' }).click();
  await expect.poll(loads).toBe(1);
  await page.getByRole('banner').getByRole('button', { name: '查找' }).click();
  await expect(page.getByRole('dialog', { name: '查找' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.evaluate(() => sessionStorage.clear());
  const second = await breakChunks(page, 'en-pages');
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(second.loads).toBe(1);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: '中文' })).toBeVisible();
});
