import { requestOf } from '@kuwei/contract/wms/transaction-type';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { transactionRefusal } from '@kuwei/contract/wms/transaction-state';
import { Button } from 'antd';
import { say, useT } from '../../phrase/phrases.ts';
import { Refusal } from '../review/Refusal.tsx';
import { useActor } from '../review/use-actor.ts';
import { CosignButton } from './CosignButton.tsx';
import { isPartPlaced, openLines } from './plan.ts';
import type { BoxWork } from './use-box-work.ts';
import type { Plan } from './use-plan.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import './work-bar.css';

interface WorkBarProps {
  transaction: Transaction;
  plan: Plan;
  work: BoxWork;
  cosignable: boolean;
  /** The posting dialog is open and shows its own errors. */
  finishing: boolean;
  /** A line already shows why its box was refused. */
  isShownAtLine: boolean;
  /** Enters pending text of the scan field. @returns true if there was none; otherwise the user checks the result first */
  isEntered: () => Promise<boolean>;
  onFinish: () => void;
  onReload: () => void;
}

/** The next step, always within thumb reach. */
export function WorkBar({
  transaction,
  plan,
  work,
  cosignable,
  finishing,
  isShownAtLine,
  isEntered,
  onFinish,
  onReload,
}: WorkBarProps) {
  const t = useT();
  const actor = useActor();
  const { state, type, twoToFinish } = transaction;
  const needsSave = plan.dirty || state === 'APPROVED';
  const allotted = openLines(transaction).some((line) =>
    plan.partsOf(line).some((part) => part.blocked === null && isPartPlaced(type, part)),
  );
  const broken = plan.dirty && plan.savable === null;
  const reviewed = transactionRefusal('assign', transaction, actor) === 'KEEPER_REVIEWED';
  const why = ((): string | null => {
    if (reviewed) return t('error.KEEPER_REVIEWED');
    if (broken) return t('work.box.broken');
    if (!allotted) return t('work.box.nothing');
    if (twoToFinish && needsSave) return t('work.toxic.saveFirst');
    const refused = state === 'APPROVED' ? null : transactionRefusal('finish', transaction, actor);
    // For the first keeper the server's error would read as if confirming had been wrong.
    return refused && (refused === 'SAME_KEEPER' ? t('work.toxic.mine') : say(`error.${refused}`));
  })();
  const saveFirst = twoToFinish || (type === 'OUTBOUND' && state === 'APPROVED');
  return (
    <footer className="work-bar">
      {!isShownAtLine && !finishing && <Refusal error={work.error} onReload={onReload} />}
      <span className="work-bar-why">{why}</span>
      <div className="work-bar-buttons">
        {plan.dirty && (
          <Button size="large" type="text" onClick={plan.drop}>
            {t('work.box.drop')}
          </Button>
        )}
        {needsSave && (
          <BusyButton
            size="large"
            type={saveFirst ? 'primary' : 'default'}
            busy={work.busy}
            disabled={plan.savable === null || reviewed}
            onClick={() => void isEntered().then((isClear) => (isClear ? work.save() : null))}
          >
            {t(`work.box.save.${requestOf(type)}`)}
          </BusyButton>
        )}
        {cosignable && !plan.dirty && (
          <CosignButton size="large" transaction={transaction} what="FINISH" label="work.toxic.cosign" onDone={onReload} />
        )}
        <Button
          size="large"
          type={(saveFirst && needsSave) || cosignable ? 'default' : 'primary'}
          disabled={why !== null || work.busy}
          onClick={() => void isEntered().then((isClear) => isClear && onFinish())}
        >
          {t(`work.finish.${requestOf(type)}`)}
        </Button>
      </div>
    </footer>
  );
}
