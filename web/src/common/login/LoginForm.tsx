import { tokenRoutes } from '@kuwei/contract/auth/token';
import { required } from '@kuwei/contract/rule';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/error.ts';
import { history } from '../../navigation/history.ts';
import { safeReturnUrl } from '../../navigation/return-url.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { signIn } from '../../session/sign.ts';
import { LoginField, PasswordField } from './LoginField.tsx';

const rules = { username: required('rule.username'), password: required('rule.password') };
type FieldName = keyof typeof rules;

export function LoginForm() {
  const t = useT();
  const { query } = usePage();
  const [values, setValues] = useState({ username: '', password: '' });
  const [refused, setRefused] = useState<Partial<Record<FieldName, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const faultOf = (name: FieldName, value: string): string | undefined => rules[name](value)?.key;
  const change = (name: FieldName, value: string): void => {
    setValues({ ...values, [name]: value });
    setRefused({ ...refused, [name]: faultOf(name, value) });
    setFailure('');
  };
  const submit = async (): Promise<void> => {
    const faults = { username: faultOf('username', values.username.trim()), password: faultOf('password', values.password) };
    setRefused(faults);
    const first = faults.username !== undefined ? 'username' : faults.password !== undefined ? 'password' : null;
    if (first !== null) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setFailure('');
    try {
      await signIn(await call(tokenRoutes.login, { body: values }));
      history.replace(safeReturnUrl(query.get('return_url')));
    } catch (error) {
      setBusy(false);
      setFailure(error instanceof ApiError ? error.message : t('api.abnormal'));
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
    }
  };

  const field = (name: FieldName) => ({
    name,
    label: t(`login.${name}`),
    value: values[name],
    fault: refused[name],
    onChange: (value: string) => change(name, value),
    onBlur: () => setRefused({ ...refused, [name]: faultOf(name, values[name]) }),
  });
  return (
    <form
      ref={form}
      noValidate
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <LoginField {...field('username')} type="text" autoComplete="username" focused />
      <PasswordField {...field('password')} />
      <div className="login-failure" role="alert">
        {failure}
      </div>
      <button type="submit" className="kw-button primary login-submit" aria-disabled={busy}>
        {busy && <span className="login-busy" aria-hidden="true" />}
        {t('login.submit')}
      </button>
    </form>
  );
}
