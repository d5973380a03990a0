import { useMayCall } from '../page/may-call.ts';
import { useT } from '../phrase/phrases.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import type { EditSpec, FormRoute, RecordOf } from './edit-spec.ts';
import type { EditState } from './use-edit.ts';

/** Deletes the record after confirmation; if it cannot be deleted, says why. */
export function RemoveButton<C extends FormRoute>({ edit, state }: { edit: EditSpec<C>; state: EditState }) {
  const t = useT();
  const mayCall = useMayCall();
  const { base, busy, remove } = state;
  if (!base || !edit.remove || !mayCall(edit.remove)) return null;
  const reason = edit.cannotRemove?.(base as RecordOf<C>);
  return (
    <>
      <BusyButton danger type="text" disabled={reason !== undefined} busy={busy === 'remove'} onClick={() => void remove()}>
        {t('common.delete')}
      </BusyButton>
      {reason !== undefined && <span className="form-bar-note">{reason}</span>}
    </>
  );
}
