// Lazy: only deposits of controlled goods need permits.
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { Suspense } from 'react';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { withTexts } from '../../../navigation/lazy-page.ts';
import { needsPermits } from './needs-permits.ts';

const Shown = lazyPart(withTexts(async () => (await import('./DocumentPermits.tsx')).default, 'permit'));

export function DocumentPermits({ transaction }: { transaction: Transaction }) {
  if (!needsPermits(transaction)) return null;
  return (
    <Suspense>
      <Shown transaction={transaction} />
    </Suspense>
  );
}
