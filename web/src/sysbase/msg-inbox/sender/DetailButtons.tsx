import type { RowAction } from '../../../table/list-types.ts';

/** Actions on the record open beside its list. */
export const DetailButtons = ({ actions }: { actions: readonly RowAction[] }) =>
  actions.map(({ key, label, danger, reason, run }) => (
    <button
      key={key}
      type="button"
      className={danger ? 'kw-button danger' : 'kw-button'}
      disabled={reason !== undefined}
      title={reason}
      onClick={() => void run?.()}
    >
      {label}
    </button>
  ));
