// The form itself: its fields, its draft, what went wrong, and the question after somebody else has saved.
import { Form } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import { EditContext } from './context.ts';
import { StaleDialog } from './StaleDialog.tsx';
import type { EditState, Problem } from './use-edit.ts';
import './form.css';

/** Enter in a one-line field would send the form half done. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey)
    event.preventDefault();
}

export function EditForm({ state, children }: { state: EditState; children: ReactNode }) {
  const t = useT();
  const { form, formName, context, initial, onValuesChange, hasDraft, revert, stale, base, settle } = state;
  return (
    <EditContext value={context}>
      {hasDraft && (
        <p className="form-draft" role="status">
          {t('form.draftBack')}
          <button type="button" className="kw-plain kw-link" onClick={revert}>
            {t('form.draftDrop')}
          </button>
        </p>
      )}
      <Form
        form={form}
        name={formName}
        layout="vertical"
        initialValues={initial}
        onValuesChange={onValuesChange}
        validateTrigger={['onBlur', 'onChange']}
        scrollToFirstError={false}
        autoComplete="off"
        onKeyDown={keepEnter}
      >
        {children}
      </Form>
      {stale && base && (
        <StaleDialog
          schema={context.schema!}
          looks={context.looks}
          before={base}
          theirs={stale.theirs}
          mine={form.getFieldsValue(true) as Record<string, unknown>}
          onSettle={settle}
        />
      )}
    </EditContext>
  );
}

/** What keeps the form from being saved; above its buttons. */
export function ProblemNote({ problem }: { problem: Problem }) {
  const t = useT();
  return (
    <div className="form-problem" role="alert">
      <strong>{problem.title}</strong>
      {problem.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {problem.requestId !== null && <span className="kw-code">{t('error.page.requestId', { id: problem.requestId })}</span>}
    </div>
  );
}
