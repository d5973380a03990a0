// Personal display settings: row height, and visibility, order and pinning of columns.
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined';
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined';
import PushpinFilled from '@ant-design/icons/es/icons/PushpinFilled';
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined';
import SlidersOutlined from '@ant-design/icons/es/icons/SlidersOutlined';
import { useState, type ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import { PopPanel } from '../ui/PopPanel.tsx';
import {
  DENSITIES,
  arrangeColumns,
  withMoved,
  withOwnColumns,
  withPinned,
  withShown,
  withStepped,
  type Arrangement,
} from './arrangement.ts';
import type { Column } from './list-types.ts';
import './display.css';

interface DisplayPanelProps {
  columns: readonly Column<never>[];
  arrangement: Arrangement;
  onArrange: (next: Arrangement) => void;
}

export function DisplayPanel(props: DisplayPanelProps) {
  const t = useT();
  return (
    <PopPanel
      label={t('list.display')}
      placement="bottomRight"
      trigger={(trigger) => (
        <button
          {...trigger}
          className="kw-plain tool"
          aria-label={t('list.display')}
          title={`${t('list.columns')}, ${t('list.density')}`}
        >
          <SlidersOutlined aria-hidden="true" />
        </button>
      )}
    >
      {() => <Display {...props} />}
    </PopPanel>
  );
}

function Display({ columns, arrangement, onArrange }: DisplayPanelProps) {
  const t = useT();
  const [dragged, setDragged] = useState<string | null>(null);
  const all = arrangeColumns(columns, arrangement);
  return (
    <div className="display">
      <div className="display-head">
        <span>{t('list.density')}</span>
        <div className="segments" role="radiogroup" aria-label={t('list.density')}>
          {DENSITIES.map((density) => (
            <label key={density} className="segment">
              <input
                type="radio"
                name="density"
                checked={(arrangement.density ?? 'normal') === density}
                onChange={() => onArrange({ ...arrangement, density })}
              />
              <span>{t(`list.density.${density}`)}</span>
            </label>
          ))}
        </div>
      </div>
      <div className="display-head">
        <span>{t('list.columns')}</span>
        <button type="button" className="kw-plain kw-link" onClick={() => onArrange(withOwnColumns(arrangement))}>
          {t('list.columnsReset')}
        </button>
      </div>
      <ul className="display-columns" aria-label={t('list.columns')}>
        {all.map(({ column, shown, pinned }, at) => {
          const name = t(column.title);
          const isFirst = at === 0;
          return (
            <li
              key={column.key}
              className={dragged === column.key ? 'dragged' : undefined}
              draggable={!isFirst}
              onDragStart={() => setDragged(column.key)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null || isFirst) return;
                event.preventDefault();
                if (dragged !== column.key) onArrange(withMoved(columns, arrangement, dragged, targetOf(all, dragged, at)));
              }}
            >
              <HolderOutlined
                className="display-holder"
                aria-hidden="true"
                style={isFirst ? { visibility: 'hidden' } : undefined}
              />
              <label>
                <input
                  type="checkbox"
                  className="kw-check"
                  checked={shown}
                  disabled={isFirst}
                  onChange={({ target }) => onArrange(withShown(arrangement, column.key, target.checked))}
                />
                {name}
              </label>
              <span className="display-tools">
                <IconButton
                  label={t('list.moveUp', { name })}
                  disabled={at <= 1}
                  onClick={() => onArrange(withStepped(columns, arrangement, column.key, -1))}
                >
                  <ArrowUpOutlined aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('list.moveDown', { name })}
                  disabled={isFirst || at === all.length - 1}
                  onClick={() => onArrange(withStepped(columns, arrangement, column.key, 1))}
                >
                  <ArrowDownOutlined aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t(pinned ? 'list.unpin' : 'list.pin', { name })}
                  pressed={pinned}
                  disabled={isFirst}
                  onClick={() => onArrange(withPinned(arrangement, column.key, !pinned))}
                >
                  {pinned ? <PushpinFilled aria-hidden="true" /> : <PushpinOutlined aria-hidden="true" />}
                </IconButton>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Drop position over a column: after it when dragging down, before it when dragging up. */
function targetOf(all: readonly { column: Column<never> }[], dragged: string, over: number): string | null {
  const from = all.findIndex(({ column }) => column.key === dragged);
  return all[from < over ? over + 1 : over]?.column.key ?? null;
}

interface IconButtonProps {
  label: string;
  disabled: boolean;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const IconButton = ({ label, disabled, pressed, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    className="kw-plain display-tool"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </button>
);
