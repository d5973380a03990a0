import { required } from '@kuwei/contract/rule';
import type { PlainKey } from '@kuwei/contract/phrase';
import { Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { fieldRules } from '../../../form/rules.ts';
import { PhrasePicker } from './PhrasePicker.tsx';
import { Refusal } from './Refusal.tsx';
import { busyProps } from '../../../ui/BusyButton.tsx';

export interface ReasonAsked {
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
  /** Reasons given often. */
  phrases: readonly PlainKey[];
}

interface ReasonDialogProps {
  asked: ReasonAsked | null;
  busy: boolean;
  error: Error | null;
  onGiven: (comment: string) => void;
  onClose: () => void;
  /** The document has changed meanwhile. */
  onReload: () => void;
}

/** Asks for the reason of a step that is not taken without one. */
export function ReasonDialog({ asked, busy, error, onGiven, onClose, onReload }: ReasonDialogProps) {
  const t = useT();
  const [form] = Form.useForm<{ comment: string }>();
  const submit = async (): Promise<void> => {
    if (busy || !asked || asked.blocked) return;
    if (asked.given !== undefined) return onGiven(asked.given);
    const given = await form.validateFields().catch(() => null);
    if (given) onGiven(given.comment.trim());
  };
  return (
    <Modal
      open={asked !== null}
      title={asked?.title}
      okText={asked?.yes}
      cancelText={asked?.no ?? t('common.cancel')}
      okButtonProps={{ danger: asked?.danger ?? false, disabled: asked?.blocked ?? false, ...busyProps(busy) }}
      onOk={() => void submit()}
      onCancel={onClose}
      afterClose={() => form.resetFields()}
      afterOpenChange={(open) => open && asked?.given === undefined && form.focusField('comment')}
      destroyOnHidden
    >
      {asked?.text && <p className="work-dialog-text">{asked.text}</p>}
      {asked?.notice}
      {asked?.given === undefined ? (
        <>
          <Form form={form} layout="vertical" initialValues={{ comment: '' }} onFinish={() => void submit()}>
            <Form.Item name="comment" label={t('work.reason')} {...fieldRules(required())}>
              <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={1_000} />
            </Form.Item>
          </Form>
          {asked && <PhrasePicker phrases={asked.phrases} onPick={(text) => form.setFieldValue('comment', text)} />}
        </>
      ) : (
        <p>{t('work.reasonGiven', { reason: asked.given })}</p>
      )}
      <Refusal error={error} onReload={onReload} />
    </Modal>
  );
}
