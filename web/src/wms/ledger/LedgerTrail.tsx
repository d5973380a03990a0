// The movements of one stock row, newest first, with the balance after each.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { Actors, Delta, EntryDocument } from './entry-cells.tsx';
import { ledgerKinds } from './kinds.ts';
import './trail.css';

const SHOWN = 10;

interface LedgerTrailProps {
  productBoxId: string;
  /** Upper bound, inclusive. */
  to: string | null;
}

export function LedgerTrail({ productBoxId, to }: LedgerTrailProps) {
  const t = useT();
  // Cursors of the loaded pages: entries before this one; null for the newest.
  const [parts, setParts] = useState<readonly (number | null)[]>([null]);
  return (
    <ol className="trail" aria-label={t('stock.trail')}>
      {parts.map((before, at) => (
        <TrailPart
          key={before ?? 'first'}
          query={{ productBoxId, size: SHOWN, ...(to === null ? {} : { to }), ...(before === null ? {} : { before }) }}
          isLast={at === parts.length - 1}
          onOlder={(last) => setParts([...parts, last])}
        />
      ))}
    </ol>
  );
}

interface TrailPartProps {
  query: { productBoxId: string; size: number; to?: string; before?: number };
  isLast: boolean;
  onOlder: (before: number) => void;
}

function TrailPart({ query, isLast, onOlder }: TrailPartProps) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(productBoxRoutes.listLedger, { query });
  if (!data)
    return <li>{error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : t('app.loading')}</li>;
  const last = data.list.at(-1);
  return (
    <>
      {data.list.length === 0 && query.before === undefined && <li className="none">{t('stock.trailNone')}</li>}
      {data.list.map((entry) => (
        <li key={entry.seq} className="trail-entry">
          <StateTag look={ledgerKinds[entry.kind]} />
          <EntryDocument entry={entry} />
          <span className="trail-amount">
            <Delta entry={entry} />
          </span>
          <span className="trail-who">
            <When at={entry.at} /> <Actors entry={entry} />
            {entry.reason !== null && <span className="trail-reason">{entry.reason}</span>}
          </span>
          <span className="trail-after">
            {t('ledger.after')} <Quantity qty={entry.qtyAfter} unit={entry.baseUnit} />
          </span>
        </li>
      ))}
      {isLast && last && data.list.length === query.size && (
        <li>
          <button type="button" className="kw-plain kw-link" onClick={() => onOlder(last.seq)}>
            {t('stock.trailOlder')}
          </button>
        </li>
      )}
    </>
  );
}
