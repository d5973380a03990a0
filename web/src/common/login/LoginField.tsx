import type { PhraseKey } from '@kuwei/contract/phrase';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { say, useT } from '../../phrase/phrases.ts';

interface FieldProps {
  name: string;
  label: string;
  value: string;
  /** Phrase key of the validation error. */
  fault: PhraseKey | undefined;
  /** Error text from the server. */
  refusal?: string | undefined;
  onChange: (value: string) => void;
  type: 'text' | 'password';
  autoComplete: string;
  focused?: boolean;
  hint?: string;
  onKey?: (event: KeyboardEvent) => void;
  children?: ReactNode;
}

export function LoginField({
  name,
  label,
  value,
  fault,
  refusal,
  onChange,
  type,
  autoComplete,
  focused,
  hint,
  onKey,
  children,
}: FieldProps) {
  const note = fault === undefined ? (refusal ?? hint) : say(fault);
  const isWrong = fault !== undefined || refusal !== undefined;
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
          autoFocus={focused}
          aria-invalid={isWrong}
          aria-describedby={`login-${name}-note`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKey}
          onKeyUp={onKey}
        />
        {children}
      </div>
      <p id={`login-${name}-note`} className={isWrong ? 'login-note fault' : 'login-note'}>
        {note}
      </p>
    </div>
  );
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'autoComplete'> & { autoComplete?: string }) {
  const t = useT();
  const [seen, setSeen] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    <LoginField
      autoComplete="current-password"
      {...props}
      type={seen ? 'text' : 'password'}
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
          {/* As in antd: the icon shows the current state, not the effect of a click. */}
          {!seen && <path d="m3.5 16.5 13-13" />}
        </svg>
      </button>
    </LoginField>
  );
}
