// Table headings: click to sort, drag to move the column, drag the edge to resize it.
import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined';
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined';
import { useState, type DragEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { useT } from '../phrase/phrases.ts';
import { fittingWidth } from './arrangement.ts';
import type { Column } from './list-types.ts';

export interface HeadActions {
  sortBy: (name: string, descFirst: boolean) => void;
  /** While an edge is dragged; the table resizes without rerendering. */
  onWidth: (key: string, width: number) => void;
  /** The final width. */
  onWidthEnd: (key: string, width: number) => void;
  /** The width that fits the whole content of a column. */
  fitWidth: (key: string) => number;
  onMove: (key: string, before: string | null) => void;
  onStep: (key: string, step: -1 | 1) => void;
}

interface HeadCellProps extends HeadActions {
  column: Column<never>;
  /** px */
  width: number;
  className: string;
  isFirst: boolean;
  /** Sort parameter: a column name, with `-` for descending. */
  sort: string;
}

const STEP_PX = 16;
/** Drag type, so that headings cannot be dropped on another table. */
const DRAG_TYPE = 'application/x-kuwei-column';

export function HeadCell({ column, width, className, isFirst, sort, ...does }: HeadCellProps) {
  const t = useT();
  const [over, setOver] = useState(false);
  const direction = sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : undefined;
  const title = t(column.title);
  const dropped = (event: DragEvent): void => {
    setOver(false);
    const key = event.dataTransfer.getData(DRAG_TYPE);
    if (key !== '' && key !== column.key) does.onMove(key, column.key);
  };
  const dragging = (event: DragEvent): void => {
    if (isFirst || !event.dataTransfer.types.includes(DRAG_TYPE)) return;
    event.preventDefault();
    setOver(true);
  };
  const pressed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0 || !event.altKey) return;
    event.preventDefault();
    if (event.shiftKey) does.onStep(column.key, step);
    else does.onWidthEnd(column.key, fittingWidth(width + step * STEP_PX));
  };
  return (
    <th
      scope="col"
      data-column={column.key}
      className={over ? `${className} drop` : className}
      aria-sort={direction}
      draggable={!isFirst}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, column.key)}
      onDragOver={dragging}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      onKeyDown={pressed}
    >
      {column.sort === undefined ? (
        <span className="head-title" title={title}>
          {title}
        </span>
      ) : (
        <button
          type="button"
          className="kw-plain head-title head-sort"
          title={`${title}\n${t('list.columnHint')}`}
          onClick={() => does.sortBy(column.sort!, column.descFirst ?? false)}
        >
          <span>{title}</span>
          {direction === 'ascending' && <CaretUpOutlined aria-hidden="true" />}
          {direction === 'descending' && <CaretDownOutlined aria-hidden="true" />}
        </button>
      )}
      <span
        className="head-edge"
        title={t('list.resize')}
        draggable
        onDragStart={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
        onPointerDown={(event) => drag(event, column.key, does)}
        onDoubleClick={() => does.onWidthEnd(column.key, does.fitWidth(column.key))}
      />
    </th>
  );
}

/** Resizes a column with the pointer until it is released. */
function drag(event: PointerEvent<HTMLElement>, key: string, { onWidth, onWidthEnd }: HeadActions): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const edge = event.currentTarget;
  const start = event.clientX;
  const before = edge.closest('th')!.getBoundingClientRect().width;
  let width = before;
  const moved = (move: globalThis.PointerEvent): void => {
    width = fittingWidth(before + move.clientX - start);
    onWidth(key, width);
  };
  const ended = (): void => {
    edge.removeEventListener('pointermove', moved);
    if (width !== before) onWidthEnd(key, width);
  };
  edge.setPointerCapture(event.pointerId);
  edge.addEventListener('pointermove', moved);
  edge.addEventListener('lostpointercapture', ended, { once: true });
}
