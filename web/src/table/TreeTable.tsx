// A tree with columns: collapsible rows, arrow keys, and a search that shows matches with their ancestors.
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useKeyGroup, type KeyGroup } from '../page/keys.ts';
import { useT } from '../phrase/phrases.ts';
import { dropPlace, stepInTree, stepPlace, treeRows, type TreeNode, type TreePlace, type TreeStep } from '../ui/tree.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import './tree-table.css';

const TREE_KEYS: KeyGroup = {
  title: 'keys.tree',
  keys: [
    { keys: ['↑', '↓'], label: 'keys.step' },
    { keys: ['→', '←'], label: 'keys.unfold' },
    { keys: ['Home', 'End'], label: 'keys.ends' },
    { keys: ['Enter'], label: 'keys.open' },
  ],
};

const MOVE_KEYS: KeyGroup = {
  title: 'keys.treeMove',
  keys: [
    { keys: ['Alt+↑', 'Alt+↓'], label: 'keys.treeOrder' },
    { keys: ['Alt+→', 'Alt+←'], label: 'keys.treeLevel' },
  ],
};
const STEP_OF: Readonly<Record<string, TreeStep>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

export interface TreeColumn<T> {
  key: string;
  title: string;
  /** Numbers are right-aligned. */
  align?: 'right';
  /** Omitted on a phone: shown elsewhere, or not worth the space. */
  desk?: true;
  /** @param children number of direct children */
  cell: (item: T, children: number) => ReactNode;
}

interface TreeTableProps<T extends TreeNode> {
  label: string;
  /** The whole tree, siblings in order. Initially all expanded. */
  items: readonly T[];
  /** Name of an item: shown in the first column and read aloud. */
  nameOf: (item: T) => string;
  nameTitle: string;
  /** Shown before the name. */
  before?: (item: T) => ReactNode;
  columns: readonly TreeColumn<T>[];
  /** Search text, matched against `textOf`. */
  wanted: string;
  textOf: (item: T) => string;
  /** On a click on the name, or Enter. */
  onOpen: (item: T) => void;
  /** Allows moving rows: dragged by their handle, or with Alt and an arrow. */
  onMove?: (item: T, place: TreePlace) => void;
  /** Shown when no row is visible. */
  empty: ReactNode;
}

export function TreeTable<T extends TreeNode>({
  label,
  items,
  nameOf,
  nameTitle,
  before,
  columns,
  wanted,
  textOf,
  onOpen,
  onMove,
  empty,
}: TreeTableProps<T>) {
  const t = useT();
  useKeyGroup(TREE_KEYS);
  useKeyGroup(onMove ? MOVE_KEYS : null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const open = useMemo(() => new Set(items.map(({ id }) => id).filter((id) => !folded.has(id))), [items, folded]);
  const rows = useMemo(() => treeRows(items, open, wanted, textOf), [items, open, wanted, textOf]);
  const at = Math.max(
    0,
    rows.findIndex(({ item }) => item.id === current),
  );
  const toggle = (id: string): void => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  /** A row moved by keyboard keeps the focus at its new position. */
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const row = [...(body.current?.rows ?? [])].find(({ dataset }) => dataset['id'] === moved.current);
    moved.current = null;
    row?.querySelector<HTMLElement>('.tree-table-name')?.focus();
  }, [items]);
  const moveTo = (id: string, place: TreePlace | null): void => {
    const item = items.find((each) => each.id === id);
    if (!item || !place) return;
    if (place.parentId !== null) setFolded(new Set([...folded].filter((each) => each !== place.parentId)));
    onMove?.(item, place);
  };
  const { drag, handleProps } = useTreeDrag(
    (id, over, zone) => dropPlace(items, id, over, zone) !== null,
    (id, over, zone) => moveTo(id, dropPlace(items, id, over, zone)),
  );
  const pressed = (event: KeyboardEvent): void => {
    const put = STEP_OF[event.key];
    if (onMove && put && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      const id = rows[at]?.item.id;
      if (id === undefined) return;
      moved.current = id;
      moveTo(id, stepPlace(items, id, put));
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = stepInTree(rows, at, event.key);
    if (!step) return;
    event.preventDefault();
    if ('toggle' in step) return toggle(step.toggle);
    setCurrent(rows[step.to]?.item.id ?? null);
    body.current?.rows[step.to]?.querySelector<HTMLElement>('.tree-table-name')?.focus();
  };
  if (rows.length === 0) return empty;
  return (
    <table className="tree-table" role="treegrid" aria-label={label} onKeyDown={pressed}>
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          {columns.map(({ key, title, align, desk }) => (
            <th key={key} scope="col" className={classOf(align, desk)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(({ item, level, children, isOpen }, index) => (
          <tr
            key={item.id}
            aria-level={level}
            data-id={item.id}
            {...(drag?.id === item.id && { 'data-drawn': true })}
            {...(drag?.over?.id === item.id && { 'data-drop': drag.over.zone })}
            {...(children > 0 && { 'aria-expanded': isOpen })}
            onFocus={() => setCurrent(item.id)}
          >
            <td>
              <span className="tree-table-first" style={{ '--level': level - 1 } as object}>
                {children > 0 ? (
                  <button
                    type="button"
                    className={`kw-plain tree-table-arrow${isOpen ? ' open' : ''}`}
                    tabIndex={-1}
                    aria-label={t(isOpen ? 'tree.close' : 'tree.open', { name: nameOf(item) })}
                    onClick={() => toggle(item.id)}
                  />
                ) : (
                  <span className="tree-table-arrow none" />
                )}
                {onMove && (
                  <span className="tree-table-handle" title={t('tree.move')} aria-hidden="true" {...handleProps(item.id)}>
                    <HolderOutlined />
                  </span>
                )}
                {before?.(item)}
                <button
                  type="button"
                  className="kw-plain tree-table-name"
                  tabIndex={index === at ? 0 : -1}
                  onClick={() => onOpen(item)}
                >
                  {nameOf(item)}
                </button>
              </span>
            </td>
            {columns.map(({ key, align, desk, cell }) => (
              <td key={key} className={classOf(align, desk)}>
                {cell(item, children)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const classOf = (align?: 'right', desk?: true): string => [align, desk && 'desk'].filter(Boolean).join(' ');
