// A dialog for the body of one call: validates by the route's schema and makes the call. Errors are shown at their fields.
import type { BodyOf, CallInput, ReplyOf } from '@kuwei/contract/route';
import { Form, Modal } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useDirty } from '../page/page.ts';
import { usePageWrite } from '../page/query.ts';
import { useT } from '../phrase/phrases.ts';
import { busyProps } from '../ui/BusyButton.tsx';
import { EditContext, type FormContext } from './context.ts';
import type { FormRoute } from './edit-spec.ts';
import { ProblemNote } from './FormNotes.tsx';
import { sentOf } from './schema.ts';
import { useFormName } from './use-form-name.ts';
import { useRefusals } from './use-refusals.ts';
import { useTypedTexts } from './use-typed-texts.ts';
import './section.css';
import './form.css';

interface ActionDialogProps<R extends FormRoute> {
  route: R;
  /** Path parameters. */
  params: CallInput<R> extends { params: infer P } ? P : Record<string, never>;
  /** Fields of the body that are not entered, such as `rev`. */
  fixed?: Partial<BodyOf<R>>;
  blank?: Partial<BodyOf<R>>;
  title: string;
  /** Explains what will happen, above the fields. */
  text?: ReactNode;
  yes: string;
  danger?: boolean;
  /** The call is known to be rejected, and the dialog says so. */
  refused?: boolean;
  /** Asks before closing even if no text was typed: the choices took effort. */
  guarded?: boolean;
  width?: number;
  /** Additional content for an error, such as a link to the record it names. */
  about?: (refusal: Error) => ReactNode;
  /** Paths that become stale. */
  changes: readonly string[];
  onDone: (reply: ReplyOf<R>) => void;
  onClose: () => void;
  children?: ReactNode;
}

export function ActionDialog<R extends FormRoute>(props: ActionDialogProps<R>) {
  const {
    title,
    text,
    yes,
    danger = false,
    refused = false,
    guarded = false,
    width = 520,
    blank,
    about,
    onClose,
    children,
  } = props;
  const t = useT();
  const [form] = Form.useForm();
  const name = useFormName();
  const [touched, setTouched] = useState(false);
  useDirty(guarded && touched);
  const texts = useTypedTexts(`${props.route.method} ${props.route.path} ${JSON.stringify(props.params)}`, onClose, {
    prefix: `${name}_`,
    touched: guarded && touched,
  });
  const { submit, busy, problem, error, context } = useAction(props, form, name, texts.done);
  return (
    <Modal
      open
      title={title}
      width={width}
      okText={yes}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger, ...busyProps(busy), ...(refused && { disabled: true }) }}
      onOk={() => void submit()}
      onCancel={() => busy || texts.leave()}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <EditContext value={context}>
        {text !== undefined && <div className="form-section-text">{text}</div>}
        <Form
          form={form}
          name={name}
          layout="vertical"
          initialValues={{ ...blank, ...texts.kept }}
          onInput={texts.onInput}
          autoComplete="off"
          scrollToFirstError={false}
          onValuesChange={() => setTouched(true)}
          onFinish={() => void (refused || submit())}
        >
          <div className="form-rows">{children}</div>
          <button type="submit" hidden />
        </Form>
      </EditContext>
      {problem && <ProblemNote {...problem}>{error && about?.(error)}</ProblemNote>}
    </Modal>
  );
}

type FormInstance = ReturnType<typeof Form.useForm>[0];

function useAction<R extends FormRoute>(props: ActionDialogProps<R>, form: FormInstance, formName: string, sent: () => void) {
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
      weigh: refusals.weigh,
    }),
    [route, form],
  );
  const submit = async (): Promise<void> => {
    if (write.isPending) return;
    refusals.clear();
    if (!(await refusals.validate())) return;
    const body = { ...(sentOf(route.body, { ...(form.getFieldsValue(true) as object), ...fixed }) as object) };
    try {
      const reply = await write.mutateAsync({ params, body } as unknown as CallInput<R>);
      sent();
      onDone(reply);
    } catch (error) {
      refusals.report(error, undefined, context.looks);
    }
  };
  return { submit, busy: write.isPending, problem: refusals.problem, error: write.error, context };
}
