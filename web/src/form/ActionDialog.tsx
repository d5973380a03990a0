// A dialog that asks for the body of one call, by the rules of that call, and makes it. Refusals land at their fields.
import type { BodyOf, CallInput, ReplyOf } from '@kuwei/contract/route';
import { Form, Modal } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useDirty } from '../page/page.ts';
import { usePageWrite } from '../page/query.ts';
import { useT } from '../phrase/phrases.ts';
import { busyProps } from '../ui/BusyButton.tsx';
import { askToLeave } from './ask-to-leave.ts';
import { EditContext, type FormContext } from './context.ts';
import type { FormRoute } from './edit-spec.ts';
import { ProblemNote } from './FormNotes.tsx';
import { sentOf } from './schema.ts';
import { useFormName } from './use-form-name.ts';
import { useRefusals } from './use-refusals.ts';
import './section.css';

interface ActionDialogProps<R extends FormRoute> {
  route: R;
  /** Parameters of the address. */
  params: CallInput<R> extends { params: infer P } ? P : Record<string, never>;
  /** Parts of the body that nobody types, such as `rev`. */
  fixed?: Partial<BodyOf<R>>;
  blank?: Partial<BodyOf<R>>;
  title: string;
  /** What will happen, said before the fields. */
  text?: ReactNode;
  yes: string;
  danger?: boolean;
  /** Worth asking about before it is given up: what is typed in is more than a line. */
  guarded?: boolean;
  width?: number;
  /** Paths whose answers change. */
  changes: readonly string[];
  onDone: (reply: ReplyOf<R>) => void;
  onClose: () => void;
  children?: ReactNode;
}

export function ActionDialog<R extends FormRoute>(props: ActionDialogProps<R>) {
  const { title, text, yes, danger = false, guarded = false, width = 520, blank, onClose, children } = props;
  const t = useT();
  const [form] = Form.useForm();
  const name = useFormName();
  const { submit, busy, problem, context } = useAction(props, form, name);
  const [touched, setTouched] = useState(false);
  useDirty(guarded && touched);
  const leave = async (): Promise<void> => {
    if (busy) return;
    if (!guarded || !touched || (await askToLeave())) onClose();
  };
  return (
    <Modal
      open
      title={title}
      width={width}
      okText={yes}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger, ...busyProps(busy) }}
      onOk={() => void submit()}
      onCancel={() => void leave()}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <EditContext value={context}>
        {text !== undefined && <div className="form-section-text">{text}</div>}
        <Form
          form={form}
          name={name}
          layout="vertical"
          initialValues={blank}
          autoComplete="off"
          scrollToFirstError={false}
          onValuesChange={() => setTouched(true)}
          onFinish={() => void submit()}
        >
          <div className="form-rows">{children}</div>
          <button type="submit" hidden />
        </Form>
      </EditContext>
      {problem && <ProblemNote {...problem} />}
    </Modal>
  );
}

type FormInstance = ReturnType<typeof Form.useForm>[0];

function useAction<R extends FormRoute>(props: ActionDialogProps<R>, form: FormInstance, formName: string) {
  const { route, params, fixed, changes, onDone } = props;
  const write = usePageWrite(route, { changes });
  const refusals = useRefusals({ form, formName, schema: route.body, small: true });
  const context = useMemo<FormContext>(
    () => ({
      schema: route.body,
      record: null,
      looks: new Map(),
      change: (values) => form.setFieldsValue(values),
      refused: refusals.refused,
    }),
    [route, form],
  );
  const submit = async (): Promise<void> => {
    if (write.isPending) return;
    refusals.clear();
    if (!(await refusals.validate())) return;
    const body = { ...(sentOf(route.body, { ...(form.getFieldsValue(true) as object), ...fixed }) as object) };
    try {
      onDone(await write.mutateAsync({ params, body } as unknown as CallInput<R>));
    } catch (error) {
      refusals.tell(error, undefined, context.looks);
    }
  };
  return { submit, busy: write.isPending, problem: refusals.problem, context };
}
