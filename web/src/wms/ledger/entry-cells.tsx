// Cells of a ledger entry, for lists and details.
import { isScreen } from '@kuwei/contract/screens';
import { TRANSACTION_TYPES, type TransactionType } from '@kuwei/contract/wms/transaction-type';
import type { LedgerEntry } from '@kuwei/contract/wms/product-box';
import { usePage } from '../../page/page.ts';
import { langOf, useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { UnitName } from '../../ui/Quantity.tsx';
import { documentAddress } from '../addresses.ts';
import { CountLink } from '../goods/CountHold.tsx';
import './entry.css';

type Named = Pick<LedgerEntry, 'transactionId' | 'transactionNo' | 'transactionType' | 'count'>;

const isType = (type: string | null): type is TransactionType => (TRANSACTION_TYPES as readonly (string | null)[]).includes(type);

/** The address of an entry's document; null where it has no screen, like disposals. */
function entryAddress(prefix: string, { transactionId, transactionType }: Named): string | null {
  if (!isType(transactionType)) return null;
  const address = documentAddress(prefix, { id: transactionId, type: transactionType });
  return isScreen(address) ? address : null;
}

/** The document number, as a link. */
export function EntryDocument({ entry }: { entry: Named }) {
  const { prefix } = usePage();
  const t = useT();
  const { transactionNo, count } = entry;
  if (count !== null)
    return (
      <span title={t('ledger.adjustment', { no: transactionNo ?? '' })}>
        <CountLink {...count} />
      </span>
    );
  if (transactionNo === null) return <span className="none">{t('ledger.noDocument')}</span>;
  const address = entryAddress(prefix, entry);
  if (address === null) return <span className="kw-code">{transactionNo}</span>;
  return (
    <PageLink className="kw-link kw-code" to={address}>
      {transactionNo}
    </PageLink>
  );
}

/** The box of an entry, linked to the stock row with its history. */
export function EntryPlace({ entry: { productBoxId, boxCode } }: { entry: Pick<LedgerEntry, 'productBoxId' | 'boxCode'> }) {
  const { prefix } = usePage();
  const t = useT();
  return (
    <PageLink
      className="kw-link kw-code"
      to={`/${prefix}/wms/product-box/list?show=${productBoxId}`}
      title={t('ledger.stockTrail')}
    >
      {boxCode}
    </PageLink>
  );
}

/** A signed change: `+5`, `−2`. */
export function Delta({ entry }: { entry: Pick<LedgerEntry, 'qtyDelta' | 'baseUnit'> }) {
  const { qtyDelta, baseUnit } = entry;
  const isOut = qtyDelta.startsWith('-');
  return (
    <span className={isOut ? 'quantity' : 'quantity delta-in'}>
      {isOut ? '−' : '+'}
      {grouped(qtyDelta.replace('-', ''))}{' '}
      <span className="quantity-unit">
        <UnitName code={baseUnit} qty={qtyDelta.replace('-', '')} />
      </span>
    </span>
  );
}

/** Who posted it: both people for two-person goods, and the delegate where there was one. */
export function Actors({ entry }: { entry: LedgerEntry }) {
  const t = useT();
  const { actor1Name, actor2Name, proxyName } = entry;
  const names = actor2Name === null ? actor1Name : `${actor1Name}${t('wms.place.comma')}${actor2Name}`;
  return (
    <span lang={langOf(names)}>
      {names}
      {proxyName !== null && (
        <span className="entry-proxy" title={t('wms.ledger.proxy')}>
          {' '}
          ({proxyName})
        </span>
      )}
    </span>
  );
}

export const Reason = ({ entry }: { entry: LedgerEntry }) =>
  entry.reason === null ? <None /> : <span title={entry.reason}>{entry.reason}</span>;
