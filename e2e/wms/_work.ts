// Screens of reviewers, storekeepers, and printing.
import type { Locator, Page } from '@playwright/test';
import { unique } from '../_unique.ts';
import { inDays, type DocumentSpec, type LineSpec } from './_documents.ts';

export const REVIEW = '/admin/wms/transaction/audit-button';
export const boxPage = (type: string, id: string): string => `/admin/wms/transaction/${type}/editbox?id=${id}`;

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
/** The state next to the number of the current document. */
export const state = (page: Page, name: string): Locator =>
  page.locator('.page-head .state-tag').filter({ hasText: name, visible: true });

export const gloves = (qty: string): DocumentSpec & { type: 'INBOUND' } => ({
  type: 'INBOUND',
  warehouse: 'W2',
  lines: [{ code: 'P-GLOVE-M', qty }],
});
export const ethanol = (qty: string, expires = 700): LineSpec => ({
  code: 'C-ETHANOL',
  qty,
  batchNo: unique(),
  expiresOn: inDays(expires),
});
