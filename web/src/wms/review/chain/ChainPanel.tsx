import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { ChainLevel, TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { EXECUTION_STATES, FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { Skeleton } from 'antd';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import type { Shape, Tone } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';
import { StepMark } from '../StepMark.tsx';
import { useActor } from '../use-actor.ts';
import { addressText, isParallel, levelText, peopleText, reasonText, whyText } from './chain-text.ts';
import { QuotaText } from './QuotaText.tsx';
import '../../document/document-panel.css';
import './chain.css';
import '../../document/said.css';

const LOOKS: Record<ChainLevel['state'], { tone: Tone; shape: Shape }> = {
  APPROVED: { tone: 'success', shape: 'check' },
  RETURNED: { tone: 'warning', shape: 'triangle' },
  REJECTED: { tone: 'danger', shape: 'cross' },
  CANCELED: { tone: 'quiet', shape: 'bar' },
  OPEN: { tone: 'warning', shape: 'dot' },
  AHEAD: { tone: 'quiet', shape: 'ring' },
};

/** Who reviews and carries out a document, why it needs several levels, and where its goods go. */
export function ChainPanel({ transaction }: { transaction: Transaction }) {
  const t = useT();
  const { id, rev, state } = transaction;
  const { data, error, refetch, isFetching } = usePageQuery(transactionRoutes.getChain, { params: { id } });
  if (state === 'DRAFT' || transaction.reversal) return null;
  return (
    <section className="document-panel chain-panel" aria-label={t('chain.title')}>
      <h2>{t('chain.title')}</h2>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 3 }} title={false} className="chain-body" />}
      {data && <Chain key={rev} transaction={transaction} chain={data} />}
    </section>
  );
}

interface ChainProps {
  transaction: Transaction;
  chain: TransactionChain;
}

/** The levels of a document with their reviewers, and its keepers. */
export function ChainLevels({ transaction, chain: { levels, keepers } }: ChainProps) {
  const t = useT();
  const { type, state } = transaction;
  const isOpen = !FINAL_STATES.includes(state);
  const actor = useActor();
  const names = keepers.map(({ name }) => name).join(t('wms.place.comma'));
  const isKept = EXECUTION_STATES.includes(state);
  return (
    <ol className="chain-levels">
      {levels.length === 0 && (
        <li>
          <StepMark shape="check" tone="quiet" />
          <p>{t('chain.noLevels')}</p>
        </li>
      )}
      {levels.map((level, at) => (
        <li key={`${level.step} ${at}`} aria-current={level.state === 'OPEN' ? 'step' : undefined}>
          <StepMark {...LOOKS[level.state]} />
          <div>
            <p className="chain-what">
              {level.name}
              {isParallel(level, levels) && <span className="chain-together">{t('chain.together')}</span>}
            </p>
            <p className="chain-who">
              {levelText(level)}
              {level.decidedAt !== null && (
                <>
                  {' · '}
                  <When at={level.decidedAt} />
                </>
              )}
            </p>
            {(level.state === 'OPEN' || level.state === 'AHEAD') && (
              <p className={level.people.length === 0 ? 'work-fault' : 'chain-people'}>{peopleText(level)}</p>
            )}
          </div>
        </li>
      ))}
      {isOpen && keepers.length > 0 && (
        <li aria-current={isKept ? 'step' : undefined}>
          <StepMark shape={isKept ? 'dot' : 'ring'} tone={isKept ? 'info' : 'quiet'} />
          <div>
            <p className="chain-what">{t(`chain.keep.${requestOf(type)}`)}</p>
            <p className="chain-people">{names}</p>
            {isKept && !transaction.posted && transaction.applicantId === actor.userId && (
              <p className="chain-who">{t('chain.giveUp', { names })}</p>
            )}
          </div>
        </li>
      )}
    </ol>
  );
}

function Chain({ transaction, chain }: ChainProps) {
  const t = useT();
  const { state, ownerOrgName, goodsOrgName } = transaction;
  const { reasons, quota, keepers } = chain;
  const isOpen = !FINAL_STATES.includes(state);
  return (
    <div className="chain-body">
      <ChainLevels transaction={transaction} chain={chain} />
      {reasons.length > 0 && (
        <div className="chain-part">
          <h3>{whyText(chain)}</h3>
          <ul className="chain-reasons">
            {reasons.map((reason) => (
              <li key={reason.reason}>{reasonText(reason)}</li>
            ))}
          </ul>
        </div>
      )}
      {quota && (
        <div className="chain-part">
          <h3>{t('chain.quotaHere', { owner: goodsOrgName ?? ownerOrgName })}</h3>
          <QuotaText quota={quota} />
        </div>
      )}
      {isOpen && <Place transaction={transaction} keepers={keepers} />}
    </div>
  );
}

/** Where and when goods are delivered or collected. */
function Place({ transaction, keepers }: { transaction: Transaction; keepers: TransactionChain['keepers'] }) {
  const t = useT();
  const { type, warehouseName, warehouseHours, warehousePhone } = transaction;
  return (
    <div className="chain-part">
      <h3>{t(`chain.place.${requestOf(type)}`)}</h3>
      <p>{warehouseName}</p>
      <p>{addressText(transaction) ?? <span className="work-second">{t('chain.noAddress')}</span>}</p>
      {type !== 'MOVE' && (
        <p className="chain-who">
          {t('wms.warehouse.openingHours')} {warehouseHours ?? t('chain.noHours')}
        </p>
      )}
      {type !== 'MOVE' &&
        keepers.map(({ id, name, phone }) => (
          <p key={id} className="chain-who">
            {t('chain.keeper', { name })} {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
          </p>
        ))}
      {type !== 'MOVE' && warehousePhone !== null && (
        <p className="chain-who">
          {t('chain.phone')} <a href={`tel:${warehousePhone}`}>{warehousePhone}</a>
        </p>
      )}
    </div>
  );
}
