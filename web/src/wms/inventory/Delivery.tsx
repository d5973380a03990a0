// Sync status of this device: unsent values and since when, connection, values that were not taken, and whether the screen works offline.
import { Button } from 'antd';
import { useServer } from '../../browser/server-up.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import type { StoredCount } from '../../session/device-counts.ts';
import { moment } from '../../ui/format.ts';
import { ClosedCount } from './ClosedCount.tsx';
import type { Counting } from './counting/counting.ts';
import { isNotTaken, isProductMissing, isUndelivered, isUnsent } from './counting/count-store.ts';
import type { WorkerState } from './counting/worker.ts';
import type { PlaceToCount } from './place-to-count.ts';
import './count-lines.css';
import './counting.css';

interface DeliveryProps {
  counting: Counting;
  kept: StoredCount;
  worker: WorkerState;
  places: readonly PlaceToCount[];
  /** Shows the first value of a box that was not taken. */
  onGo: (place: PlaceToCount) => void;
}

export function Delivery({ counting, kept, worker, places, onGo }: DeliveryProps) {
  const t = useT();
  const locale = useLocale();
  const { values, sending, why, awaySince } = counting.use();
  const away = useServer((state) => state.away);
  const waiting = values.filter(isUnsent);
  const unidentified = values.filter(isProductMissing).length;
  if (kept.closed !== null && values.some(isUndelivered)) return <ClosedCount counting={counting} kept={kept} />;
  const [first] = waiting;
  const at = (when: string): string => moment(when, locale);
  const parts = [
    away && (awaySince === null ? t('count.delivery.away') : t('count.delivery.awaySince', { at: at(awaySince) })),
    first && t('count.delivery.waiting', { count: waiting.length, at: at(first.at) }),
    unidentified > 0 && t('count.delivery.toName', { count: unidentified }),
    !first && !away && !values.some(isNotTaken) && t(kept.sentAt === null ? 'count.delivery.ready' : 'count.delivery.all'),
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
      <NotTaken places={places} onGo={onGo} />
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

/** Names the boxes with values that were not taken, wherever the user is. */
function NotTaken({ places, onGo }: Pick<DeliveryProps, 'places' | 'onGo'>) {
  const t = useT();
  const boxes = places.filter(({ notTaken }) => notTaken > 0);
  if (boxes.length === 0) return null;
  const count = boxes.reduce((sum, { notTaken }) => sum + notTaken, 0);
  return (
    <div className="counting-not-taken" role="alert">
      <p>{t('count.notTaken', { count })}</p>
      {boxes.map((box) => (
        <Button key={box.id} size="small" onClick={() => onGo(box)}>
          {t('count.notTakenIn', { code: box.code })}
        </Button>
      ))}
    </div>
  );
}
