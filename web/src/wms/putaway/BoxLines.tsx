import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import type { PlainKey } from '@kuwei/contract/phrase';
import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { ProductName } from '../goods/ProductName.tsx';
import { lineStatus, openOf, type LineStatus, type Part } from './plan.ts';
import { UnmeasuredMark } from './Unmeasured.tsx';
import './box.css';
import './box-lines.css';
import '../document/said.css';

interface BoxLinesProps {
  type: TransactionType;
  lines: readonly TransactionLine[];
  partsOf: (line: TransactionLine) => readonly Part[];
  current: string | null;
  /** The line with the refused box. */
  refused: string | null;
  onChoose: (lineId: string) => void;
  /** Applies the server's suggestions; null if there are none. */
  onSuggestAll: (() => void) | null;
  suggesting: boolean;
  /** Undoes that; null if there is nothing to undo. */
  onUndo: (() => void) | null;
  /** On a phone the details of the selected line are shown below it. */
  detail: ReactNode;
}

/** The lines of the document with their progress. */
export function BoxLines({
  type,
  lines,
  partsOf,
  current,
  refused,
  onChoose,
  onSuggestAll,
  suggesting,
  onUndo,
  detail,
}: BoxLinesProps) {
  const t = useT();
  const statuses = lines.map((line) => lineStatus(type, line, partsOf(line)));
  const ready = statuses.filter((status) => status === 'full' || status === 'done').length;
  const count = statuses.filter((status) => status !== 'off').length;
  return (
    <section className="box-lines" aria-label={t('wms.transaction.lines')}>
      <header className="box-lines-head">
        <span>{t('work.box.ready', { ready, count })}</span>
        {onUndo && (
          <button type="button" className="kw-plain kw-link box-lines-undo" onClick={onUndo}>
            {t('work.box.suggestUndo')}
          </button>
        )}
        <BusyButton busy={suggesting} disabled={onSuggestAll === null} onClick={() => onSuggestAll?.()}>
          {t('work.box.suggestAll')}
        </BusyButton>
      </header>
      <ul>
        {lines.map((line, at) => {
          const status = statuses[at]!;
          const isCurrent = line.id === current;
          return (
            <li key={line.id} className={isCurrent ? 'current' : ''}>
              <button
                type="button"
                className="kw-plain box-line"
                aria-current={isCurrent}
                disabled={status === 'done' || status === 'off'}
                onClick={() => onChoose(line.id)}
              >
                <ProductName product={line.product} />
                {type !== 'OUTBOUND' && status !== 'off' && <UnmeasuredMark measures={line.unmeasured} />}
                <span className="box-line-qty">
                  {status !== 'off' && (
                    <Quantity qty={status === 'done' ? line.qtyDone : openOf(line)} unit={line.product.baseUnit} />
                  )}
                  <StateTag look={line.id === refused ? REFUSED : LOOKS[status]} />
                </span>
                {type !== 'OUTBOUND' && line.batchNo !== null && (
                  <span className="work-second">
                    {line.batchNo}
                    {line.expiresOn !== null && ` · ${t('work.until', { date: line.expiresOn })}`}
                  </span>
                )}
                <PlacesOf type={type} parts={partsOf(line)} />
              </button>
              {isCurrent && detail}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Box codes, so that the list alone is a route. */
function PlacesOf({ type, parts }: { type: TransactionType; parts: readonly Part[] }) {
  const codes = [...new Set(parts.map((part) => (type === 'OUTBOUND' ? part.sourceCode : part.boxCode)))];
  const known = codes.filter((code) => code !== null);
  return known.length > 0 ? (
    <span className="box-line-places kw-code">
      {known.map((code) => (
        <span key={code}>{code}</span>
      ))}
    </span>
  ) : null;
}

const createLook = (label: PlainKey, tone: StateLook['tone'], shape: StateLook['shape']): StateLook => ({ label, tone, shape });
const LOOKS: Readonly<Record<LineStatus, StateLook>> = {
  done: createLook('work.line.done', 'success', 'check'),
  off: createLook('work.line.off', 'quiet', 'bar'),
  blocked: createLook('work.line.blocked', 'danger', 'lock'),
  full: createLook('work.line.full', 'info', 'check'),
  part: createLook('work.line.part', 'warning', 'half'),
  none: createLook('work.line.none', 'quiet', 'ring'),
  over: createLook('work.line.over', 'danger', 'cross'),
};
const REFUSED = createLook('work.line.refused', 'danger', 'cross');
