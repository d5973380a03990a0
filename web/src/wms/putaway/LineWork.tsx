import { compare } from '@kuwei/contract/decimal';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { Button } from 'antd';
import { useState, type RefObject } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { useIsPhone } from '../../ui/use-media.ts';
import type { EnterTyped } from '../lines/AddField.tsx';
import { useUnits } from '../goods/units.ts';
import { BoxCandidates } from './BoxCandidates.tsx';
import { getReplacedBatch, earlierThan } from './fefo.ts';
import { PartRow } from './PartRow.tsx';
import {
  isPartPlaced,
  leftOf,
  partFault,
  placeLine,
  changePartBox,
  split,
  suggestedParts,
  type Part,
  type Place,
} from './plan.ts';
import { RefusedBoxes } from './RefusedBoxes.tsx';
import { isRefusalOfPart, type BoxRefusal } from './refusal.ts';
import { ScanField } from './ScanField.tsx';
import { StockCandidates } from './StockCandidates.tsx';
import { Unmeasured } from './Unmeasured.tsx';
import './box.css';
import './candidates.css';
import '../document/said.css';

interface LineWorkProps {
  transaction: Transaction;
  line: TransactionLine;
  parts: readonly Part[];
  /** Planned boxes of the other lines. */
  others: readonly AssignedLine[];
  /** Incremented by every assignment. */
  assignments: number;
  suggestion: BoxSuggestion | null;
  /** The refusal of a box of this line. */
  refusal: BoxRefusal | null;
  /** Set to a function that enters pending text of the scan field. */
  typed: RefObject<EnterTyped | null>;
  onParts: (parts: readonly Part[]) => void;
  /** Removes the line from the document; null while other lines have unsaved changes. */
  onCut: (() => void) | null;
}

/** Where the goods of a line go to or come from. */
export function LineWork({
  transaction,
  line,
  parts,
  others,
  assignments,
  suggestion,
  refusal,
  typed,
  onParts,
  onCut,
}: LineWorkProps) {
  const t = useT();
  const amountOf = useAmount();
  const phone = useIsPhone();
  const [full, setFull] = useState(false);
  const [opened, setOpened] = useState(false);
  const { type } = transaction;
  const { baseUnit } = line.product;
  const units = useUnits();
  const left = leftOf(line, parts);
  const isBlocked = parts.some((part) => part.blocked !== null);
  // On a phone, the other places stay folded once the line is fully assigned.
  const folded = phone && !opened && compare(left, '0') <= 0 && parts.every((part) => isPartPlaced(type, part));
  const change = (next: readonly Part[]): void => {
    setFull(false);
    onParts(next);
  };
  /** @returns whether it was assigned */
  const take = (place: Place, most: string | null, scanned = false): boolean => {
    const next = placeLine(line, parts, place, most);
    setFull(next === null);
    if (next === null) return false;
    onParts(scanned ? next.map((part) => (isAt(part, place) ? { ...part, scanned: true } : part)) : next);
    return true;
  };
  const now = { transaction, line, parts };
  const without = (key: string): Part[] => parts.filter((part) => part.key !== key);
  return (
    <section className="line-work" aria-label={line.product.name}>
      <header className="line-work-head">
        <span className="line-work-left" aria-live="polite">
          {compare(left, '0') < 0
            ? t('work.left.over', { amount: amountOf(left.slice(1), baseUnit) })
            : compare(left, '0') > 0
              ? t('work.left', { amount: amountOf(left, baseUnit) })
              : t(parts.every((part) => isPartPlaced(type, part)) ? 'work.left.none' : 'work.left.unplaced')}
        </span>
        <span className="line-work-actions">
          {onCut && (
            <Button type="text" danger onClick={onCut}>
              {t('work.cut')}
            </Button>
          )}
          {suggestion && suggestion.boxes.length > 0 && (
            <Button onClick={() => change(suggestedParts(line, type, suggestion))}>{t('work.box.suggest')}</Button>
          )}
        </span>
      </header>
      {type !== 'OUTBOUND' && <Unmeasured measures={line.unmeasured} />}
      {parts.length > 0 && (
        <ul className="part-rows">
          {parts.map((part) => (
            <PartRow
              key={part.key}
              type={type}
              part={part}
              unit={baseUnit}
              fault={partFault(line, part, units)}
              asked={type === 'INBOUND' ? null : getReplacedBatch(line, part)}
              earlier={type === 'OUTBOUND' ? earlierThan(part, suggestion, parts) : null}
              refusal={refusal !== null && isRefusalOfPart(refusal, part) ? refusal : null}
              onQty={(qty) => change(parts.map((each) => (each === part ? { ...each, qty } : each)))}
              onRemove={type === 'MOVE' ? null : () => change(without(part.key))}
              onSplit={type === 'MOVE' ? () => change(split(parts, part.key)) : null}
              onInstead={(box) => change(changePartBox(parts, part.key, box))}
            />
          ))}
        </ul>
      )}
      {suggestion && compare(suggestion.short, '0') > 0 && (
        <>
          <p className="work-fault">
            {isBlocked && t('work.blocked.instead')}{' '}
            {t(type === 'OUTBOUND' ? 'work.short.stock' : 'work.short.room', { amount: amountOf(suggestion.short, baseUnit) })}
          </p>
          <RefusedBoxes refused={suggestion.refused} product={line.product} />
        </>
      )}
      {full && <p className="work-fault">{t('work.box.full')}</p>}
      <ScanField
        {...now}
        others={others}
        assignments={assignments}
        typed={typed}
        onFound={take}
        onScanned={(keys) => change(parts.map((part) => (keys.includes(part.key) ? { ...part, scanned: true } : part)))}
      />
      {folded ? (
        <div className="candidates">
          <Button block size="large" onClick={() => setOpened(true)}>
            {t(type === 'OUTBOUND' ? 'work.candidates.otherStock' : 'work.candidates.other')}
          </Button>
        </div>
      ) : type === 'OUTBOUND' ? (
        <StockCandidates {...now} suggestion={suggestion} onTake={take} />
      ) : (
        <BoxCandidates {...now} others={others} suggestion={suggestion} onTake={take} />
      )}
    </section>
  );
}

const isAt = (part: Part, place: Place): boolean =>
  place.boxId === null ? part.productBoxId === place.productBoxId : part.boxId === place.boxId;
