// Changing the password. All errors are shown at their field.
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { length, required } from '@kuwei/contract/rule';
import { Form, Input } from 'antd';
import { history } from '../../browser/history.ts';
import { ProblemNote } from '../../form/FormNotes.tsx';
import { fieldRules } from '../../form/rules.ts';
import { useFormName } from '../../form/use-form-name.ts';
import { useRefusals } from '../../form/use-refusals.ts';
import { safeReturnUrl } from '../../navigation/return-url.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { loadUser, useUser } from '../../session/user.ts';
import { passwordLength } from '../../session/password-length.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { AccountHead } from './AccountHead.tsx';
import { useStrength } from './strength.ts';
import { StrengthMeter } from './StrengthMeter.tsx';

interface Values {
  oldPassword: string;
  password: string;
  repeated: string;
}
const BLANK: Values = { oldPassword: '', password: '', repeated: '' };

export default function ChangePasswordPage() {
  const t = useT();
  const due = useUser((state) => state.user?.mustRenew === true);
  const acting = useUser((state) => state.user?.authProxyUserInfo != null);
  // Only the owner may change the password.
  if (acting) return <AccountHead due={t('error.WHILE_ACTING')} />;
  return (
    <div className="account-page">
      <AccountHead due={due && t('account.password.due')} />
      <section className="account-box">
        <p className="account-text">{t('account.password.text')}</p>
        <PasswordForm />
      </section>
    </div>
  );
}

function PasswordForm() {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const user = useUser((state) => state.user);
  const password = (Form.useWatch('password', form) as string | undefined) ?? '';
  const strength = useStrength(password, [user?.username ?? '', user?.name ?? '']);
  const name = useFormName();
  const { submit, busy, problem } = useSubmit(form, name);
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      className="account-form"
      initialValues={BLANK}
      requiredMark={false}
      onValuesChange={(changed: Partial<Values>) => {
        // Revalidate the repetition if it has been filled in.
        const repeated = form.getFieldValue('repeated') as string;
        if (changed.password !== undefined && repeated !== '') form.validateFields(['repeated']).catch(() => {});
      }}
      onFinish={(values) => void submit(values)}
    >
      {/* Password managers save the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <Form.Item name="oldPassword" label={t('account.password.old')} {...fieldRules(required('rule.password'))}>
        <Input.Password autoComplete="current-password" maxLength={1_000} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('account.password.new')}
        {...fieldRules(required('rule.password'), length(passwordLength().min, passwordLength().max))}
        extra={
          <>
            <StrengthMeter strength={strength} />
            {t('account.password.hint', passwordLength())}
          </>
        }
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={t('account.password.repeated')}
        {...fieldRules(required('rule.password'), (value) =>
          value === '' || value === form.getFieldValue('password') ? undefined : { key: 'rule.passwordRepeated' },
        )}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {problem && <ProblemNote {...problem} />}
      <BusyButton type="primary" htmlType="submit" busy={busy}>
        {t('account.password.submit')}
      </BusyButton>
    </Form>
  );
}

function useSubmit(form: ReturnType<typeof Form.useForm<Values>>[0], formName: string) {
  const t = useT();
  const { query } = usePage();
  const write = usePageWrite(passwordRoutes.changePassword, { changes: ['/auth/biz/session'] });
  const refusals = useRefusals({ form, formName, schema: null, small: true });
  const submit = async (values: Values): Promise<void> => {
    if (write.isPending) return;
    refusals.clear();
    try {
      await write.mutateAsync({ body: values });
    } catch (error) {
      return refusals.report(error);
    }
    noticeDone(t('account.password.done'));
    form.resetFields();
    if (!useUser.getState().user?.mustRenew) return;
    await loadUser();
    history.push(safeReturnUrl(query.get('return_url')));
  };
  return { submit, busy: write.isPending, problem: refusals.problem };
}
