import { joinList } from '@kuwei/contract/phrase';
import type { BoxOption } from '@kuwei/contract/wms/warehouse-box';
import { Button } from 'antd';
import { locale, useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { GroupMark } from '../../ui/HazardMarks.tsx';
import { useAmount } from '../../ui/Quantity.tsx';
import { CountPageLink } from '../goods/CountHold.tsx';
import './candidates.css';
import '../document/said.css';

interface BoxOptionRowProps {
  box: BoxOption;
  /** Unit of the goods; null without goods. */
  unit: string | null;
  /** Why it is suggested. */
  reason?: string | null;
  isChosen?: boolean;
  /** Omitted in a read-only list. */
  onChoose?: () => void;
}

/** A box to select: its place, free space and contents, or why it cannot be selected. */
export function BoxOptionRow({ box, unit, reason = null, isChosen = false, onChoose }: BoxOptionRowProps) {
  const t = useT();
  const takesSome = box.refusal?.code === 'BOX_CAPACITY' && box.fits !== null && box.fits !== '0';
  const blocked = box.refusal !== null && !takesSome;
  return (
    <li className={`candidate ${blocked ? 'blocked' : ''}`}>
      <div className="candidate-text">
        <span className="kw-code part-code">{box.code}</span>
        <span className="work-second">{box.containerName}</span>
        {box.groups.map((group) => (
          <GroupMark key={group} group={group} />
        ))}
        {reason !== null && <span className="candidate-reason">{reason}</span>}
        {box.refusal && (
          <span className="candidate-why">
            {box.refusal.message} {box.refusal.count !== null && <CountPageLink count={box.refusal.count} />}
          </span>
        )}
      </div>
      <Room box={box} unit={unit} />
      {onChoose && (
        <Button
          size="large"
          disabled={blocked || isChosen}
          aria-label={t(isChosen ? 'work.candidates.chosenIn' : 'work.candidates.putIn', { code: box.code })}
          onClick={onChoose}
        >
          {t(isChosen ? 'work.candidates.chosen' : 'work.candidates.put')}
        </Button>
      )}
    </li>
  );
}

/** Free volume and mass where limited, and how much of the goods would fit. */
function Room({ box, unit }: { box: BoxOption; unit: string | null }) {
  const t = useT();
  const amountOf = useAmount();
  const { freeVolumeL, freeMassKg, fits, lines, coming } = box;
  const free = [freeVolumeL && `${grouped(freeVolumeL)} L`, freeMassKg && `${grouped(freeMassKg)} kg`]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="candidate-room">
      <span>{lines === 0 ? t('work.room.empty') : t('work.room.lines', { count: lines })}</span>
      {coming.length > 0 && <span>{t('work.room.coming', { documents: joinList(locale(), coming) })}</span>}
      <span>{free === '' ? t('work.room.unlimited') : t('work.room.free', { free })}</span>
      {unit !== null && fits !== null && <span>{t('work.room.fits', { amount: amountOf(fits, unit) })}</span>}
    </span>
  );
}
