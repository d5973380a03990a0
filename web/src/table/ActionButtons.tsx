import { MoreActions } from './RowActions.tsx';
import type { RowAction } from './list-types.ts';
import { PageLink } from '../ui/PageLink.tsx';

interface ActionButtonsProps {
  /** Of the record or the list that they stand at the head of. */
  name: string;
  actions: readonly RowAction[];
  /** So many are in sight, or one more where it is the last; the others stand in a menu behind them. */
  most?: number;
}

export function ActionButtons({ name, actions, most = 2 }: ActionButtonsProps) {
  const inSight = actions.length > most + 1 ? actions.slice(0, most) : actions;
  const more = actions.slice(inSight.length);
  return (
    <>
      {inSight.map((action) => (
        <ActionButton key={action.key} action={action} />
      ))}
      {more.length > 0 && <MoreActions name={name} actions={more} tabIndex={0} />}
    </>
  );
}

const ActionButton = ({ action: { label, to, run, danger, reason } }: { action: RowAction }) =>
  to === undefined || reason !== undefined ? (
    <button
      type="button"
      className={danger ? 'kw-button danger' : 'kw-button'}
      disabled={reason !== undefined}
      title={reason}
      onClick={() => void run?.()}
    >
      {label}
    </button>
  ) : (
    <PageLink className="kw-button" to={to}>
      {label}
    </PageLink>
  );
