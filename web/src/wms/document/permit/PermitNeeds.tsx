// The permits that a deposit needs, by product and control class: candidates, remaining amounts and problems.
import type { PermitChoice, PermitNeed } from '@kuwei/contract/wms/permit';
import { say, useT } from '../../../phrase/phrases.ts';
import { DicName } from '../../../ui/DicName.tsx';
import { ControlMarks } from '../../../ui/HazardMarks.tsx';
import { useAmount } from '../../../ui/Quantity.tsx';
import './permit-needs.css';

export function PermitNeeds({ needs }: { needs: readonly PermitNeed[] }) {
  const t = useT();
  const amountOf = useAmount();
  return (
    <ul className="permit-needs">
      {needs.map((need) => (
        <li key={`${need.productId} ${need.controlClass}`}>
          <p className="permit-need">
            <ControlMarks flags={[need.controlClass]} />{' '}
            {t('permit.need.line', { product: need.productName, amount: amountOf(need.qty, need.baseUnit) })}
          </p>
          {need.permits.map((permit) => (
            <Choice key={permit.id} permit={permit} baseUnit={need.baseUnit} />
          ))}
          {need.cause !== null && (
            <p className="permit-need-lacks">
              {t(`permit.need.${need.cause}`, { control: say(`wms.control.${need.controlClass}`) })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Choice({ permit, baseUnit }: { permit: PermitChoice; baseUnit: string }) {
  const t = useT();
  const amountOf = useAmount();
  const { number, kind, left, leftQty, unit, validUntil } = permit;
  const isOther = leftQty !== null && unit !== baseUnit;
  return (
    <p className="permit-need-choice">
      <span className="kw-code">{number}</span> <DicName dic="WMS_PERMIT_KIND" code={kind} /> ·{' '}
      {left === null || unit === null ? t('permit.need.any') : t('permit.need.left', { left: amountOf(left, unit) })}
      {isOther && ` (${amountOf(leftQty, baseUnit)})`} · {t('permit.need.until', { day: validUntil })}
    </p>
  );
}
