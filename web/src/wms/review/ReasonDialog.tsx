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
  /** The consequences. */
  text?: string;
  confirmLabel: string;
  /** Label of the cancel button, where “Cancel” could be mistaken for the step. */
  cancelLabel?: string;
  danger?: boolean;
  /** What the user must know first. */
  notice?: ReactNode;
  /** Something is missing, as the notice explains. */
  blocked?: boolean;
  /** A reason given before: shown instead of asked again. */
  existingReason?: string | undefined;
  /** Steps other than the applicant that it can be returned to. */
  backTo?: readonly { id: string; name: string; level: number }[];
  /** Common reasons. */
  usual?: Usual;
}

interface ReasonDialogProps {
  asked: ReasonQuestion | null;
  /** Text kept by the caller, so that a closed dialog loses nothing. */
  draft?: string;
  onDraft?: (text: string) => void;
  busy: boolean;
  error: Error | null;
  /** @param to step to return it to; null: the applicant */
  onGiven: (comment: string, to: string | null) => void;
  onClose: () => void;
  /** Called when the document has changed meanwhile. */
  onReload: () => void;
}

/** Asks for the mandatory reason of a step. */
export function ReasonDialog({ asked, draft = '', onDraft, busy, error, onGiven, onClose, onReload }: ReasonDialogProps) {
  const t = useT();
  const [form] = Form.useForm<{ comment: string; to?: string }>();
  // Don't store the text twice if the caller keeps it.
  const isKept = onDraft === undefined && asked !== null && asked.existingReason === undefined;
  const texts = useTypedTexts(isKept ? asked.title : null, onClose, { busy });
  const pick = (text: string): void => {
    form.setFieldValue('comment', text);
    onDraft?.(text);
  };
  const submit = async (): Promise<void> => {
    if (busy || !asked || asked.blocked) return;
    if (asked.existingReason !== undefined) return onGiven(asked.existingReason, null);
    const given = await form.validateFields().catch(() => null);
    if (given) onGiven(given.comment.trim(), given.to || null);
  };
  return (
    <Modal
      open={asked !== null}
      title={asked?.title}
      okText={asked?.confirmLabel}
      cancelText={asked?.cancelLabel ?? t('common.cancel')}
      okButtonProps={{ danger: asked?.danger ?? false, disabled: asked?.blocked ?? false, ...busyProps(busy) }}
      onOk={() => void submit()}
      onCancel={texts.leave}
      afterClose={() => form.resetFields()}
      afterOpenChange={(open) => open && asked?.existingReason === undefined && form.focusField('comment')}
      destroyOnHidden
    >
      {asked?.text && <p className="work-dialog-text">{asked.text}</p>}
      {asked?.notice}
      {asked?.existingReason === undefined ? (
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
        <p>{t('work.reasonGiven', { reason: asked.existingReason })}</p>
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

/** Whom to return it to: the applicant or an earlier step. */
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
