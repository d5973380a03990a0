// A count that takes no more values: it has ended, or is no longer assigned to this user. The values that did not arrive stay readable
// until dismissed, to be passed on by hand.
import { Button } from 'antd';
import { say, useT } from '../../phrase/phrases.ts';
import type { StoredCount } from '../../session/device-counts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ask } from '../../ui/feedback.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { isFinal, isUndelivered, type Closed } from './counting/count-store.ts';
import type { Counting } from './counting/counting.ts';
import './counting.css';

/** Why a count takes no values, by its state; else in the words of the server. */
export const closedText = ({ closed, closedState }: Closed): string =>
  closedState === null || closedState === undefined ? (closed ?? '') : say(`count.closed.${closedState}`);

interface ClosedCountProps {
  counting: Counting;
  /** Without the list, which another user's sign-in deletes, boxes are not named. */
  kept: Closed & Partial<Pick<StoredCount, 'count' | 'boxes'>>;
}

export function ClosedCount({ counting, kept }: ClosedCountProps) {
  const t = useT();
  const amountOf = useAmount();
  const values = counting.use((state) => state.values).filter(isUndelivered);
  const codeOf = new Map((kept.boxes ?? []).map(({ id, code }) => [id, code]));
  const rows = values.map(({ id, boxId, name, qty, unit }) => ({
    id,
    text: `${codeOf.get(boxId) ?? ''}  ${name}  ${unit === '' ? qty : amountOf(qty, unit)}`.trim(),
  }));
  const dismiss = async (): Promise<void> => {
    const yes = await ask({
      title: t('count.closed.dropTitle', { count: rows.length }),
      text: t('count.closed.dropText'),
      yes: t('count.closed.drop'),
      no: t('common.cancel'),
      danger: true,
    });
    if (yes) await counting.leave();
  };
  return (
    <section className="delivery closed" role="alert" aria-label={t('count.delivery')}>
      <p>
        <strong>{closedText(kept)}</strong> {rows.length > 0 && t('count.closed', { count: rows.length })}
      </p>
      <ul>
        {rows.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <p>
        {rows.length > 0 && <CopyButton text={[kept.count?.no ?? '', ...rows.map(({ text }) => text)].join('\n').trim()} />}
        {!isFinal(kept) && (
          <Button size="small" onClick={() => void counting.sync()}>
            {t('count.closed.again')}
          </Button>
        )}
        <Button size="small" danger onClick={() => void dismiss()}>
          {t('count.closed.drop')}
        </Button>
      </p>
    </section>
  );
}
