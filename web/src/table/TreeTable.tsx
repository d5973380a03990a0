// A tree with columns: rows fold, arrows walk them, and a text finds some with the way to them.
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useKeyGroup, type KeyGroup } from '../page/keys.ts';
import { useT } from '../phrase/phrases.ts';
import { stepInTree, treeRows, type TreeNode } from '../ui/tree.ts';
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

export interface TreeColumn<T> {
  key: string;
  title: string;
  /** Numbers stand at the right. */
  align?: 'right';
  /** Left out on a phone: said elsewhere, or of less use than the room it takes. */
  desk?: true;
  /** @param children how many are right below the item */
  cell: (item: T, children: number) => ReactNode;
}

interface TreeTableProps<T extends TreeNode> {
  label: string;
  /** The whole tree in the order in which siblings stand. All of it is unfolded at first. */
  items: readonly T[];
  /** What an item is called: the first column, and what it is read as. */
  nameOf: (item: T) => string;
  nameTitle: string;
  columns: readonly TreeColumn<T>[];
  /** Part of what `textOf` says. */
  wanted: string;
  textOf: (item: T) => string;
  /** A click on the name, or Enter. */
  onOpen: (item: T) => void;
  /** Shown where nothing is in sight. */
  empty: ReactNode;
}

export function TreeTable<T extends TreeNode>({
  label,
  items,
  nameOf,
  nameTitle,
  columns,
  wanted,
  textOf,
  onOpen,
  empty,
}: TreeTableProps<T>) {
  const t = useT();
  useKeyGroup(TREE_KEYS);
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
  const pressed = (event: KeyboardEvent): void => {
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
