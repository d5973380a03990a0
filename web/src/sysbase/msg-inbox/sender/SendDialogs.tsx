// Sending a free-text message, or one from a template.
import { fill } from '@kuwei/contract/phrase';
import { length, required } from '@kuwei/contract/rule';
import { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import { msgSenderRoutes, type SendingWhole, type Template } from '@kuwei/contract/sys/msg-sender';
import { Form, Input } from 'antd';
import { ActionDialog } from '../../../form/ActionDialog.tsx';
import { AreaField } from '../../../form/field/AreaField.tsx';
import { ChoiceField } from '../../../form/field/ChoiceField.tsx';
import { TextField } from '../../../form/field/TextField.tsx';
import { fieldRules } from '../../../form/rules.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ReceiverFields } from './ReceiverFields.tsx';
import './sender.css';

interface SendDialogProps {
  onDone: (sent: SendingWhole) => void;
  onClose: () => void;
}

const CHANGES = ['/sys/msg-inbox'];
const WIDTH = 720;

export function SendTextDialog({ onDone, onClose }: SendDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={msgSenderRoutes.sendText}
      params={{}}
      blank={{ kind: 'NOTICE' }}
      title={t('sender.write')}
      yes={t('sender.send')}
      width={WIDTH}
      guarded
      changes={CHANGES}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField name="title" label="sender.message" width="full" autoFocus />
      <AreaField name="content" label="sender.content" rows={5} />
      <ChoiceField name="kind" label="sender.kind" values={MESSAGE_KINDS} phrase="inbox.kind" clearable={false} />
      <TextField name="link" label="sender.link" hint={t('sender.linkHint')} />
      <ReceiverFields />
    </ActionDialog>
  );
}

export function SendTemplateDialog({ template, onDone, onClose }: SendDialogProps & { template: Template }) {
  const t = useT();
  const { id, name, params } = template;
  return (
    <ActionDialog
      route={msgSenderRoutes.sendTemplate}
      params={{ id }}
      blank={{ params: params.map((each) => ({ name: each, value: '' })) }}
      title={t('template.sendTitle', { name })}
      yes={t('sender.send')}
      width={WIDTH}
      guarded
      changes={CHANGES}
      onDone={onDone}
      onClose={onClose}
    >
      {params.map((each, at) => (
        <Form.Item
          key={each}
          className="form-field half"
          name={['params', at, 'value']}
          label={each}
          {...fieldRules(required(), length(1, 500))}
        >
          <Input autoFocus={at === 0} />
        </Form.Item>
      ))}
      <Preview template={template} />
      <ReceiverFields />
    </ActionDialog>
  );
}

/** Preview of the message; missing values stay in braces. */
function Preview({ template: { title, content, params } }: { template: Template }) {
  const t = useT();
  const typed = (Form.useWatch('params') as { value?: string }[] | undefined) ?? [];
  const values = Object.fromEntries(
    params.flatMap((name, at) => {
      const value = typed[at]?.value?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
  return (
    <section className="send-preview" aria-label={t('template.preview')}>
      <strong>{fill(title, values)}</strong>
      <p>{fill(content, values)}</p>
    </section>
  );
}
