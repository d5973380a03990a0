// The form itself: fields, draft, and conflict dialog.
import { Suspense, useEffect, type ReactNode } from 'react';
import { lazyPart } from '../browser/lazy-part.ts';
import { EditContext } from './context.ts';
import { FormBody } from './FormBody.tsx';
import { DraftNote } from './FormNotes.tsx';
import type { EditState } from './use-edit.ts';

/** Rarely needed. */
const StaleDialog = lazyPart(async () => (await import('./StaleDialog.tsx')).StaleDialog);

export function EditForm({ state, children }: { state: EditState; children: ReactNode }) {
  const { form, formName, context, initial, typed, hasDraft, revert, stale, base, resolveConflict: settle, recount } = state;
  // Fields have registered by then. A field that none shows could never be entered, and the omission would go unnoticed.
  useEffect(() => {
    const forgotten = state.fields.filter((name) => !context.looks.has(name));
    if (forgotten.length > 0) throw new Error(`The form has no field for ${forgotten.join(', ')}`);
  }, []);
  return (
    <EditContext value={context}>
      {hasDraft && <DraftNote isNew={base === null} onDrop={revert} />}
      <FormBody form={form} name={formName} initial={initial} onChange={typed} onChecked={recount}>
        {children}
      </FormBody>
      {stale && base && (
        <Suspense>
          <StaleDialog
            schema={context.schema!}
            looks={context.looks}
            before={base}
            theirs={stale}
            mine={form.getFieldsValue(true) as Record<string, unknown>}
            onSettle={settle}
          />
        </Suspense>
      )}
    </EditContext>
  );
}
