// Runs steps in an English console.
import type { Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { expect } from '../_world.ts';
import { LIST } from './_products.ts';

export const ENGLISH_SPEAKER = 'keeper2';

/** The account stores the language: restored for the tests that follow. */
export async function inEnglish(page: Page, url: string, work: () => Promise<void>): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Product' }).first()).toBeVisible();
  try {
    await work();
  } finally {
    const account = await Client.signIn(url, ENGLISH_SPEAKER, 'ROLE_WAREHOUSE_ADMIN');
    await account.put('/auth/biz/user/by-me/setting/ui.locale', { value: 'zh' });
  }
}
