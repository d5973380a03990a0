// All filters and the sort order, on a phone: a drawer over the list, which updates behind it.
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import type { Column } from './list-types.ts';
import './filter-sheet.css';

export interface SortChoice {
  columns: readonly Column<never>[];
  /** Sort parameter: a column name, with `-` for descending. */
  sort: string;
  onSort: (sort: string) => void;
}

interface FilterSheetProps {
  sorting: SortChoice;
  isFiltered: boolean;
  onReset: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FilterSheet({ sorting, isFiltered, onReset, onClose, children }: FilterSheetProps) {
  const t = useT();
  return (
    <Drawer
      open
      placement="bottom"
      size="auto"
      title={t('list.filters')}
      onClose={onClose}
      classNames={{ section: 'filter-sheet' }}
      footer={
        <div className="filter-sheet-foot">
          <button type="button" className="kw-button" disabled={!isFiltered} onClick={onReset}>
            {t('list.reset')}
          </button>
          <button type="button" className="kw-button primary" onClick={onClose}>
            {t('common.ok')}
          </button>
        </div>
      }
    >
      <div className="filter-sheet-body">
        <SortField {...sorting} />
        {children}
      </div>
    </Drawer>
  );
}

function SortField({ columns, sort, onSort }: SortChoice) {
  const t = useT();
  const sortable = columns.filter((column) => column.sort !== undefined);
  return (
    <label className="filter-sheet-sort">
      <span>{t('list.sort')}</span>
      <select className="kw-field" value={sort} onChange={({ target }) => onSort(target.value)}>
        {sortable.flatMap(({ sort: name, title }) => [
          <option key={name} value={name}>
            {`${t(title)} ↑`}
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {`${t(title)} ↓`}
          </option>,
        ])}
      </select>
    </label>
  );
}
