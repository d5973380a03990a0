import { sum } from '@kuwei/contract/decimal';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { useT } from '../../phrase/phrases.ts';
import { money } from '../../ui/format.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { useUnits } from '../goods/units.ts';
import { checkLine } from './check-line.ts';
import { amountOf, parseLine, type EditorLine } from './line.ts';
import '../document/lines-sum.css';

/** Totals by unit, as different units don't add up, and in money. */
export function LinesSum({ lines, type }: { lines: readonly EditorLine[]; type: RequestType }) {
  const t = useT();
  const amountIn = useAmount();
  const units = useUnits();
  const checked = lines.map((line) => ({ line, errors: checkLine(line, type, units, { whole: true, submit: false }) }));
  // Invalid lines are not counted.
  const counted = checked.filter(({ errors }) => !errors.product && !errors.unit && !errors.qty);
  const byUnit = new Map<string, string[]>();
  for (const line of counted.map((each) => parseLine(each.line))) {
    const same = byUnit.get(line.unit);
    if (same) same.push(line.qty.trim());
    else byUnit.set(line.unit, [line.qty.trim()]);
  }
  const amounts = counted.map(({ line }) => amountOf(line)).filter((amount) => amount !== null);
  return (
    <p className="lines-sum">
      <span>{t('tx.line.count', { count: lines.length })}</span>
      {[...byUnit].map(([unit, qty]) => (
        <span key={unit}>{amountIn(sum(qty), unit)}</span>
      ))}
      {type === 'INBOUND' && amounts.length > 0 && (
        <span className="lines-sum-money">
          {t('tx.line.total')} <strong>{money(sum(amounts))}</strong>
        </span>
      )}
    </p>
  );
}
