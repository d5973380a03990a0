import { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import { msgSenderRoutes, type Template } from '@kuwei/contract/sys/msg-sender';
import { editOf } from '../../../form/edit-spec.ts';
import { EditDrawer } from '../../../form/EditDrawer.tsx';
import { AreaField } from '../../../form/field/AreaField.tsx';
import { ChoiceField } from '../../../form/field/ChoiceField.tsx';
import { SwitchField } from '../../../form/field/SwitchField.tsx';
import { TextField } from '../../../form/field/TextField.tsx';
import { Section } from '../../../form/Section.tsx';
import { useT } from '../../../phrase/phrases.ts';

export type Editing = 'new' | Template | null;

const templateEdit = editOf(msgSenderRoutes.createTemplate, {
  name: 'template.title',
  get: msgSenderRoutes.getTemplate,
  update: msgSenderRoutes.updateTemplate,
  remove: msgSenderRoutes.deleteTemplate,
  changes: ['/sys/msg-inbox/template'],
  nameOf: ({ name }) => name,
  blank: { kind: 'NOTICE', valid: true },
});

export default function TemplateDrawer({ of, onClose }: { of: Editing; onClose: () => void }) {
  const t = useT();
  return (
    <EditDrawer edit={templateEdit} of={of} onClose={onClose}>
      <Section title="template.title">
        <TextField name="code" label="template.code" code autoFocus />
        <TextField name="name" label="template.name" />
        <ChoiceField name="kind" label="sender.kind" values={MESSAGE_KINDS} phrase="inbox.kind" clearable={false} />
        <SwitchField name="valid" label="template.valid" />
        <TextField name="title" label="sender.message" width="full" />
        <AreaField name="content" label="sender.content" rows={5} hint={t('template.textHint', { parameter: '{parameter}' })} />
        <TextField name="link" label="sender.link" width="full" hint={t('sender.linkHint')} />
      </Section>
    </EditDrawer>
  );
}
