import type { PhraseKey } from '@kuwei/contract/phrase';
import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { required } from '@kuwei/contract/rule';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoginField } from './LoginField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import type { SignIn } from './use-sign-in.ts';

const rule = required();

/** Asks for a one-time code, after the password or single sign-on. */
export function SecondStep({ signIn, ticket }: { signIn: SignIn; ticket: string }) {
  const t = useT();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<PhraseKey>();
  const form = useRef<HTMLFormElement>(null);
  const check = (value: string): boolean => {
    const key = rule(value.trim())?.key;
    setFault(key);
    return key === undefined;
  };
  const submit = async (): Promise<void> => {
    if (!check(code) || signIn.busy) return;
    if (await signIn.run(() => call(signInRoutes.second, { body: { ticket, code } }))) return;
    form.current?.querySelector('input')?.select();
  };
  return (
    <form
      ref={form}
      noValidate
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="login-text">{t('login.codeText')}</p>
      <LoginField
        name="code"
        label={t('login.code')}
        value={code}
        fault={fault}
        onChange={(value) => {
          setCode(value);
          check(value);
        }}
        type="text"
        autoComplete="one-time-code"
        focused
      />
      <div className="login-failure" role="alert">
        {signIn.failure}
      </div>
      <SubmitButton busy={signIn.busy}>{t('login.verify')}</SubmitButton>
      <p className="login-ways">
        <button type="button" className="kw-plain kw-link" onClick={signIn.reset}>
          {t('login.again')}
        </button>
      </p>
    </form>
  );
}
