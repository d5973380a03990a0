import { sum } from '@kuwei/contract/decimal';
import type { LedgerEntry } from '@kuwei/contract/wms/product-box';
import type { ReactNode } from 'react';
import { Delta } from './entry-cells.tsx';

/** Totals, if all rows are of one product. */
export function entryTotals(rows: readonly LedgerEntry[]): Record<string, ReactNode> | null {
  const [first] = rows;
  if (!first || rows.some((row) => row.productId !== first.productId)) return null;
  return { delta: <Delta entry={{ qtyDelta: sum(rows.map((row) => row.qtyDelta)), baseUnit: first.baseUnit }} /> };
}
