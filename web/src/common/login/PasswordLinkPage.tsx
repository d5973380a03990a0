// Target of a password reset link.
import { linkRoutes } from '@kuwei/contract/auth/profile';
import { length, required } from '@kuwei/contract/rule';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/error.ts';
import { LOGIN } from '../../navigation/addresses.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { passwordLength } from '../../session/password-length.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { PasswordField } from './LoginField.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { forgetToken, useLinkToken } from './use-link.ts';

type Shown = { kind: 'looking' } | { kind: 'over'; why: string } | { kind: 'form'; username: string } | { kind: 'done' };

export default function PasswordLinkPage() {
  const t = useT();
  const token = useLinkToken();
  const [shown, setShown] = useState<Shown>({ kind: 'looking' });
  const look = (): void => {
    setShown({ kind: 'looking' });
    if (token === '') return setShown({ kind: 'over', why: t('link.over') });
    call(linkRoutes.lookAtLink, { body: { token } }).then(
      ({ username }) => setShown({ kind: 'form', username }),
      (error: unknown) => setShown({ kind: 'over', why: error instanceof ApiError ? error.message : t('api.abnormal') }),
    );
  };
  useEffect(look, [token]);
  return (
    <LoginFrame>
      {shown.kind === 'looking' && <p className="login-text">{t('link.looking')}</p>}
      {shown.kind === 'over' && (
        <>
          <p className="login-failure" role="alert">
            {shown.why}
          </p>
          <div className="login-ways">
            <PageLink className="kw-link" to={`${LOGIN}/forgotten`}>
              {t('link.again')}
            </PageLink>
            <PageLink className="kw-link" to={LOGIN}>
              {t('link.back')}
            </PageLink>
          </div>
        </>
      )}
      {shown.kind === 'form' && (
        <NewPassword
          token={token}
          username={shown.username}
          onDone={() => {
            forgetToken();
            setShown({ kind: 'done' });
          }}
        />
      )}
      {shown.kind === 'done' && (
        <div role="status">
          <p className="login-text">{t('link.password.done')}</p>
          <PageLink className="kw-button primary login-submit" to={LOGIN}>
            {t('link.back')}
          </PageLink>
        </div>
      )}
    </LoginFrame>
  );
}

const isGiven = required('rule.password');
type Name = 'password' | 'repeated';

function NewPassword({ token, username, onDone }: { token: string; username: string; onDone: () => void }) {
  const t = useT();
  const [values, setValues] = useState({ password: '', repeated: '' });
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (name: Name, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setFaults({});
    setFailure('');
  };
  const submit = async (): Promise<void> => {
    const short = isGiven(values.password) ?? length(passwordLength().min, passwordLength().max)(values.password);
    const wrong = {
      ...(short && { password: say(short.key, short.params) }),
      ...(values.password !== values.repeated && { repeated: t('link.password.differs') }),
    };
    setFaults(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await call(linkRoutes.useLink, { body: { token, ...values } });
      return onDone();
    } catch (error) {
      if (error instanceof ApiError && error.fields.length > 0)
        setFaults(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      else setFailure(error instanceof ApiError ? error.message : t('api.abnormal'));
    }
    setBusy(false);
  };
  const field = (name: Name) => ({
    name,
    label: t(`link.password.${name}`),
    value: values[name],
    fault: undefined,
    refusal: faults[name],
    onChange: (value: string) => change(name, value),
    autoComplete: 'new-password',
  });
  return (
    <form
      noValidate
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="login-text">
        <strong>{t('link.password.title')}</strong>
        <br />
        {t('link.password.for', { username })}
      </p>
      {/* Password managers save the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field('password')} hint={t('link.password.hint', passwordLength())} focused />
      <PasswordField {...field('repeated')} />
      <div className="login-failure" role="alert">
        {failure}
      </div>
      <SubmitButton busy={busy}>{t('link.password.set')}</SubmitButton>
    </form>
  );
}
