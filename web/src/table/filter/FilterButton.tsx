// The shape of a filter in the bar: its name, what it is set to, a way to set it, a way to clear it.
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { PopPanel } from '../../ui/PopPanel.tsx';
import '../filter.css';

interface FilterButtonProps {
  label: string;
  /** What is chosen, in words; null when nothing is. */
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
            // It goes, and would take the focus with it.
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
