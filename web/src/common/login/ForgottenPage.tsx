// Requests a password reset link. The response does not reveal who has an account.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { linkRoutes } from '@kuwei/contract/auth/profile';
import { required } from '@kuwei/contract/rule';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/error.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoginField } from './LoginField.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import { SubmitButton } from './SubmitButton.tsx';

const rule = required();

export default function ForgottenPage() {
  const t = useT();
  const [account, setAccount] = useState('');
  const [fault, setFault] = useState<PhraseKey>();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const submit = async (): Promise<void> => {
    const key = rule(account.trim())?.key;
    setFault(key);
    if (key !== undefined || busy) return;
    setBusy(true);
    setFailure('');
    try {
      await call(linkRoutes.forgotten, { body: { account } });
      setDone(true);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('api.abnormal'));
    }
    setBusy(false);
  };
  return (
    <LoginFrame>
      {done ? (
        <div role="status">
          <p className="login-text">{t('link.forgotten.done')}</p>
          <p className="login-text">{t('link.forgotten.other')}</p>
        </div>
      ) : (
        <form
          noValidate
          className="login-form"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <p className="login-text">{t('link.forgotten.text')}</p>
          <LoginField
            name="account"
            label={t('link.forgotten.account')}
            value={account}
            fault={fault}
            onChange={(value) => {
              setAccount(value);
              setFault(undefined);
              setFailure('');
            }}
            type="text"
            autoComplete="username"
            focused
          />
          <div className="login-failure" role="alert">
            {failure}
          </div>
          <SubmitButton busy={busy}>{t('link.forgotten.send')}</SubmitButton>
        </form>
      )}
      <OtherSignInMethods here="link" />
    </LoginFrame>
  );
}
