// Sync status of this device: unsent values and since when, connection, and whether the screen works offline. Values of a closed count
// stay until someone has seen them.
import { Button } from 'antd';
import { useServer } from '../../browser/server-up.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import type { StoredCount, StoredValue } from '../../session/device-counts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ask } from '../../ui/feedback.ts';
import { moment } from '../../ui/format.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import type { Counting } from './counting/counting.ts';
import { isProductMissing, isUnsent } from './counting/count-store.ts';
import type { WorkerState } from './counting/worker.ts';
import './count-lines.css';
import './counting.css';

interface DeliveryProps {
  counting: Counting;
  kept: StoredCount;
  worker: WorkerState;
}

export function Delivery({ counting, kept, worker }: DeliveryProps) {
  const t = useT();
  const locale = useLocale();
  const { values, sending, why, awaySince } = counting.use();
  const away = useServer((state) => state.away);
  const waiting = values.filter(isUnsent);
  const unidentified = values.filter(isProductMissing).length;
  if (kept.closed !== null && waiting.length > 0)
    return <Closed counting={counting} kept={kept} why={kept.closed} values={waiting} />;
  const [first] = waiting;
  const at = (when: string): string => moment(when, locale);
  const parts = [
    away && (awaySince === null ? t('count.delivery.away') : t('count.delivery.awaySince', { at: at(awaySince) })),
    first && t('count.delivery.waiting', { count: waiting.length, at: at(first.at) }),
    unidentified > 0 && t('count.delivery.toName', { count: unidentified }),
    !first && !away && t(kept.sentAt === null ? 'count.delivery.ready' : 'count.delivery.all'),
    kept.sentAt !== null && t('count.delivery.sent', { at: at(kept.sentAt) }),
  ].filter((part) => part !== false && part !== undefined);
  return (
    <div className={away || first ? 'delivery waits' : 'delivery'} role="group" aria-label={t('count.delivery')}>
      <p>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
        {first && !away && (
          <Button size="small" loading={sending} onClick={() => void counting.send()}>
            {t('count.delivery.send')}
          </Button>
        )}
      </p>
      {why !== null && (
        <p className="counting-fault" role="alert">
          {t('count.delivery.why', { why })}
        </p>
      )}
      <Keeping worker={worker} waits={waiting.length > 0} />
    </div>
  );
}

/** Warns that the browser may evict the data where it has not promised persistent storage. */
function Keeping({ worker: { screen, persisted }, waits }: { worker: WorkerState; waits: boolean }) {
  const t = useT();
  if (screen === 'preparing') return <p className="count-second">{t('count.keeping.preparing')}</p>;
  if (screen === 'none') return <p className="count-second">{t('count.keeping.none')}</p>;
  return persisted === false && waits ? <p className="count-second">{t('count.keeping.evictable')}</p> : null;
}

interface ClosedProps {
  counting: Counting;
  kept: StoredCount;
  why: string;
  values: readonly StoredValue[];
}

/** The count was closed or reassigned: shows unsent values, to be passed on by hand. */
function Closed({ counting, kept, why, values }: ClosedProps) {
  const t = useT();
  const amountOf = useAmount();
  const codeOf = new Map(kept.boxes.map(({ id, code }) => [id, code]));
  const rows = values.map((value) => ({
    ...value,
    text: `${codeOf.get(value.boxId) ?? ''}  ${value.name}  ${amountOf(value.qty, value.unit)}`,
  }));
  const leave = async (): Promise<void> => {
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
        <strong>{t('count.closed', { count: rows.length })}</strong> {why}
      </p>
      <ul>
        {rows.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <p>
        <CopyButton text={[kept.count.no, ...rows.map(({ text }) => text)].join('\n')} />
        <Button size="small" onClick={() => void counting.sync()}>
          {t('count.closed.again')}
        </Button>
        <Button size="small" danger onClick={() => void leave()}>
          {t('count.closed.drop')}
        </Button>
      </p>
    </section>
  );
}
