import { Button } from 'antd';

import { useT } from '../phrase/phrases.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { ProblemNote } from './FormNotes.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import type { EditSpec, FormRoute } from './edit-spec.ts';
import type { EditState } from './use-edit.ts';
import './edit-bar.css';

interface EditBarProps<C extends FormRoute> {
  edit: EditSpec<C>;
  state: EditState;
  /** A page may stay open after saving, and reports unsaved changes; a drawer closes. */
  stays: boolean;
  onCancel: () => void;
}

/** The action bar below a form. */
export function EditBar<C extends FormRoute>({ edit, state, stays, onCancel }: EditBarProps<C>) {
  const t = useT();
  const { base, busy, isDirty, problem, submit } = state;
  const phone = useIsPhone();
  return (
    <>
      {problem && <ProblemNote {...problem} />}
      <div className="form-bar-row">
        {(!stays || !phone) && <RemoveButton edit={edit} state={state} />}
        {stays && isDirty && (
          <span className="form-bar-dirty" role="status">
            {t('form.unsaved')}
          </span>
        )}
        <div className="form-bar-right">
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          {base && stays && !edit.submit && (
            <BusyButton busy={busy === 'stay'} onClick={() => void submit('stay')} title="Ctrl+S">
              {t('form.saveStay')}
            </BusyButton>
          )}
          {!base && !edit.submit && (
            <BusyButton busy={busy === 'next'} onClick={() => void submit('next')}>
              {t('form.saveNext')}
            </BusyButton>
          )}
          <BusyButton
            type={edit.submit ? 'default' : 'primary'}
            busy={busy === 'back'}
            onClick={() => void submit('back')}
            title="Ctrl+Enter"
          >
            {t('form.save')}
          </BusyButton>
          {edit.submit && (
            <BusyButton type="primary" busy={busy === 'submit'} onClick={() => void submit('submit')}>
              {t(edit.submit.label)}
            </BusyButton>
          )}
        </div>
      </div>
    </>
  );
}
