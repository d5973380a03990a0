import { isScreen } from '@kuwei/contract/screens';
import { productBoxRoutes, type ProductBox, type Reservation } from '@kuwei/contract/wms/product-box';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { documentAddress } from '../addresses.ts';
import { CaseLink } from '../goods/CaseLink.tsx';
import { lookOf } from '../document/looks.ts';

/** Open documents and after-sales cases that reserve part of a stock row; nothing if none do. */
export function Reservations({ stock }: { stock: ProductBox }) {
  const t = useT();
  const { cases, baseUnit } = stock;
  const isHeld = stock.reserved !== null && stock.reserved !== '0';
  const { data = [] } = usePageQuery(productBoxRoutes.listReservations, { params: { id: stock.id } }, { enabled: isHeld });
  if (!isHeld || data.length + cases.length === 0) return null;
  return (
    <section>
      <h3>{t('stock.reservations')}</h3>
      <ul className="stock-holds">
        {cases.map(({ id, no, state, held }) => (
          <li key={id}>
            <CaseLink id={id} no={no} />
            <span>{t('wms.stock.case')}</span>
            <span className="stock-hold-who">{t(state === 'SUBMITTED' ? 'stock.case.SUBMITTED' : 'stock.case.PROCESSING')}</span>
            {held !== '0' && <Quantity qty={held} unit={baseUnit} />}
          </li>
        ))}
        {data.map((hold) => (
          <li key={hold.transactionId}>
            <Document hold={hold} />
            <StateTag look={lookOf({ type: hold.transactionType, state: hold.state, reversal: false, reversed: false })} />
            <span className="stock-hold-who">{hold.applicantName}</span>
            <Quantity qty={hold.qty} unit={baseUnit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Document({ hold }: { hold: Reservation }) {
  const { prefix } = usePage();
  const address = documentAddress(prefix, { id: hold.transactionId, type: hold.transactionType });
  if (!isScreen(address)) return <span className="kw-code">{hold.transactionNo}</span>;
  return (
    <PageLink className="kw-link kw-code" to={address}>
      {hold.transactionNo}
    </PageLink>
  );
}
