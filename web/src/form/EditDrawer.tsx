// A drawer that edits a small record over its page.
import { Drawer } from 'antd';
import { lowerFirst, useT } from '../phrase/phrases.ts';
import { askToLeave } from './ask-to-leave.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { EditBar } from './EditBar.tsx';
import { EditForm } from './EditForm.tsx';
import type { FieldsOf } from './EditPage.tsx';
import { idOf, type EditSpec, type FormRoute, type RecordOf } from './edit-spec.ts';
import { SectionsProvider } from './Section.tsx';
import { useEdit } from './use-edit.ts';
import { toSaveAction } from './use-edit-keys.ts';

interface EditDrawerProps<C extends FormRoute> {
  edit: EditSpec<C>;
  /** `new`, or a record to edit; null while closed. */
  of: 'new' | RecordOf<C> | null;
  blank?: Record<string, unknown>;
  onClose: () => void;
  onSaved?: (record: RecordOf<C>) => void;
  children: FieldsOf<RecordOf<C>>;
}

export function EditDrawer<C extends FormRoute>(props: EditDrawerProps<C>) {
  const { of } = props;
  if (of === null) return null;
  const record = of === 'new' ? null : of;
  return <Filled key={record ? idOf(record) : 'new'} {...props} record={record} />;
}

function Filled<C extends FormRoute>({
  edit,
  record,
  blank,
  onClose,
  onSaved,
  children,
}: EditDrawerProps<C> & { record: RecordOf<C> | null }) {
  const t = useT();
  const phone = useIsPhone();
  const state = useEdit({
    edit,
    record,
    blank,
    onSaved: (saved, then) => {
      onSaved?.(saved);
      if (then === 'back') onClose();
    },
    onRemoved: onClose,
  });
  const { base, isDirty, busy, submit } = state;
  const leave = async (): Promise<void> => {
    if (busy !== null) return;
    if (isDirty && !(await askToLeave())) return;
    state.discard();
    onClose();
  };
  const name = t(edit.name);
  return (
    <Drawer
      open
      size={phone ? '100%' : 480}
      title={t(base ? 'form.editTitle' : 'form.newTitle', { name: lowerFirst(name) })}
      onClose={() => void leave()}
      maskClosable={!isDirty}
      footer={<EditBar edit={edit} state={state} stays={false} onCancel={() => void leave()} />}
      className="form-drawer"
    >
      <div
        onKeyDown={(event) => {
          const then = toSaveAction(event.nativeEvent);
          if (then === null) return;
          event.preventDefault();
          void submit(then === 'stay' && !base ? 'back' : then);
        }}
      >
        <SectionsProvider>
          <EditForm state={state}>{typeof children === 'function' ? children(base as RecordOf<C> | null) : children}</EditForm>
        </SectionsProvider>
      </div>
    </Drawer>
  );
}
