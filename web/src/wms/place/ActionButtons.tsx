import { MoreActions } from '../../table/RowActions.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { PageLink } from '../../ui/PageLink.tsx';

/** Actions in sight at the head of a record; the others stand in a menu behind them. */
const IN_SIGHT = 2;

/** @param name of the record */
export function ActionButtons({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const inSight = actions.length > IN_SIGHT + 1 ? actions.slice(0, IN_SIGHT) : actions;
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
