// The sign-in. It waits for nothing but itself: the UI kit is fetched while the person types.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { required } from '@kuwei/contract/rule';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/error.ts';
import { history } from '../../navigation/history.ts';
import { safeReturnUrl } from '../../navigation/return-url.ts';
import { usePage } from '../../page/page.ts';
import { say, useLocale, useT } from '../../phrase/phrases.ts';
import { chooseLocale } from '../../session/preference.ts';
import { signIn } from '../../session/sign.ts';
import { useConfigOr } from '../../session/version.ts';
import { loadFrame } from '../../shell/load-frame.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Shelves } from './Shelves.tsx';
import './login.css';

const rules = { username: required('rule.username'), password: required('rule.password') };
type FieldName = keyof typeof rules;

export default function LoginPage() {
  const t = useT();
  const title = useConfigOr('SYS_ADMIN_TITLE', t('app.title'));
  useEffect(() => void loadFrame().catch(() => {}), []);
  return (
    <div className="login">
      <aside className="login-side">
        <Shelves />
        <div className="login-brand">
          <Mark size={40} />
          <p>{t('login.about')}</p>
        </div>
      </aside>
      <main className="login-main">
        <LanguageSwitch />
        <div className="login-box">
          <div className="login-head">
            <Mark size={32} />
            <h1>{title}</h1>
          </div>
          <LoginForm />
        </div>
      </main>
    </div>
  );
}

function LanguageSwitch() {
  const t = useT();
  const other = useLocale() === 'zh' ? 'en' : 'zh';
  return (
    <button type="button" className="kw-plain login-language" lang={other} onClick={() => void chooseLocale(other)}>
      {t('app.switchLanguage')}
    </button>
  );
}

function LoginForm() {
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
      <Field {...field('username')} type="text" autoComplete="username" focused />
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

interface FieldProps {
  name: FieldName;
  label: string;
  value: string;
  /** Key of the phrase that says what is wrong. */
  fault: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  type: 'text' | 'password';
  autoComplete: string;
  focused?: boolean;
  hint?: string;
  onKey?: (event: React.KeyboardEvent) => void;
  children?: ReactNode;
}

function Field({ name, label, value, fault, onChange, onBlur, type, autoComplete, focused, hint, onKey, children }: FieldProps) {
  const note = fault === undefined ? hint : say(fault);
  return (
    <div className="login-field">
      <label htmlFor={`login-${name}`}>{label}</label>
      <div className="login-input">
        <input
          id={`login-${name}`}
          name={name}
          type={type}
          value={value}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1_000}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this screen
          autoFocus={focused}
          aria-invalid={fault !== undefined}
          aria-describedby={`login-${name}-note`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          onKeyDown={onKey}
          onKeyUp={onKey}
        />
        {children}
      </div>
      <p id={`login-${name}-note`} className={fault === undefined ? 'login-note' : 'login-note fault'}>
        {note}
      </p>
    </div>
  );
}

function PasswordField(props: Omit<FieldProps, 'type' | 'autoComplete'>) {
  const t = useT();
  const [seen, setSeen] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    <Field
      {...props}
      type={seen ? 'text' : 'password'}
      autoComplete="current-password"
      {...(caps && { hint: t('login.capsLock') })}
      onKey={(event) => setCaps(event.getModifierState('CapsLock'))}
    >
      <button
        type="button"
        className="kw-plain login-eye"
        aria-label={t(seen ? 'login.hidePassword' : 'login.showPassword')}
        aria-pressed={seen}
        onClick={() => setSeen(!seen)}
      >
        <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
          <path d="M2 10c2-3.6 4.7-5.4 8-5.4s6 1.8 8 5.4c-2 3.6-4.7 5.4-8 5.4S4 13.6 2 10Z" />
          <circle cx="10" cy="10" r="2.6" />
          {seen && <path d="m3.5 16.5 13-13" />}
        </svg>
      </button>
    </Field>
  );
}
