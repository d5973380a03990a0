// Found goods that are not sent yet, or were not accepted.
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useServer } from '../../browser/server-up.ts';
import { useT } from '../../phrase/phrases.ts';
import type { StoredValue } from '../../session/device-counts.ts';
import { Quantity, useAmount } from '../../ui/Quantity.tsx';
import { isConflict, type Counting } from './counting/counting.ts';
import { isProductMissing } from './counting/count-store.ts';
import { FoundDialog } from './counting/parts.ts';
import type { PlaceToCount } from './place-to-count.ts';
import './count-lines.css';
import './counting.css';

export function FoundGoodsList({ counting, place }: { counting: Counting; place: PlaceToCount }) {
  const foundGoods = counting.use((state) => state.values).filter(({ boxId, lineId }) => boxId === place.id && lineId === null);
  return foundGoods.map((value) => <FoundGoods key={value.id} counting={counting} place={place} value={value} />);
}

function FoundGoods({ counting, place, value }: { counting: Counting; place: PlaceToCount; value: StoredValue }) {
  const t = useT();
  const amountOf = useAmount();
  const away = useServer((state) => state.away);
  const [isIdentifying, setIsIdentifying] = useState(false);
  const { outcome, qty, unit, name, note } = value;
  const isToName = isProductMissing(value);
  const drop = (): void => void counting.drop(value);
  return (
    <li className="counting-line">
      <div className="counting-what">
        <p className="counting-name">{name}</p>
        {note !== null && <p className="count-second">{note}</p>}
        <span className="count-mark">{t('count.found')}</span>
      </div>
      <div className="counting-entered">
        <strong>{unit === '' ? qty : <Quantity qty={qty} unit={unit} />}</strong>
        {outcome === null && <span className="count-waits">{t(isToName ? 'count.waitsForProduct' : 'count.waitsToSend')}</span>}
        {isToName && (
          <Button type="primary" disabled={away} onClick={() => setIsIdentifying(true)}>
            {t('count.nameFind')}
          </Button>
        )}
        {(outcome === null || isToName) && (
          <button type="button" className="kw-plain kw-link" onClick={drop}>
            {t('count.dropFind')}
          </button>
        )}
      </div>
      {outcome && (
        <div className="counting-conflict" role="alert">
          <p>
            {isConflict(outcome)
              ? t(outcome.yours ? 'count.conflictFoundOwn' : 'count.conflictKept', {
                  name: outcome.theirName ?? '',
                  qty: amountOf(qty, unit),
                })
              : t('count.refused', { qty: amountOf(qty, unit), why: outcome.message ?? '' })}
          </p>
          <Button onClick={drop}>{t('count.conflictSeen')}</Button>
        </div>
      )}
      <Suspense>
        {isIdentifying && (
          <FoundDialog counting={counting} place={place} places={[place]} of={value} onClose={() => setIsIdentifying(false)} />
        )}
      </Suspense>
    </li>
  );
}
