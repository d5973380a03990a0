// A container as one stands in front of it: its boxes by row and column, each with what it may take and how full it is.
import type { ContainerCell } from '@kuwei/contract/wms/container';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useKeyGroup, type KeyGroup } from '../../page/keys.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateMark, StateTag } from '../../ui/StateTag.tsx';
import { boxLook, boxLookName, boxLooks, BOX_LOOK_NAMES } from '../place/box-look.ts';
import { useRowsInSight } from '../place/use-rows-in-sight.ts';
import { cellKey, stepInGrid, type RackGrid } from './rack-grid.ts';
import './rack.css';

/** px, with the gap below it; `rack.css` has the same. */
const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 24;

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
  /** Box that is shown beside it. */
  shown: string | null;
  hrefOf: (cell: ContainerCell) => string;
}

export function Rack({ label, grid, shown, hrefOf }: RackProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState({ row: 1, col: 1 });
  const focusNext = useRef(false);
  const { from, to } = useRowsInSight(scroller, grid.rows, ROW_HEIGHT, HEAD_HEIGHT);
  useKeyGroup(RACK_KEYS);
  const cols = Array.from({ length: grid.cols }, (_, at) => at + 1);
  const rows = Array.from({ length: to - from }, (_, at) => from + at + 1);

  useEffect(() => {
    if (!focusNext.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(current.row, current.col)}"]`);
    if (!cell) return;
    focusNext.current = false;
    cell.focus();
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, from, to]);

  const pressed = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepInGrid(grid, current, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    focusNext.current = true;
    setCurrent(next);
    if (next.row <= from || next.row > to) scroller.current?.scrollTo({ top: (next.row - 1) * ROW_HEIGHT });
  };
  return (
    <div className="rack">
      <div className="rack-scroll" ref={scroller} role="grid" aria-label={label} aria-rowcount={grid.rows} onKeyDown={pressed}>
        <div className="rack-line rack-head" aria-hidden="true">
          <span />
          {cols.map((col) => (
            <span key={col}>B{col}</span>
          ))}
        </div>
        <div
          role="presentation"
          style={{ height: grid.rows * ROW_HEIGHT, paddingTop: from * ROW_HEIGHT, boxSizing: 'border-box' }}
        >
          {rows.map((row) => (
            <div key={row} className="rack-line" role="row" aria-rowindex={row}>
              <span className="rack-row" role="rowheader">
                R{row}
              </span>
              {cols.map((col) => {
                const cell = grid.at.get(cellKey(row, col));
                return (
                  <span key={col} role="gridcell" className="rack-place">
                    <Cell
                      cell={cell}
                      name={cellKey(row, col)}
                      emptyLabel={t('container.emptyCell', { row, col })}
                      href={cell && hrefOf(cell)}
                      isShown={cell !== undefined && cell.id === shown}
                      isCurrent={row === current.row && col === current.col}
                      onFocus={() => setCurrent({ row, col })}
                    />
                  </span>
                );
              })}
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

interface CellProps {
  cell: ContainerCell | undefined;
  name: string;
  emptyLabel: string;
  href: string | undefined;
  isShown: boolean;
  isCurrent: boolean;
  onFocus: () => void;
}

function Cell({ cell, name, emptyLabel, href, isShown, isCurrent, onFocus }: CellProps) {
  const label = useCellLabel(cell);
  const shared = { 'data-cell': name, tabIndex: isCurrent ? 0 : -1, onFocus };
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
}

/** What a cell is, in words: for the pointer that rests on it, and for who cannot see it. */
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
