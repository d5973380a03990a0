// Selectable rows, on a page or in a window. The selection survives paging.
import { Checkbox, Radio } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useKeyGroup, type KeyGroup } from '../../../page/keys.ts';
import { useT } from '../../../phrase/phrases.ts';
import './choose.css';

/** The selection and its handlers. */
export interface ChooserOf<Row> {
  chosen: ReadonlyMap<string, Row>;
  onChange: (chosen: ReadonlyMap<string, Row>) => void;
  /** Confirmed by double click or Enter. */
  onDone: (chosen: ReadonlyMap<string, Row>) => void;
}

export interface ChooseColumn<Row> {
  key: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  end?: true;
}

interface ChooseTableProps<Row> extends ChooserOf<Row> {
  label: string;
  columns: readonly ChooseColumn<Row>[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Why a row cannot be selected; null when it can. */
  blocked: (row: Row) => string | null;
  single: boolean;
  busy: boolean;
}

const CHOOSE_KEYS: KeyGroup = {
  title: 'keys.choose',
  keys: [
    { keys: ['↑', '↓'], label: 'keys.step' },
    { keys: ['Space'], label: 'keys.select' },
    { keys: ['Enter'], label: 'keys.take' },
  ],
};

export function ChooseTable<Row extends { id: string }>(props: ChooseTableProps<Row>) {
  const { label, columns, rows, nameOf, blocked, chosen, single, busy, onChange, onDone } = props;
  useKeyGroup(CHOOSE_KEYS);
  const t = useT();
  const free = rows.filter((row) => blocked(row) === null);
  const here = free.filter((row) => chosen.has(row.id));
  const withToggled = (row: Row): ReadonlyMap<string, Row> => {
    if (single) return new Map([[row.id, row]]);
    const next = new Map(chosen);
    if (!next.delete(row.id)) next.set(row.id, row);
    return next;
  };
  const togglePage = (): void => {
    const next = new Map(chosen);
    for (const row of free) {
      if (here.length === free.length) next.delete(row.id);
      else next.set(row.id, row);
    }
    onChange(next);
  };
  return (
    <div className="choose-scroll" aria-busy={busy}>
      <table className="choose-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="choose-box">
              {!single && (
                <Checkbox
                  aria-label={t('list.selectPage')}
                  checked={free.length > 0 && here.length === free.length}
                  indeterminate={here.length > 0 && here.length < free.length}
                  disabled={free.length === 0}
                  onChange={togglePage}
                />
              )}
            </th>
            {columns.map(({ key, title, end }) => (
              <th scope="col" key={key} className={end ? 'end' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={stepRows}>
          {rows.map((row) => {
            const { id } = row;
            const why = blocked(row);
            const mark = {
              'aria-label': t('list.selectRow', { name: nameOf(row) }),
              checked: chosen.has(id),
              disabled: why !== null,
              onChange: () => onChange(withToggled(row)),
              onKeyDown: (event: KeyboardEvent) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                onDone(chosen.has(id) ? chosen : withToggled(row));
              },
            };
            return (
              <tr
                key={id}
                className={why === null ? (chosen.has(id) ? 'chosen' : '') : 'blocked'}
                onClick={(event) => {
                  if (why === null && !(event.target as Element).closest('label')) onChange(withToggled(row));
                }}
                onDoubleClick={() => why === null && onDone(new Map([...chosen, [id, row]]))}
              >
                <td className="choose-box">{single ? <Radio {...mark} /> : <Checkbox {...mark} />}</td>
                {columns.map(({ key, title, cell, end }, at) => (
                  <td key={key} className={end ? 'end' : ''} data-label={title}>
                    {cell(row)}
                    {at === 0 && why !== null && <p className="choose-why">{why}</p>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Arrow keys move between selectable rows. */
function stepRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const at = fields.indexOf(event.target as HTMLInputElement);
  fields[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
