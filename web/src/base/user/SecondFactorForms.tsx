import { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import type { PlainKey } from '@kuwei/contract/phrase';
import type { ReplyOf } from '@kuwei/contract/route';
import { required } from '@kuwei/contract/rule';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { ProblemNote } from '../../form/FormNotes.tsx';
import { fieldRules } from '../../form/rules.ts';
import { useFormName } from '../../form/use-form-name.ts';
import { useRefusals } from '../../form/use-refusals.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import '../../form/form.css';

export type Secret = ReplyOf<typeof secondFactorRoutes.beginSecondFactor>;

interface FormProps<Reply> {
  onDone: (reply: Reply) => void;
  onCancel: () => void;
}
interface Values {
  password: string;
  code: string;
}

const CHANGES = ['/auth/biz/user/by-me/second-factor'];

/** Asks for the password first: an unattended open window must not be enough. */
export function PasswordForm({ onDone, onCancel }: FormProps<Secret>) {
  const t = useT();
  const write = usePageWrite(secondFactorRoutes.beginSecondFactor);
  return (
    <Step
      text={t('account.second.text')}
      yes="account.second.next"
      busy={write.isPending}
      send={async ({ password }) => onDone(await write.mutateAsync({ body: { password } }))}
      onCancel={onCancel}
    >
      <PasswordItem />
    </Step>
  );
}

export function ConfirmForm({ secret: { secret, uri }, onDone, onCancel }: FormProps<string[]> & { secret: Secret }) {
  const t = useT();
  const write = usePageWrite(secondFactorRoutes.confirmSecondFactor, { changes: CHANGES });
  return (
    <Step
      text={t('account.second.scan')}
      yes="account.second.confirm"
      busy={write.isPending}
      send={async ({ code }) => onDone((await write.mutateAsync({ body: { code } })).recoveryCodes)}
      onCancel={onCancel}
    >
      <div className="second-qr">
        <QrCode text={uri} label={t('account.second.qr')} />
        <p className="account-text">
          {t('account.second.secret')}
          <br />
          <span className="kw-code second-secret">{secret.match(/.{1,4}/g)!.join(' ')}</span>
        </p>
      </div>
      <CodeItem label="account.second.code" />
    </Step>
  );
}

export function DisableForm({ onDone, onCancel }: FormProps<null>) {
  const t = useT();
  const write = usePageWrite(secondFactorRoutes.dropSecondFactor, { changes: CHANGES });
  return (
    <Step
      text={t('account.second.offText')}
      yes="account.second.off"
      busy={write.isPending}
      send={async (values) => onDone(await write.mutateAsync({ body: values }))}
      onCancel={onCancel}
    >
      <PasswordItem />
      <CodeItem label="account.second.anyCode" />
    </Step>
  );
}

interface StepProps {
  text: string;
  yes: PlainKey;
  busy: boolean;
  send: (values: Values) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

function Step({ text, yes, busy, send, onCancel, children }: StepProps) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const name = useFormName();
  const refusals = useRefusals({ form, formName: name, schema: null, small: true });
  const submit = (values: Values): void => {
    if (busy) return;
    refusals.clear();
    send(values).catch((error: unknown) => refusals.report(error));
  };
  return (
    <Form form={form} name={name} layout="vertical" className="account-form" requiredMark={false} onFinish={submit}>
      <p className="account-text">{text}</p>
      {children}
      {refusals.problem && <ProblemNote {...refusals.problem} />}
      <div className="account-buttons">
        <BusyButton type="primary" htmlType="submit" busy={busy}>
          {t(yes)}
        </BusyButton>
        <button type="button" className="kw-button" onClick={onCancel}>
          {t('common.cancel')}
        </button>
      </div>
    </Form>
  );
}

function PasswordItem() {
  const t = useT();
  return (
    <Form.Item name="password" label={t('account.second.password')} {...fieldRules(required('rule.password'))}>
      <Input.Password autoComplete="current-password" maxLength={1_000} autoFocus />
    </Form.Item>
  );
}

function CodeItem({ label }: { label: PlainKey }) {
  const t = useT();
  return (
    <Form.Item name="code" label={t(label)} {...fieldRules(required())}>
      <Input className="form-code" autoComplete="one-time-code" maxLength={40} spellCheck={false} />
    </Form.Item>
  );
}
