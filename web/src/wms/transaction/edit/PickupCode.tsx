import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { STOCK_BLOCKS } from '@kuwei/contract/wms/transaction-risk';
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { clockOf } from '../../review/pickup-lock.ts';
import '../../document/said.css';

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'];

/** The six-digit code that releases the goods; shown to their owner while there is something to collect. */
export function PickupCode({
  transaction: { id, type, state, lines, pickupLockedUntil, timeZone, guest },
}: {
  transaction: Transaction;
}) {
  const t = useT();
  const { pageRole } = usePage();
  const mayShow = type === 'OUTBOUND' && EXECUTION_STATES.includes(state) && OWNERS.includes(pageRole ?? '') && !guest;
  const { data } = usePageQuery(transactionRoutes.getPickupCode, { params: { id } }, { enabled: mayShow });
  const code = data?.code ?? null;
  if (!mayShow || code === null) return null;
  const blocked = lines.some(({ risks }) => STOCK_BLOCKS.some((block) => risks.includes(block)));
  return (
    <section className="document-panel pickup-code" aria-label={t('tx.pickup.title')}>
      <h2>{t('tx.pickup.title')}</h2>
      {pickupLockedUntil !== null && (
        <p className="pickup-code-text locked" role="status">
          {t('tx.pickup.locked', { until: clockOf(pickupLockedUntil, timeZone) })}
        </p>
      )}
      <p className={pickupLockedUntil === null ? 'pickup-code-digits' : 'pickup-code-digits locked'}>
        {code.slice(0, 3)} {code.slice(3)}
        <CopyButton text={code} />
      </p>
      {pickupLockedUntil === null && <QrCode text={code} label={t('tx.pickup.title')} />}
      {blocked && <p className="pickup-code-text work-fault">{t('tx.pickup.blocked')}</p>}
      {pickupLockedUntil === null && <p className="pickup-code-text">{t('tx.pickup.text')}</p>}
    </section>
  );
}
