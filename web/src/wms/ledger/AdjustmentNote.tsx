import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { When } from '../../ui/When.tsx';
import { CountLink } from '../goods/CountHold.tsx';
import { Actors } from './entry-cells.tsx';
import './entry.css';

/** Introduces the entries of an adjustment: the document, its count, by whom and when. */
export function AdjustmentNote() {
  const t = useT();
  const transactionId = usePage().query.get('transactionId');
  const { data } = usePageQuery(
    productBoxRoutes.listLedger,
    { query: { transactionId: transactionId ?? '', page: 1, size: 1 } },
    { enabled: transactionId !== null },
  );
  const entry = transactionId === null ? undefined : data?.list[0];
  if (!entry || entry.count === null) return null;
  return (
    <p className="entry-adjustment">
      <span>
        {t('wms.count.adjustment')} <span className="kw-code">{entry.transactionNo}</span>
      </span>
      <span>
        {t('wms.count')} <CountLink {...entry.count} />
      </span>
      <span>
        <When at={entry.at} /> <Actors entry={entry} />
      </span>
    </p>
  );
}
