import { required } from '@kuwei/contract/rule';
import { Form, Input, Modal } from 'antd';
import { useId, type ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { useTypedTexts } from '../../form/use-typed-texts.ts';
import { fieldRules } from '../../form/rules.ts';
import { PhrasePicker, type Usual } from './PhrasePicker.tsx';
import { Refusal } from './Refusal.tsx';
import { busyProps } from '../../ui/BusyButton.tsx';
import './reason-dialog.css';
import '../document/said.css';

export interface ReasonQuestion {
  title: string;
  /** What follows from it. */
  text?: string;
  yes: string;
  /** Where “Cancel” could be taken for the step itself. */
  no?: string;
  danger?: boolean;
  /** What else has to be known before. */
  notice?: ReactNode;
  /** Something is still missing, and the notice says what. */
  blocked?: boolean;
  /** The reason that was given before: it is shown, and not asked for again. */
  given?: string | undefined;
  /** Steps that it can go back to, beside the applicant. */
  backTo?: readonly { id: string; name: string; level: number }[];
  /** Reasons given often. */
  usual?: Usual;
}

interface ReasonDialogProps {
  asked: ReasonQuestion | null;
  /** What was written already, kept by whoever asks, so that a dialog that is closed loses nothing. */
  draft?: string;
  onDraft?: (text: string) => void;
  busy: boolean;
  error: Error | null;
  /** @param to step that it goes back to; null: the applicant */
  onGiven: (comment: string, to: string | null) => void;
  onClose: () => void;
  /** The document has changed meanwhile. */
  onReload: () => void;
}

/** Asks for the reason of a step that is not taken without one. */
export function ReasonDialog({ asked, draft = '', onDraft, busy, error, onGiven, onClose, onReload }: ReasonDialogProps) {
  const t = useT();
  const [form] = Form.useForm<{ comment: string; to?: string }>();
  // What whoever asks keeps is not kept twice.
  const isKept = onDraft === undefined && asked !== null && asked.given === undefined;
  const texts = useTypedTexts(isKept ? asked.title : null, onClose, { busy });
  const pick = (text: string): void => {
    form.setFieldValue('comment', text);
    onDraft?.(text);
  };
  const submit = async (): Promise<void> => {
    if (busy || !asked || asked.blocked) return;
    if (asked.given !== undefined) return onGiven(asked.given, null);
    const given = await form.validateFields().catch(() => null);
    if (given) onGiven(given.comment.trim(), given.to || null);
  };
  return (
    <Modal
      open={asked !== null}
      title={asked?.title}
      okText={asked?.yes}
      cancelText={asked?.no ?? t('common.cancel')}
      okButtonProps={{ danger: asked?.danger ?? false, disabled: asked?.blocked ?? false, ...busyProps(busy) }}
      onOk={() => void submit()}
      onCancel={texts.leave}
      afterClose={() => form.resetFields()}
      afterOpenChange={(open) => open && asked?.given === undefined && form.focusField('comment')}
      destroyOnHidden
    >
      {asked?.text && <p className="work-dialog-text">{asked.text}</p>}
      {asked?.notice}
      {asked?.given === undefined ? (
        <>
          <Form
            form={form}
            layout="vertical"
            initialValues={{ comment: draft || texts.kept['comment'] || '', to: '' }}
            onInput={texts.onInput}
            onValuesChange={(_, { comment }) => onDraft?.(comment ?? '')}
            onFinish={() => void submit()}
          >
            {asked?.backTo !== undefined && asked.backTo.length > 0 && (
              <Form.Item name="to">
                <StepChoice steps={asked.backTo} />
              </Form.Item>
            )}
            <Form.Item name="comment" label={t('work.reason')} {...fieldRules(required())}>
              <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={1_000} />
            </Form.Item>
          </Form>
          {asked?.usual && <PhrasePicker {...asked.usual} written={() => form.getFieldValue('comment') ?? ''} onPick={pick} />}
        </>
      ) : (
        <p>{t('work.reasonGiven', { reason: asked.given })}</p>
      )}
      <Refusal error={error} onReload={onReload} />
    </Modal>
  );
}

interface StepChoiceProps {
  steps: NonNullable<ReasonQuestion['backTo']>;
  value?: string;
  onChange?: (id: string) => void;
}

/** To whom it goes back: the applicant, or a step that it has passed. */
function StepChoice({ steps, value = '', onChange }: StepChoiceProps) {
  const t = useT();
  const name = useId();
  const options = [
    { id: '', label: t('work.returnTo.applicant') },
    ...steps.map((step) => ({ id: step.id, label: t('work.returnTo.step', { level: step.level, name: step.name }) })),
  ];
  return (
    <fieldset className="step-choice">
      <legend>{t('work.returnTo')}</legend>
      {options.map(({ id, label }) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === value} onChange={() => onChange?.(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
