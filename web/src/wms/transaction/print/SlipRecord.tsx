import type { Transaction, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { useT } from '../../../phrase/phrases.ts';
import { levelLabel, stepLook } from '../audit/steps.ts';
import { printTime } from './print-time.ts';

interface SlipRecordProps {
  transaction: Transaction;
  records: readonly TransactionRecord[];
}

/** Steps that paper is asked about later: who allowed it, who carried it out. */
const SHOWN = ['approve', 'cosign', 'finish', 'closeShort', 'void', 'reverse'];
const MOST = 5;

/** The steps of the last round that the slip lists. */
const slipSteps = (transaction: Transaction, records: readonly TransactionRecord[]): TransactionRecord[] =>
  records.filter(({ round, action }) => round === transaction.round && SHOWN.includes(action)).slice(-MOST);

export function SlipRecord({ transaction, records }: SlipRecordProps) {
  const t = useT();
  const shown = slipSteps(transaction, records);
  if (shown.length === 0) return null;
  return (
    <section className="slip-record" aria-label={t('work.timeline')}>
      <h2>{t('work.timeline')}</h2>
      <ul>
        {shown.map((record) => (
          <li key={record.id}>
            <span>
              {record.level !== null && `${t(levelLabel(record.level))} `}
              {t(stepLook(record).label)}
            </span>
            <span>
              {record.proxyName === null
                ? record.actorName
                : t('work.actingAs', { person: record.proxyName, name: record.actorName })}
            </span>
            <span>{printTime(record.at, transaction.timeZone)}</span>
            <span className="slip-comment">{record.comment}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
