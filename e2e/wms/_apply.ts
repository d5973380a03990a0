// Filing documents through the screens.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { expect } from '../_world.ts';

export type Type = 'inbound' | 'outbound' | 'move';

export const listOf = (prefix: string, type: Type): string => `/${prefix}/wms/transaction/${type}`;

/** Opens an empty request, with a warehouse if given. */
export async function openNewRequest(page: Page, prefix: string, type: Type, warehouse?: string): Promise<void> {
  await page.goto(`${listOf(prefix, type)}/edit`);
  await expect(addField(page)).toBeVisible();
  if (warehouse !== undefined) await chooseWarehouse(page, warehouse);
}

export async function chooseWarehouse(page: Page, name: string, field = '仓库'): Promise<void> {
  await choose(page.getByRole('combobox', { name: field }), name);
}

export const addField = (page: Page): Locator => page.getByRole('combobox', { name: '加入明细' });
export const cell = (page: Page, row: number, name: string): Locator => page.getByLabel(`第 ${row} 行 ${name}`);
export const lines = (page: Page): Locator => page.locator('[data-line]');

/** Types a code like a scanner. */
export async function scan(page: Page, code: string): Promise<void> {
  await addField(page).fill(code);
  await addField(page).press('Enter');
  await expect(addField(page)).toHaveValue('');
}

/** Submits, and returns the document number. */
export async function submitted(page: Page): Promise<string> {
  await page.getByRole('button', { name: /提交$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/(IN|OUT|MV)\d+/);
  await expect(waiting(page)).toBeVisible();
  return /(?:IN|OUT)\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())![0];
}

/** The state of the current document. */
export const waiting = (page: Page): Locator => page.getByText('待审核').filter({ visible: true }).first();

/** Pastes a text into the focused element. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
  }, text);
}
