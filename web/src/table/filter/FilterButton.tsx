// A filter in the bar: its name, its value, and controls to set and clear it.
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { PopPanel } from '../../ui/PopPanel.tsx';
import '../filter.css';

interface FilterButtonProps {
  label: string;
  /** The chosen value as text; null if there is none. */
  value: string | null;
  onClear: () => void;
  onClose?: () => void;
  children: (close: () => void) => ReactNode;
}

export function FilterButton({ label, value, onClear, onClose, children }: FilterButtonProps) {
  const t = useT();
  return (
    <span className={value === null ? 'filter' : 'filter set'}>
      <PopPanel
        label={label}
        {...(onClose && { onClose })}
        trigger={(props) => (
          <button {...props} className="kw-plain filter-button">
            <span className="filter-label">{label}</span>
            {value !== null && <span className="filter-value">{value}</span>}
            {value === null && <DownOutlined aria-hidden="true" />}
          </button>
        )}
      >
        {children}
      </PopPanel>
      {value !== null && (
        <button
          type="button"
          className="kw-plain filter-clear"
          aria-label={t('list.clearFilter', { name: label })}
          title={t('list.clearFilter', { name: label })}
          onClick={({ currentTarget }) => {
            // The button disappears, and would take the focus with it.
            currentTarget.closest('.filter')!.querySelector('button')!.focus();
            onClear();
          }}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
