// Found goods that are not sent yet, or were not accepted.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { ValueOutcome } from '@kuwei/contract/wms/inventory';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useServer } from '../../browser/server-up.ts';
import { t, useT } from '../../phrase/phrases.ts';
import type { StoredValue } from '../../session/device-counts.ts';
import { Quantity, useAmount } from '../../ui/Quantity.tsx';
import { isConflict, type Counting } from './counting/counting.ts';
import { isProductMissing } from './counting/count-store.ts';
import { FoundDialog } from './counting/parts.ts';
import type { PlaceToCount } from './place-to-count.ts';
import './count-lines.css';
import './counting.css';

interface FoundGoodsListProps {
  counting: Counting;
  place: PlaceToCount;
  places: readonly PlaceToCount[];
}

export function FoundGoodsList({ counting, place, places }: FoundGoodsListProps) {
  const foundGoods = counting.use((state) => state.values).filter(({ boxId, lineId }) => boxId === place.id && lineId === null);
  return foundGoods.map((value) => <FoundGoods key={value.id} counting={counting} place={place} places={places} value={value} />);
}

function FoundGoods({ counting, place, places, value }: FoundGoodsListProps & { value: StoredValue }) {
  const t = useT();
  const amountOf = useAmount();
  const away = useServer((state) => state.away);
  const [isEditing, setIsEditing] = useState(false);
  const { outcome, qty, unit, name, note, sent } = value;
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
          <Button type="primary" disabled={away} onClick={() => setIsEditing(true)}>
            {t('count.nameFind')}
          </Button>
        )}
        {outcome === null && !isToName && !sent && <EditButton onClick={() => setIsEditing(true)} />}
        {outcome === null && (
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
              : t('count.refused', { qty: amountOf(qty, unit), why: reasonOf(outcome) })}
          </p>
          {isConflict(outcome) ? (
            <Button onClick={drop}>{t('count.conflictSeen')}</Button>
          ) : (
            <>
              <Button type="primary" onClick={() => setIsEditing(true)}>
                {t('count.correct')}
              </Button>
              <Button onClick={drop}>{t('count.dropFind')}</Button>
            </>
          )}
        </div>
      )}
      <Suspense>
        {isEditing && (
          <FoundDialog counting={counting} place={place} places={places} of={value} onClose={() => setIsEditing(false)} />
        )}
      </Suspense>
    </li>
  );
}

const EditButton = ({ onClick }: { onClick: () => void }) => {
  const t = useT();
  return (
    <button type="button" className="kw-plain kw-link" onClick={onClick}>
      {t('count.correct')}
    </button>
  );
};

/** A refusal of found goods, with the field that it concerns. */
function reasonOf({ field, message }: ValueOutcome): string {
  const label = field === null || field === undefined ? undefined : FIELD_LABELS[field];
  return label === undefined ? (message ?? '') : t('form.elsewhere', { name: t(label), reason: message ?? '' });
}
const FIELD_LABELS: Readonly<Record<string, PlainKey>> = {
  productId: 'wms.product',
  ownerOrgId: 'wms.count.owner',
  batchNo: 'wms.count.batch',
  expiresOn: 'wms.stock.expiresOn',
  boxId: 'wms.count.box',
};
