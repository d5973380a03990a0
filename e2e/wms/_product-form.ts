// The product form.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';
import { expect } from '../_world.ts';
import { LIST } from './_products.ts';

export const EDIT = `${LIST}/edit`;

export interface CreatedProduct {
  id: string;
  code: string;
  rev: number;
}

/** Creates a product over HTTP. */
export async function createProduct(url: string, more: Record<string, unknown> = {}): Promise<CreatedProduct> {
  const keeper = await Client.shared(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const categories = await keeper.get<{ id: string; code: string }[]>('/wms/category');
  const categoryId = categories.body.find(({ code }) => code === 'SALT')!.id;
  const body = { code: unique(), name: '测试盐', kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE', ...more };
  return (await keeper.post<CreatedProduct>('/wms/product', body)).body;
}

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
export const boxOf = (page: Page, label: string): Locator =>
  page.locator('.form-field').filter({ has: page.getByLabel(label, { exact: true }) });
/** Expects a message below a field. */
export const expectMessage = (page: Page, label: string, text: string | RegExp): Promise<void> =>
  expect(boxOf(page, label).getByText(text)).toBeVisible();

export async function openNew(page: Page): Promise<void> {
  await page.goto(EDIT);
  await expect(page.getByRole('heading', { name: '新建产品' })).toBeVisible();
}

export async function openProduct(page: Page, { id }: CreatedProduct): Promise<void> {
  await page.goto(`${EDIT}?id=${id}`);
  await expect(field(page, '产品编号')).toBeVisible();
}

/** Fills in the required fields. */
export async function fillIn(page: Page, code: string, name: string): Promise<void> {
  await field(page, '产品编号').fill(code);
  await field(page, '名称').fill(name);
  await choose(field(page, '分类'), '无机盐');
  await choose(field(page, '基本单位'), '瓶');
}

export const save = (page: Page): Promise<void> => page.getByRole('button', { name: '保存', exact: true }).click();

/** Its row in the list, searched by code. */
export async function rowOf(page: Page, code: string): Promise<Locator> {
  await expect(page).not.toHaveURL(/\/edit/);
  await page.getByPlaceholder(/CAS/).fill(code);
  await expect(page).toHaveURL(/q=/);
  return page.getByRole('row').filter({ hasText: code });
}
