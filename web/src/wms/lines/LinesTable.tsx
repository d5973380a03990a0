import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { useMemo, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useKeyGroup, type KeyGroup } from '../../page/keys.ts';
import { t, useT } from '../../phrase/phrases.ts';
import { useUnits } from '../goods/units.ts';
import type { CheckLevel } from './check-line.ts';
import { CELLS, isBatchUnavailable, findOverdrawnLines, sourceOf, parseLine, type Cell, type EditorLine } from './line.ts';
import { LineRow, type RowHandlers } from './LineRow.tsx';
import type { Lines } from './lines-state.ts';
import { cellsIn, isTable } from '../../ui/table-text.ts';
import { TITLES } from './titles.ts';
import { inWrongUnit } from './UnitsNote.tsx';
import '../document/lines-table.css';

interface LinesTableProps {
  type: RequestType;
  lines: Lines;
  level: CheckLevel;
  /** Available quantities by stock and by product. */
  available: ReadonlyMap<string, string>;
  handlers: RowHandlers;
  /** Shows the result of a paste until it is undone. */
  onRemark: (text: string) => void;
}

export function LinesTable({ type, lines, level, available, handlers, onRemark }: LinesTableProps) {
  const t = useT();
  const units = useUnits();
  useKeyGroup(LINE_KEYS);
  const [, ...alike] = inWrongUnit(lines.lines);
  const isAlike = new Set(alike);
  const left = useMemo(() => findOverdrawnLines(lines.lines, available), [lines.lines, available]);
  return (
    <table
      role="table"
      className={`lines-table ${type.toLowerCase()} ${level.whole ? 'strict' : ''}`}
      aria-label={t('wms.transaction.lines')}
      onKeyDown={(event) => moveBetween(event, handlers)}
      onPaste={(event) => fillDown(event, lines, onRemark)}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" className="line-no">
            #
          </th>
          {CELLS[type].map((cell) => (
            <th role="columnheader" key={cell} className={cell === 'qty' || cell === 'unitPrice' ? 'end' : ''}>
              {t(TITLES[cell])}
            </th>
          ))}
          <th role="columnheader" className="line-actions">
            <span className="kw-unseen">{t('list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.lines.map((line, at) => (
          <LineRow
            key={line.key}
            line={line}
            no={at + 1}
            type={type}
            storedErrors={lines.errors[line.key]}
            noted={lines.notes[line.key]}
            level={level}
            units={units}
            available={available.get(sourceOf(line) ?? '')}
            left={left.get(line.key)}
            unitErrorAbove={isAlike.has(line)}
            lacksBatch={type === 'OUTBOUND' && isBatchUnavailable(line, available)}
            handlers={handlers}
          />
        ))}
      </tbody>
    </table>
  );
}

const LINE_KEYS: KeyGroup = {
  title: 'keys.lines',
  keys: [
    { keys: ['Enter', '↑', '↓'], label: 'keys.lineStep' },
    { keys: ['Ctrl', 'Shift', 'Enter'], label: 'keys.lineCopy' },
    { keys: ['Ctrl', 'Shift', '⌫'], label: 'keys.lineRemove' },
  ],
};

/** Enter and the arrows move along a column; below the last line is the add field. */
function moveBetween(event: KeyboardEvent<HTMLElement>, handlers: RowHandlers): void {
  const field = event.target as HTMLElement;
  const row = field.closest('tr');
  const cell = field.dataset['cell'];
  if (!row || cell === undefined || event.nativeEvent.isComposing) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && event.shiftKey && event.key === 'Backspace') {
    event.preventDefault();
    (neighbour(row, 1, 'qty') ?? neighbour(row, -1, 'qty') ?? addField(row))?.focus();
    return handlers.remove(Number(row.dataset['line']));
  }
  if (command && event.shiftKey && event.key === 'Enter') {
    event.preventDefault();
    return handlers.duplicate(Number(row.dataset['line']));
  }
  const isStepKey = event.key === 'Enter' || (field.tagName === 'INPUT' && /^Arrow(Up|Down)$/.test(event.key));
  if (!isStepKey || command || event.altKey || (field.tagName === 'BUTTON' && event.key === 'Enter')) return;
  event.preventDefault();
  const step = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1;
  (neighbour(row, step, cell) ?? (step === 1 ? addField(row) : null))?.focus();
}

function neighbour(row: Element, step: 1 | -1, cell: string): HTMLElement | null {
  for (let next = sibling(row, step); next; next = sibling(next, step)) {
    const field = next.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
    if (field) return field;
  }
  return null;
}
const sibling = (row: Element, step: 1 | -1): Element | null =>
  step === 1 ? row.nextElementSibling : row.previousElementSibling;

const addField = (row: Element): HTMLElement | null =>
  row.closest('.lines')?.querySelector<HTMLElement>('[data-line-add]') ?? null;

const FILLED: ReadonlySet<string> = new Set(['qty', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice', 'remark']);

/** A spreadsheet column pasted into a field fills the fields below it. */
function fillDown(event: ClipboardEvent<HTMLElement>, lines: Lines, remark: (text: string) => void): void {
  const field = event.target as HTMLElement;
  const cell = field.dataset['cell'];
  const text = event.clipboardData.getData('text/plain');
  if (cell === undefined || !FILLED.has(cell) || !isTable(text) || text.includes('\t')) return;
  event.preventDefault();
  event.stopPropagation();
  const key = Number(field.closest('tr')!.dataset['line']);
  const from = lines.lines.findIndex((line) => line.key === key);
  const rows = cellsIn(text);
  const count = Math.min(rows.length, lines.lines.length - from);
  if (rows.length > count) remark(t('tx.line.filledPart', { count, left: rows.length - count }));
  const texts = rows.slice(0, count).map((row, at) => cellsOf(parseLine({ ...lines.lines[from + at]!, [cell]: row[0]! }), cell));
  lines.fill(cell as Cell, from, texts);
}

/** Parses text for a cell: `4 瓶` is a quantity and its unit. */
const cellsOf = (line: EditorLine, cell: string): Partial<EditorLine> => ({
  [cell]: line[cell as Cell],
  ...(cell === 'qty' && { unit: line.unit, unitPrice: line.unitPrice }),
});
