import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { reasonText, whyText } from './chain-text.ts';
import { QuotaText } from './QuotaText.tsx';
import './chain.css';

/** What the reviewer has to consider beyond the ordinary, shown before a decision. */
export function ChainReasons({ id }: { id: string }) {
  const t = useT();
  const { data } = usePageQuery(transactionRoutes.getChain, { params: { id } });
  if (!data || (data.reasons.length === 0 && !data.quota?.over)) return null;
  const { reasons, quota } = data;
  return (
    <section className="chain-decision" aria-label={whyText(data)}>
      {reasons.length > 0 && <h3>{whyText(data)}</h3>}
      <ul className="chain-reasons">
        {reasons.map((reason) => (
          <li key={reason.reason}>
            {reasonText(reason)}
            {reason.reason === 'QUOTA' && quota && <QuotaText quota={quota} />}
          </li>
        ))}
      </ul>
      {quota?.over && !reasons.some(({ reason }) => reason === 'QUOTA') && (
        <>
          <h3>{t('chain.reason.QUOTA')}</h3>
          <QuotaText quota={quota} />
        </>
      )}
    </section>
  );
}
