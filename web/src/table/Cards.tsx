// Rows on a narrow screen: one card each, with its name, state, a few facts, and a menu of actions.
import { memo, useMemo, type MouseEvent, type ReactNode } from 'react';
import { langOf, useLocaleState, useT } from '../phrase/phrases.ts';
import { isPlainClick } from '../ui/PageLink.tsx';
import type { Placed } from './arrangement.ts';
import type { Column, RowAction } from './list-types.ts';
import { MoreActions } from './RowActions.tsx';
import { isSelected, type Selection } from './selection.ts';
import { useDrawnCount } from '../ui/use-drawn.ts';
import './cards.css';

interface CardsProps<Row> {
  label: string;
  columns: readonly Placed<Column<Row>>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  hrefOf: ((row: Row) => string) | null;
  onOpen: (href: string, id: string) => void;
  selection: Selection | null;
  onToggle: (id: string) => void;
  actionsOf: ((row: Row) => readonly RowAction[]) | null;
  busy: boolean;
  empty: ReactNode;
}

const SKELETON_CARDS = 6;

export function Cards<Row>(props: CardsProps<Row>) {
  const { label, columns, rows, keyOf, nameOf, hrefOf, onOpen, selection, onToggle, actionsOf, busy, empty } = props;
  const texts = useLocaleState((state) => state.tables + (state.locale === 'zh' ? 0 : 0.5));
  const clicked = (event: MouseEvent): void => {
    const target = event.target as HTMLElement;
    const card = target.closest<HTMLElement>('[data-row]');
    if (!card) return;
    if (target.closest('.card-select')) return onToggle(card.dataset['row']!);
    // Other links of a card lead elsewhere.
    if (target.closest('button, a:not([data-focus])')) return;
    const link = card.querySelector<HTMLAnchorElement>('a[data-focus]');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    onOpen(link.pathname + link.search, card.dataset['row']!);
  };
  const ids = useMemo(() => rows?.map(keyOf) ?? [], [rows]);
  const drawn = useDrawnCount(ids);
  if (rows?.length === 0) return <div className="cards">{empty}</div>;
  return (
    <ul className="cards" aria-label={label} aria-busy={busy} onClick={clicked}>
      {rows?.slice(0, drawn).map((row) => (
        <Card
          key={keyOf(row)}
          row={row}
          id={keyOf(row)}
          name={nameOf(row)}
          columns={columns}
          href={hrefOf?.(row) ?? null}
          selected={selection === null ? null : isSelected(selection, keyOf(row))}
          actionsOf={actionsOf}
          texts={texts}
        />
      ))}
      {!rows && Array.from({ length: SKELETON_CARDS }, (_, at) => <li key={at} className="card skeleton" aria-hidden="true" />)}
    </ul>
  );
}

interface CardProps<Row> {
  row: Row;
  id: string;
  name: string;
  columns: readonly Placed<Column<Row>>[];
  href: string | null;
  /** Null if rows cannot be selected. */
  selected: boolean | null;
  actionsOf: ((row: Row) => readonly RowAction[]) | null;
  /** Incremented when texts change. */
  texts: number;
}

const Card = memo(function Card<Row>({ row, id, name, columns, href, selected, actionsOf }: CardProps<Row>) {
  const t = useT();
  const at = (place: Column<Row>['card']) => columns.filter(({ column }) => column.card === place);
  const actions = actionsOf?.(row) ?? [];
  const part = (column: Column<Row>): { lang: 'zh-CN' | undefined; children: ReactNode } => {
    const children = column.cell(row);
    return { lang: langOf(children), children };
  };
  const title = at('title').map(({ column }) => <span key={column.key} {...part(column)} />);
  return (
    <li className="card" data-row={id} aria-current={selected === true || undefined}>
      <div className="card-head">
        {selected !== null && (
          <label className="card-select">
            <input type="checkbox" className="kw-check" checked={selected} readOnly aria-label={t('list.selectRow', { name })} />
          </label>
        )}
        {href === null ? (
          <span className="card-title">{title}</span>
        ) : (
          <a className="card-title" href={href} data-focus>
            {title}
          </a>
        )}
        {at('state').map(({ column }) => (
          <span key={column.key} className="card-state" {...part(column)} />
        ))}
        {actions.length > 0 && <MoreActions name={name} actions={actions} tabIndex={0} />}
      </div>
      <div className="card-codes">
        {at('code').map(({ column }) => (
          <span key={column.key} {...part(column)} />
        ))}
      </div>
      <dl className="card-facts">
        {at('fact').map(({ column }) => (
          <div key={column.key}>
            <dt>{t(column.title)}</dt>
            <dd {...part(column)} />
          </div>
        ))}
      </dl>
    </li>
  );
}) as <Row>(props: CardProps<Row>) => ReactNode;
