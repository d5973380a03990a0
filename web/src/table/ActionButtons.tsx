import { useMayCall } from '../page/may-call.ts';
import { MoreActions } from './RowActions.tsx';
import type { RowAction } from './list-types.ts';
import { PageLink } from '../ui/PageLink.tsx';

interface ActionButtonsProps {
  /** Name of the record or list that the actions belong to. */
  name: string;
  actions: readonly RowAction[];
  /** Number of visible actions, or one more if that is the last; the rest are in a menu. */
  most?: number;
}

export function ActionButtons({ name, actions: offered, most = 2 }: ActionButtonsProps) {
  const mayCall = useMayCall();
  const actions = offered.filter(({ route }) => route === undefined || mayCall(route));
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
