// History of documents: of one, all steps and ledger entries; otherwise the entries of a period.
import { isAllowed, effectiveRoles } from '@kuwei/contract/access';
import { mayOpen } from '@kuwei/contract/screens';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { usePage } from '../../../page/page.ts';
import { useT } from '../../../phrase/phrases.ts';
import { useUser } from '../../../session/user.ts';
import { List } from '../../../table/List.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { printAddress } from '../../addresses.ts';
import { useSide } from '../../goods/side.ts';
import { ledgerLists } from '../../ledger/ledger-list.tsx';
import { entryTotals } from '../../ledger/totals.tsx';
import { AuditTimeline } from '../../review/AuditTimeline.tsx';
import { DocumentHead } from '../../document/DocumentHead.tsx';
import { DocumentScreen } from '../../document/DocumentScreen.tsx';
import './record.css';
import '../../document/said.css';

export default function RecordPage() {
  const { query } = usePage();
  if (query.get('id') === null) return <PeriodRecord />;
  return <DocumentScreen>{(transaction) => <DocumentRecord transaction={transaction} />}</DocumentScreen>;
}

/** Columns that are equal in all entries of one document. */
const SAME_FOR_ALL = ['owner', 'document', 'price'];
const entryLists = {
  owner: withoutCommon(ledgerLists.owner),
  shared: withoutCommon(ledgerLists.shared),
  warehouse: withoutCommon(ledgerLists.warehouse),
};

function withoutCommon(list: typeof ledgerLists.owner): typeof ledgerLists.owner {
  return {
    ...list,
    name: 'wms.transaction-record',
    columns: list.columns.filter(({ key }) => !SAME_FOR_ALL.includes(key)),
    filters: list.filters?.filter(({ names }) => names.some((name) => name === 'kind' || name === 'productId')) ?? [],
  };
}

function PeriodRecord() {
  const t = useT();
  const spec = ledgerLists[useSide()];
  return <List spec={spec} title={t('work.record.title')} exporter={productBoxRoutes.exportLedger} totals={entryTotals} />;
}

function DocumentRecord({ transaction }: { transaction: Transaction }) {
  const t = useT();
  const { prefix, pageRole } = usePage();
  const roles = useUser((state) => state.roles);
  const mayRead = isAllowed(productBoxRoutes.listLedger.needs, effectiveRoles(roles, pageRole));
  return (
    <>
      <DocumentHead
        transaction={transaction}
        actions={
          <PageLink className="kw-button" to={printAddress(prefix, transaction.id)}>
            {t('work.print')}
          </PageLink>
        }
      />
      <div className="record-parts">
        <section className="work-panel" aria-label={t('work.record.steps')}>
          <h2>{t('work.record.steps')}</h2>
          <AuditTimeline transaction={transaction} full />
          <Complaints transaction={transaction} />
        </section>
        <section aria-label={t('work.record.entries')}>
          <h2>{t('work.record.entries')}</h2>
          {mayRead ? <Entries transactionId={transaction.id} /> : <p className="work-second">{t('work.record.notAllowed')}</p>}
        </section>
      </div>
    </>
  );
}

/** After-sales complaints about issued goods, by line. */
function Complaints({ transaction: { type, state, reversesId, guest, lines } }: { transaction: Transaction }) {
  const t = useT();
  const { prefix, pageRole } = usePage();
  const roles = useUser((state) => state.roles);
  const mayBegin = mayOpen('wms/after-sales/edit', roles, pageRole);
  const isOver = (type === 'INBOUND' || type === 'OUTBOUND') && (state === 'DONE' || state === 'PARTIAL') && reversesId === null;
  const done = lines.filter(({ qtyDone }) => qtyDone !== '0');
  if (!mayBegin || guest || !isOver || done.length === 0) return null;
  return (
    <ul className="record-complaints">
      {done.map(({ id, lineNo, product }) => (
        <li key={id}>
          <span>
            {lineNo}. {product.name}
          </span>
          <PageLink className="kw-button" to={`/${prefix}/wms/after-sales/edit?transactionLineId=${id}`}>
            {t('work.record.afterSales')}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

function Entries({ transactionId }: { transactionId: string }) {
  const t = useT();
  const spec = entryLists[useSide()];
  return (
    <List
      spec={spec}
      fixed={{ transactionId }}
      exporter={productBoxRoutes.exportLedger}
      totals={entryTotals}
      emptyText={t('work.record.noEntries')}
    />
  );
}
