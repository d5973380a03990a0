import { required } from '@kuwei/contract/rule';
import { Form, Input, Modal } from 'antd';
import { useTypedTexts } from '../../form/use-typed-texts.ts';
import { fieldRules } from '../../form/rules.ts';
import { useT } from '../../phrase/phrases.ts';
import type { DismissKind } from './DismissDialog.tsx';

interface BulkDismissDialogProps {
  how: DismissKind;
  count: number;
  /** null: cancelled. */
  onAnswer: (more: Record<string, string> | null) => void;
}

/** One day or one reason for all selected warnings. */
export function BulkDismissDialog({ how, count, onAnswer }: BulkDismissDialogProps) {
  const t = useT();
  const [form] = Form.useForm<Record<string, string>>();
  const isSnooze = how === 'snooze';
  const name = isSnooze ? 'untilDay' : 'reason';
  const texts = useTypedTexts(`${how} many`, () => onAnswer(null));
  const submit = async (): Promise<void> => {
    const given = await form.validateFields().catch(() => null);
    if (!given) return;
    texts.done();
    onAnswer({ [name]: given[name]!.trim() });
  };
  return (
    <Modal
      open
      title={t(isSnooze ? 'warning.snoozeMany' : 'warning.ignoreMany', { count })}
      okText={t(isSnooze ? 'warning.snooze' : 'warning.ignore')}
      cancelText={t('common.cancel')}
      onOk={() => void submit()}
      onCancel={texts.leave}
      afterOpenChange={(open) => open && form.focusField(name)}
    >
      <p>{t(isSnooze ? 'warning.snoozeText' : 'warning.ignoreText')}</p>
      <Form form={form} layout="vertical" initialValues={texts.kept} onInput={texts.onInput} onFinish={() => void submit()}>
        <Form.Item
          name={name}
          label={t(isSnooze ? 'wms.warning.untilDay' : 'wms.warning.reason')}
          {...fieldRules(required('warning.needed'))}
        >
          {isSnooze ? <Input type="date" /> : <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={500} />}
        </Form.Item>
      </Form>
    </Modal>
  );
}
