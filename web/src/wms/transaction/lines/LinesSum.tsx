import { sum } from '@kuwei/contract/decimal';
import { useT } from '../../../phrase/phrases.ts';
import { money } from '../../../ui/format.ts';
import { useAmount } from '../../../ui/Quantity.tsx';
import { amountOf, isDecimal, understood, type EditorLine } from './line.ts';
import './lines-sum.css';

/** How much it is in all: by unit, as apples and pears do not add up, and in money. */
export function LinesSum({ lines, priced }: { lines: readonly EditorLine[]; priced: boolean }) {
  const t = useT();
  const amountIn = useAmount();
  const byUnit = new Map<string, string[]>();
  for (const line of lines.map(understood)) {
    if (!isDecimal(line.qty) || line.unit === '') continue;
    const same = byUnit.get(line.unit);
    if (same) same.push(line.qty.trim());
    else byUnit.set(line.unit, [line.qty.trim()]);
  }
  const amounts = lines.map(amountOf).filter((amount) => amount !== null);
  return (
    <p className="lines-sum">
      <span>{t('tx.line.count', { count: lines.length })}</span>
      {[...byUnit].map(([unit, qty]) => (
        <span key={unit}>{amountIn(sum(qty), unit)}</span>
      ))}
      {priced && amounts.length > 0 && (
        <span className="lines-sum-money">
          {t('tx.line.total')} <strong>{money(sum(amounts))}</strong>
        </span>
      )}
    </p>
  );
}
