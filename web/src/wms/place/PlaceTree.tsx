// Warehouses and containers as a virtualized tree with a single tab stop and arrow keys.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useKeyGroup, type KeyGroup } from '../../page/keys.ts';
import { langOf, useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { useIsPhone, useIsTouch } from '../../ui/use-media.ts';
import { useRowsInSight } from '../../ui/use-rows-in-sight.ts';
import { PlaceIcon } from './PlaceIcon.tsx';
import { stepInTree, type TreeRow } from '../../ui/tree.ts';
import type { TreeItem } from './tree-items.ts';
import './place-tree.css';

const TREE_KEYS: KeyGroup = {
  title: 'keys.tree',
  keys: [
    { keys: ['↑', '↓'], label: 'keys.step' },
    { keys: ['→', '←'], label: 'keys.unfold' },
    { keys: ['Home', 'End'], label: 'keys.ends' },
    { keys: ['Enter'], label: 'keys.open' },
  ],
};

interface PlaceTreeProps {
  label: string;
  rows: readonly TreeRow<TreeItem>[];
  chosen: string | null;
  onToggle: (id: string) => void;
  onChoose: (item: TreeItem) => void;
  /** Address of an item's page; omitted in a plain selection. */
  hrefOf?: (item: TreeItem) => string;
  /** Why an item cannot be selected. */
  reasonOf?: (item: TreeItem) => string | undefined;
}

export function PlaceTree({ label, rows, chosen, onToggle, onChoose, hrefOf, reasonOf }: PlaceTreeProps) {
  const prefix = useId();
  useKeyGroup(TREE_KEYS);
  const isTouch = useIsTouch();
  const rowHeight = useIsPhone() || isTouch ? 44 : 30;
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const index = (id: string | null): number => rows.findIndex(({ item }) => item.id === id);
  const at = Math.max(index(current), current === null ? index(chosen) : -1, 0);
  const { from, to } = useRowsInSight(scroller, rows.length, rowHeight);
  useScrollToRow(scroller, index(chosen), rowHeight);

  const goTo = (next: number): void => {
    setCurrent(rows[next]?.item.id ?? null);
    scrollToRow(scroller.current, next, rowHeight);
  };
  const choose = (item: TreeItem): void => {
    setCurrent(item.id);
    if (reasonOf?.(item) === undefined) onChoose(item);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[at];
    const step = stepInTree(rows, at, event.key);
    if (event.key === 'Enter' || event.key === ' ') {
      if (row) choose(row.item);
    } else if (step && 'to' in step) goTo(step.to);
    else if (step) onToggle(step.toggle);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="place-tree"
      role="tree"
      aria-label={label}
      aria-activedescendant={rows[at] && `${prefix}${rows[at].item.id}`}
      tabIndex={0}
      ref={scroller}
      onKeyDown={handleKeyDown}
      // The tree keeps the focus; a click only selects the row.
      onMouseDown={(event) => {
        event.preventDefault();
        scroller.current?.focus({ preventScroll: true });
      }}
    >
      <div role="presentation" style={{ height: rows.length * rowHeight, paddingTop: from * rowHeight }}>
        {rows.slice(from, to).map((row, offset) => (
          <TreeLine
            key={row.item.id}
            id={`${prefix}${row.item.id}`}
            row={row}
            height={rowHeight}
            isCurrent={from + offset === at}
            isChosen={row.item.id === chosen}
            href={hrefOf?.(row.item)}
            reason={reasonOf?.(row.item)}
            onToggle={() => {
              setCurrent(row.item.id);
              onToggle(row.item.id);
            }}
            onChoose={() => choose(row.item)}
            onCurrent={() => setCurrent(row.item.id)}
          />
        ))}
      </div>
    </div>
  );
}

interface TreeLineProps {
  id: string;
  row: TreeRow<TreeItem>;
  height: number;
  isCurrent: boolean;
  isChosen: boolean;
  href: string | undefined;
  reason: string | undefined;
  onToggle: () => void;
  onChoose: () => void;
  onCurrent: () => void;
}

function TreeLine({ id, row, height, isCurrent, isChosen, href, reason, onToggle, onChoose, onCurrent }: TreeLineProps) {
  const t = useT();
  const { item, level, isOpen } = row;
  const hasChildren = row.children > 0;
  const rowProps = {
    id,
    role: 'treeitem',
    'aria-level': level,
    'aria-selected': isChosen,
    'aria-disabled': reason !== undefined,
    ...(hasChildren && { 'aria-expanded': isOpen }),
    className: `place-row${isCurrent ? ' current' : ''}${isChosen ? ' chosen' : ''}`,
    style: { height, paddingLeft: 4 + (level - 1) * 16 },
    title: reason ?? `${item.code} ${item.name}`,
    tabIndex: -1,
  };
  const inside = (
    <>
      <span
        className={`place-arrow${hasChildren ? '' : ' none'}${isOpen ? ' open' : ''}`}
        title={hasChildren ? t(isOpen ? 'tree.close' : 'tree.open', { name: item.code }) : undefined}
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (hasChildren) onToggle();
        }}
      />
      <PlaceIcon type={item.type} />
      <span className="place-code kw-code">{item.code}</span>
      <span className="place-name" lang={langOf(item.name)}>
        {item.name}
      </span>
      {item.closed && <span className="place-closed">{t('place.closed')}</span>}
      {item.boxes > 0 && (
        <span className="place-count" title={t('place.occupiedOf', { used: item.occupiedBoxes, all: item.boxes })}>
          {item.occupiedBoxes}/{item.boxes}
        </span>
      )}
    </>
  );
  if (href === undefined || reason !== undefined) {
    return (
      <div {...rowProps} onClick={onChoose}>
        {inside}
      </div>
    );
  }
  return (
    <PageLink {...rowProps} to={href} onClick={onCurrent}>
      {inside}
    </PageLink>
  );
}

/** Scrolls to a row selected elsewhere, for example by the address. */
function useScrollToRow(scroller: { current: HTMLElement | null }, index: number, rowHeight: number): void {
  useEffect(() => scrollToRow(scroller.current, index, rowHeight), [index, rowHeight]);
}

function scrollToRow(scroller: HTMLElement | null, index: number, rowHeight: number): void {
  if (!scroller || index < 0 || scroller.clientHeight === 0) return;
  const top = index * rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  const bottom = top + rowHeight - scroller.clientHeight;
  if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
}
