// Messages of saving, changing and deleting, and of their failures.
import type { Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';
import { ENGLISH_SPEAKER, inEnglish } from './_english.ts';
import { EDIT, field, createProduct, openProduct, rowOf, type CreatedProduct } from './_product-form.ts';

async function fillInEnglish(page: Page, code: string, name: string): Promise<void> {
  await page.goto(EDIT);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await choose(field(page, 'Category'), 'Salts');
  await choose(field(page, 'Base unit'), 'bottle');
}

test(
  '[S2.229] [S8.15] [S8.16] [S8.17] [S8.18] saving, changing and deleting report success in the fixed words',
  { tag: '@long' },
  async ({ as, product }) => {
    const page = await as(ENGLISH_SPEAKER);
    await inEnglish(page, product.url, async () => {
      const code = unique('EN');
      await fillInEnglish(page, code, 'Potassium chloride');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Success to save.', { exact: true })).toBeVisible();

      await (await rowOf(page, code)).click();
      await page.getByRole('link', { name: 'Edit' }).last().click();
      await expect(page).toHaveURL(/\/edit\?id=/);
      await page.getByLabel('Brand', { exact: true }).fill('Sinopharm');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Success to modify.', { exact: true })).toBeVisible();
      await expect(page).not.toHaveURL(/\/edit/);

      await (await rowOf(page, code)).click();
      await page.getByRole('link', { name: 'Edit' }).last().click();
      await expect(page.getByLabel('Brand', { exact: true })).toHaveValue('Sinopharm');
      const remove = page.locator('.form-bar').getByRole('button', { name: 'Delete' });
      await remove.click();
      const question = page.getByRole('dialog').filter({ hasText: 'Delete this record?' });
      await expect(question).toContainText('Potassium chloride');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code);
      await remove.click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('Success to delete.', { exact: true })).toBeVisible();
      await expect(await rowOf(page, code)).toHaveCount(0);
    });
  },
);

test(
  '[S8.18] deleting asks 确认要删除此数据吗？; a product with stock cannot be deleted',
  { tag: '@long' },
  async ({ as, product }) => {
    const page = await as('manager');
    const own = await createProduct(product.url);
    await openProduct(page, own);
    await page.locator('.form-bar').getByRole('button', { name: '删除' }).click();
    await expect(page.getByRole('dialog').filter({ hasText: '确认要删除此数据吗？' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page, '产品编号')).toHaveValue(own.code);

    const keeper = await Client.signIn(product.url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
    const { body } = await keeper.get<{ list: CreatedProduct[] }>('/wms/product?q=C-ETHANOL');
    await openProduct(page, body.list[0]!);
    await expect(page.locator('.form-bar').getByRole('button', { name: '删除' })).toBeDisabled();
    await expect(page.getByText('有库存的产品不能删除，可以停用')).toBeVisible();
  },
);

test(
  '[S8.12] [S8.13] [S8.14] server failures are reported in the fixed words, and all input stays',
  { tag: '@long' },
  async ({ as, product }) => {
    const page = await as(ENGLISH_SPEAKER);
    await inEnglish(page, product.url, async () => {
      const own = await createProduct(product.url);
      const failing = { status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
      await page.goto(`${EDIT}?id=${own.id}`);
      await page.getByLabel('Remark', { exact: true }).fill('kept');
      await page.route('**/api/wms/product/*', (route) =>
        ['PUT', 'DELETE'].includes(route.request().method()) ? route.fulfill(failing) : route.fallback(),
      );
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Failed to modify data. Please try again later.')).toBeVisible();
      await expect(page.getByLabel('Remark', { exact: true })).toHaveValue('kept');
      await page.locator('.form-bar').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('Failed to delete data. Please try again later.')).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Success to modify.')).toBeVisible();

      await fillInEnglish(page, unique('FAIL'), 'Kept');
      await page.route('**/api/wms/product', (route) =>
        route.request().method() === 'POST' ? route.fulfill(failing) : route.fallback(),
      );
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Failed to save data. Please try again later.')).toBeVisible();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kept');
    });
  },
);
