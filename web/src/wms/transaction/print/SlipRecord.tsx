import { requestOf } from '@kuwei/contract/wms/transaction-type';
import type { Transaction, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import type { ChainLevel, TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import { useT } from '../../../phrase/phrases.ts';
import { stepLabel, stepName, whoOf } from '../../review/steps.ts';
import { addressText, levelText, peopleText, reasonText, whyText } from '../../review/chain/chain-text.ts';
import { printTime } from '../../../ui/print/print-time.ts';
import { slipSteps } from './slip.ts';
import './slip.css';

interface SlipRecordProps {
  transaction: Transaction;
  records: readonly TransactionRecord[];
  chain: TransactionChain;
}

/** Undecided levels. */
const openLevels = (chain: TransactionChain): ChainLevel[] =>
  chain.levels.filter(({ state }) => state === 'OPEN' || state === 'AHEAD');

/** Place and time of delivery or collection, for the person who takes the slip along. */
const isExpected = ({ type, state }: Transaction): boolean => type !== 'MOVE' && !FINAL_STATES.includes(state);

export function SlipRecord({ transaction, records, chain }: SlipRecordProps) {
  const t = useT();
  const { shown, left } = slipSteps(transaction, records);
  const open = openLevels(chain);
  const expected = isExpected(transaction);
  if (shown.length === 0 && open.length === 0 && !expected) return null;
  return (
    <section className="slip-record print-closing" aria-label={t('work.timeline')}>
      <h2>{t('work.timeline')}</h2>
      <ul>
        {shown.map((record) => (
          <li key={record.id}>
            <span>
              {stepName(record) === null
                ? t(stepLabel(record, records))
                : t('work.print.step', { level: stepName(record) ?? '', step: t(stepLabel(record, records)) })}
            </span>
            <span>{whoOf(record)}</span>
            <span>{printTime(record.at, transaction.timeZone)}</span>
            <span className="slip-comment">{record.comment}</span>
          </li>
        ))}
        {left > 0 && (
          <li>
            <span className="slip-all">{t('work.print.left', { count: left })}</span>
          </li>
        )}
        {open.map((level) => (
          <li key={level.step}>
            <span>{level.name}</span>
            <span>{levelText(level)}</span>
            <span className="slip-people">{peopleText(level)}</span>
          </li>
        ))}
        {chain.reasons.length > 0 && (
          <li>
            <span>{whyText(chain)}</span>
            <span className="slip-why">{chain.reasons.map(reasonText).join(t('wms.place.comma'))}</span>
          </li>
        )}
        {expected && (
          <li>
            <span>{t(`chain.place.${requestOf(transaction.type)}`)}</span>
            <span className="slip-why">
              {addressText(transaction) ?? t('chain.noAddress')}
              {'　'}
              {t('wms.warehouse.openingHours')} {transaction.warehouseHours ?? t('chain.noHours')}
              {'　'}
              {chain.keepers
                .map(({ name, phone }) => `${t('chain.keeper', { name })} ${phone ?? ''}`.trim())
                .join(t('wms.place.comma'))}
              {transaction.warehousePhone !== null && `　${t('chain.phone')} ${transaction.warehousePhone}`}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
