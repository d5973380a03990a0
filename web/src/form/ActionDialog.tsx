// A dialog that asks for the body of one call, by the rules of that call, and makes it. Refusals land at their fields.
import type { BodyOf, CallInput, ReplyOf } from '@kuwei/contract/route';
import { Form, Modal } from 'antd';
import { useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../api/error.ts';
import { askToLeave } from './ask-to-leave.ts';
import { usePageWrite } from '../api/query.ts';
import { useDirty } from '../page/page.ts';
import { useT } from '../phrase/phrases.ts';
import { busyProps } from '../ui/BusyButton.tsx';
import { EditContext, type FormContext } from './context.ts';
import type { FormRoute } from './edit-spec.ts';
import { focusFirst } from './focus-first.ts';
import { ProblemNote } from './FormNotes.tsx';
import { isSame, pathOfText, schemaAt, sentOf, type Path } from './schema.ts';
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
  const name = `d${useId().replaceAll(/\W/g, '')}`;
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
      {problem !== null && <ProblemNote title={problem} />}
    </Modal>
  );
}

type FormInstance = ReturnType<typeof Form.useForm>[0];

function useAction<R extends FormRoute>(props: ActionDialogProps<R>, form: FormInstance, formName: string) {
  const { route, params, fixed, changes, onDone } = props;
  const write = usePageWrite(route, { changes });
  const [problem, setProblem] = useState<string | null>(null);
  const refusals = useRef(new Map<string, { value: unknown; message: string }>());
  const context = useMemo<FormContext>(
    () => ({
      schema: route.body,
      record: null,
      looks: new Map(),
      change: (values) => form.setFieldsValue(values),
      refused: (path, value) => {
        const refusal = refusals.current.get(path.join('.'));
        return refusal && isSame(schemaAt(route.body, path), refusal.value, value) ? refusal.message : undefined;
      },
    }),
    [route, form],
  );
  const isHeld = async (): Promise<boolean> => {
    try {
      await form.validateFields();
      return true;
    } catch (failed) {
      const { errorFields } = failed as { errorFields: { name: Path }[] };
      focusFirst(
        formName,
        errorFields.map((field) => field.name),
      );
      return false;
    }
  };
  const fail = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) throw error;
    const shown = error.fields.filter(({ path }) => form.getFieldInstance([...pathOfText(path)]) !== undefined);
    for (const { path, message } of shown)
      refusals.current.set(path, { value: form.getFieldValue([...pathOfText(path)]) as unknown, message });
    const elsewhere = error.fields.find((field) => !shown.includes(field))?.message;
    if (shown.length === 0 || elsewhere !== undefined) setProblem(elsewhere ?? error.message);
    else await isHeld();
  };
  const submit = async (): Promise<void> => {
    if (write.isPending) return;
    refusals.current.clear();
    setProblem(null);
    if (!(await isHeld())) return;
    const body = { ...(sentOf(route.body, { ...(form.getFieldsValue(true) as object), ...fixed }) as object) };
    try {
      onDone(await write.mutateAsync({ params, body } as unknown as CallInput<R>));
    } catch (error) {
      await fail(error);
    }
  };
  return { submit, busy: write.isPending, problem, context };
}
