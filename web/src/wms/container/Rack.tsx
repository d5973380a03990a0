// A container seen from the front: its boxes by row and column, with what each may hold and how full it is.
import type { ContainerCell } from '@kuwei/contract/wms/container';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useKeyGroup, type KeyGroup } from '../../page/keys.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateMark, StateTag } from '../../ui/StateTag.tsx';
import { useColumnsInSight, useRowsInSight, type Stretch } from '../../ui/use-rows-in-sight.ts';
import { boxLook, boxLookName, boxLooks, BOX_LOOK_NAMES } from '../warehouse-box/looks.ts';
import { cellKey, stepInGrid, type RackGrid } from './rack-grid.ts';
import './rack.css';

/** px, including the gap; same as in `rack.css`. Columns have this width when not all of them fit. */
const ROW_HEIGHT = 44;
const COL_WIDTH = 48;
const GAP = 4;
const HEAD_HEIGHT = 24;
const NAME_WIDTH = 38;
/** Rows drawn beyond the visible ones; few, as each has many cells. */
const SPARE_ROWS = 3;

const RACK_KEYS: KeyGroup = {
  title: 'keys.rack',
  keys: [
    { keys: ['↑', '↓', '←', '→'], label: 'keys.step' },
    { keys: ['Home', 'End'], label: 'keys.ends' },
    { keys: ['Enter'], label: 'keys.open' },
    { keys: ['Esc'], label: 'keys.close' },
  ],
};

interface RackProps {
  label: string;
  grid: RackGrid;
  /** Box open in the side pane. */
  shown: string | null;
  hrefOf: (cell: ContainerCell) => string;
}

export function Rack({ label, grid, shown, hrefOf }: RackProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState({ row: 1, col: 1 });
  const focusNext = useRef(false);
  const { from, to } = useRowsInSight(scroller, grid.rows, ROW_HEIGHT, HEAD_HEIGHT, SPARE_ROWS);
  const columnsInView = useColumnsInSight(scroller, grid.cols, COL_WIDTH, NAME_WIDTH);
  useKeyGroup(RACK_KEYS);
  const cols = numbersIn(columnsInView);
  const rows = numbersIn({ from, to });
  // Keep the tab stop within the drawn cells, wherever the grid is scrolled.
  const tabStop = { row: within({ from, to }, current.row), col: within(columnsInView, current.col) };
  const widthBefore = columnsInView.from * COL_WIDTH - GAP;
  const widthAfter = (grid.cols - columnsInView.to) * COL_WIDTH - GAP;

  useEffect(() => {
    if (!focusNext.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(current.row, current.col)}"]`);
    if (!cell) return;
    focusNext.current = false;
    cell.focus();
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, from, to, columnsInView.from, columnsInView.to]);

  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepInGrid(grid, tabStop, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    focusNext.current = true;
    setCurrent(next);
    if (next.row <= from || next.row > to) scroller.current?.scrollTo({ top: (next.row - 1) * ROW_HEIGHT });
    if (next.col <= columnsInView.from || next.col > columnsInView.to)
      scroller.current?.scrollTo({ left: (next.col - 1) * COL_WIDTH });
  };
  return (
    <div className="rack">
      <div
        className="rack-scroll"
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={grid.rows}
        aria-colcount={grid.cols + 1}
        onKeyDown={handleKeyDown}
      >
        <div className="rack-line rack-head" aria-hidden="true">
          <span />
          <Spacer width={widthBefore} />
          {cols.map((col) => (
            <span key={col} className="rack-col">
              B{col}
            </span>
          ))}
          <Spacer width={widthAfter} />
        </div>
        <div
          role="presentation"
          style={{ height: grid.rows * ROW_HEIGHT, paddingTop: from * ROW_HEIGHT, boxSizing: 'border-box' }}
        >
          {rows.map((row) => (
            <div key={row} className="rack-line" role="row" aria-rowindex={row}>
              <span className="rack-row" role="rowheader" aria-colindex={1}>
                R{row}
              </span>
              <Spacer width={widthBefore} />
              {cols.map((col) => {
                const cell = grid.at.get(cellKey(row, col));
                return (
                  <span key={col} role="gridcell" aria-colindex={col + 1} className="rack-place">
                    <Cell
                      cell={cell}
                      row={row}
                      col={col}
                      href={cell && hrefOf(cell)}
                      isShown={cell !== undefined && cell.id === shown}
                      isReached={row === tabStop.row && col === tabStop.col}
                      onReach={setCurrent}
                    />
                  </span>
                );
              })}
              <Spacer width={widthAfter} />
            </div>
          ))}
        </div>
      </div>
      <Legend />
      {grid.loose.length > 0 && (
        <div className="rack-loose">
          <h3>{t('container.loose')}</h3>
          {grid.loose.map((cell) => (
            <PageLink key={cell.id} className="rack-loose-box" to={hrefOf(cell)}>
              <span className="kw-code">{cell.code}</span>
              <StateTag look={boxLook(cell)} />
            </PageLink>
          ))}
        </div>
      )}
    </div>
  );
}

const numbersIn = ({ from, to }: Stretch): number[] => Array.from({ length: to - from }, (_, at) => from + at + 1);
const within = ({ from, to }: Stretch, number: number): number => Math.max(from + 1, Math.min(to, number));

/** Spacer for columns that are not drawn. */
const Spacer = ({ width }: { width: number }) => width > 0 && <span style={{ flex: `0 0 ${width}px` }} />;

interface CellProps {
  cell: ContainerCell | undefined;
  row: number;
  col: number;
  href: string | undefined;
  isShown: boolean;
  /** The roving tab stop. */
  isReached: boolean;
  onReach: (to: { row: number; col: number }) => void;
}

/** Memoized: drawing the cells that scroll into view is the main cost. */
const Cell = memo(function Cell({ cell, row, col, href, isShown, isReached, onReach }: CellProps) {
  const t = useT();
  const label = useCellLabel(cell);
  const shared = { 'data-cell': cellKey(row, col), tabIndex: isReached ? 0 : -1, onFocus: () => onReach({ row, col }) };
  const emptyLabel = t('container.emptyCell', { row, col });
  if (!cell || href === undefined)
    return <span className="rack-cell none" aria-label={emptyLabel} title={emptyLabel} {...shared} />;
  const look = boxLookName(cell);
  const fill = look === 'occupied' || look === 'locked' ? (cell.usedPercent ?? (cell.lines > 0 ? 100 : 0)) : 0;
  return (
    <PageLink
      className={`rack-cell ${look}${cell.type === 'EXCLUSIVE' ? ' exclusive' : ''}`}
      to={href}
      aria-label={label}
      aria-current={isShown || undefined}
      title={label}
      {...shared}
    >
      {fill > 0 && (
        <span
          className={`rack-fill${cell.usedPercent === null ? ' unknown' : ''}`}
          style={{ height: `${Math.min(100, Math.max(fill, 6))}%` }}
        />
      )}
      <StateMark look={boxLooks[look]} />
      {cell.lines > 0 && <span className="rack-lines">{cell.lines}</span>}
    </PageLink>
  );
});

/** A cell in words, for tooltips and screen readers. */
function useCellLabel(cell: ContainerCell | undefined): string {
  const t = useT();
  if (!cell) return '';
  const { code, lines, usedPercent } = cell;
  const state = t(boxLook(cell).label);
  if (lines === 0) return t('container.cell', { code, state });
  if (usedPercent === null) return t('container.cellLines', { code, state, lines });
  return t('container.cellFull', { code, state, lines, percent: usedPercent });
}

function Legend() {
  const t = useT();
  return (
    <ul className="rack-legend" aria-hidden="true">
      {BOX_LOOK_NAMES.map((name) => (
        <li key={name}>
          <span className={`rack-cell ${name} sample`}>
            <StateMark look={boxLooks[name]} />
          </span>
          {t(boxLooks[name].label)}
        </li>
      ))}
      <li>
        <span className="rack-cell none sample" />
        {t('place.state.none')}
      </li>
    </ul>
  );
}
