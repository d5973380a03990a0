import type { PhraseKey } from '@kuwei/contract/phrase';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { required } from '@kuwei/contract/rule';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoginField, PasswordField } from './LoginField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import type { SignIn } from './use-sign-in.ts';

const rules = { username: required('rule.username'), password: required('rule.password') };
type FieldName = keyof typeof rules;

export function LoginForm({ signIn }: { signIn: SignIn }) {
  const t = useT();
  const [values, setValues] = useState({ username: '', password: '' });
  const [refused, setRefused] = useState<Partial<Record<FieldName, PhraseKey | undefined>>>({});
  /** Hides the error once the input has changed. */
  const [changed, setChanged] = useState(false);
  const { busy } = signIn;
  const form = useRef<HTMLFormElement>(null);

  const faultOf = (name: FieldName, value: string): PhraseKey | undefined => rules[name](value)?.key;
  const change = (name: FieldName, value: string): void => {
    // A password manager fills both fields before a rerender.
    setValues((before) => ({ ...before, [name]: value }));
    setRefused((before) => ({ ...before, [name]: faultOf(name, value) }));
    setChanged(true);
  };
  const submit = async (): Promise<void> => {
    const faults = { username: faultOf('username', values.username.trim()), password: faultOf('password', values.password) };
    setRefused(faults);
    const first = faults.username !== undefined ? 'username' : faults.password !== undefined ? 'password' : null;
    if (first !== null) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setChanged(false);
    if (await signIn.run(() => call(tokenRoutes.login, { body: values }))) return;
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
  };

  const field = (name: FieldName) => ({
    name,
    label: t(`login.${name}`),
    value: values[name],
    fault: refused[name],
    onChange: (value: string) => change(name, value),
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
        {!changed && signIn.failure}
      </div>
      <SubmitButton busy={busy}>{t('login.submit')}</SubmitButton>
    </form>
  );
}
