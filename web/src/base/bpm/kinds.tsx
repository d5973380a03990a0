// Approval screens by document type: row markers, and the sheet for reviewing.
import type { TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import type { ComponentType } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import type { SheetProps } from './sheet.ts';
import { RiskMarks } from '../../wms/goods/RiskMarks.tsx';

const TransactionSheet = lazyPart(
  withTexts(async () => (await import('../../wms/review/TransactionSheet.tsx')).TransactionSheet, 'documents'),
);

const CountSheet = lazyPart(withTexts(async () => (await import('../../wms/inventory/CountSheet.tsx')).CountSheet, 'count'));

const ShareSheet = lazyPart(withTexts(async () => (await import('../../wms/share/ShareSheet.tsx')).ShareSheet, 'share'));

const CaseSheet = lazyPart(withTexts(async () => (await import('../../wms/after-sales/CaseSheet.tsx')).CaseSheet, 'cases'));

const SHEETS: Readonly<Record<string, ComponentType<SheetProps>>> = {
  WMS_TRANSACTION: TransactionSheet,
  WMS_INVENTORY: CountSheet,
  WMS_AFTER_SALES: CaseSheet,
  WMS_SHARE: ShareSheet,
};
export const sheetOf = (bizType: string): ComponentType<SheetProps> | undefined => SHEETS[bizType];

export const Marks = ({ bizType, marks }: { bizType: string; marks: readonly string[] }) =>
  bizType in SHEETS ? <RiskMarks risks={marks as readonly TransactionRisk[]} /> : null;
