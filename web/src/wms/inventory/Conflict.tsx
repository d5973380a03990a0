// A value that the server did not accept: another counter changed the line meanwhile, or it was refused. Nothing is overwritten unseen.
import type { PackLine, ValueOutcome } from '@kuwei/contract/wms/inventory';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { StoredValue } from '../../session/device-counts.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { isConflict, type Counting } from './counting/counting.ts';
import './count-lines.css';
import './counting.css';

interface ConflictProps {
  line: PackLine;
  value: StoredValue;
  outcome: ValueOutcome;
  counting: Counting;
}

export function Conflict({ line, value, outcome, counting }: ConflictProps) {
  const t = useT();
  const amountOf = useAmount();
  const { theirs, theirName, yours, message } = outcome;
  const ownAmount = amountOf(value.qty, value.unit);
  const dismiss = (): void => void counting.drop(value);
  if (!isConflict(outcome))
    return (
      <ConflictAlert text={t('count.refused', { qty: ownAmount, why: message ?? '' })}>
        <Button onClick={dismiss}>{t('count.conflictSeen')}</Button>
      </ConflictAlert>
    );
  // Two independent counters differ: both may still change their value.
  if (line.twoCounters && line.mine)
    return (
      <ConflictAlert text={t('count.conflictTwo', { qty: ownAmount })}>
        <Button onClick={dismiss}>{t('count.conflictSeen')}</Button>
      </ConflictAlert>
    );
  const name = theirName ?? '';
  if (theirs === null)
    return (
      <ConflictAlert text={t('count.conflictKept', { name, qty: ownAmount })}>
        <Button onClick={dismiss}>{t('count.conflictSeen')}</Button>
      </ConflictAlert>
    );
  const currentAmount = amountOf(theirs, line.baseUnit);
  const mayOverwrite = yours || !line.twoCounters;
  return (
    <ConflictAlert
      text={
        yours
          ? t('count.conflictOwn', { qty: currentAmount, own: ownAmount })
          : t('count.conflict', { name, qty: currentAmount, own: ownAmount })
      }
    >
      <Button onClick={dismiss}>{t(yours ? 'count.keepMine' : 'count.keepTheirs')}</Button>
      {mayOverwrite && (
        <Button onClick={() => void counting.enter(line, { qty: value.qty, unit: value.unit })}>
          {t('count.takeMine', { qty: ownAmount })}
        </Button>
      )}
    </ConflictAlert>
  );
}

const ConflictAlert = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="counting-conflict" role="alert">
    <p>{text}</p>
    {children}
  </div>
);
