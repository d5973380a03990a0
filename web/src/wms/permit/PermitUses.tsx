import { permitRoutes, type Permit, type PermitUse } from '@kuwei/contract/wms/permit';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { documentAddress } from '../addresses.ts';
import { lookOf } from '../document/looks.ts';
import '../goods/box-stock.css';

/** Beyond this the list of deposits is the better place. */
const SHOWN = 50;

/** Deposits that use a permit, newest first. */
export function PermitUses({ permit: { id, rev, unit } }: { permit: Permit }) {
  const t = useT();
  const input = { params: { id }, query: { size: SHOWN } };
  const { data, error, refetch, isFetching } = usePageQuery(permitRoutes.listPermitUses, input);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <section className="box-stock" aria-label={t('permit.usesTitle')} key={rev}>
      <h3>
        {t('permit.usesTitle')} {data && <span className="page-head-count">{data.total}</span>}
      </h3>
      {data?.total === 0 && <p className="box-stock-none">{t('permit.noUses')}</p>}
      <ul>
        {data?.list.map((use) => (
          <li key={use.id}>
            <UseRow use={use} unit={unit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UseRow({ use, unit }: { use: PermitUse; unit: string | null }) {
  const { prefix } = usePage();
  const { documentId, documentNo, state, reversed, productName, qty, baseUnit, amount, applicantName } = use;
  return (
    <PageLink className="box-stock-row" to={documentAddress(prefix, { id: documentId, type: 'INBOUND' })}>
      <span className="box-stock-name kw-code">{documentNo}</span>
      <span className="box-stock-qty">
        {amount === null || unit === null ? <Quantity qty={qty} unit={baseUnit} /> : <Quantity qty={amount} unit={unit} />}
      </span>
      <span className="box-stock-about">
        <span>{productName}</span>
        <span>{applicantName}</span>
      </span>
      <span className="box-stock-free">
        <StateTag look={lookOf({ type: 'INBOUND', state, reversal: false, reversed })} />
      </span>
    </PageLink>
  );
}
