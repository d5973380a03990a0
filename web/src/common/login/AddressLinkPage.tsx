// Target of an e-mail link that confirms an address. Asks first: mail scanners open links too.
import { linkRoutes } from '@kuwei/contract/auth/profile';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/error.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { forgetToken, useLinkToken } from './use-link.ts';

export default function AddressLinkPage() {
  const t = useT();
  const token = useLinkToken();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      const { email } = await call(linkRoutes.confirmEmail, { body: { token: token === '' ? '-' : token } });
      forgetToken();
      setConfirmed(email);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('api.abnormal'));
    }
    setBusy(false);
  };
  return (
    <LoginFrame>
      {confirmed === null ? (
        <form
          className="login-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void confirm();
          }}
        >
          <p className="login-text">{t('link.address.text')}</p>
          <div className="login-failure" role="alert">
            {failure}
          </div>
          <SubmitButton busy={busy}>{t('link.address.confirm')}</SubmitButton>
        </form>
      ) : (
        <div role="status">
          <p className="login-text">{t('link.address.done', { email: confirmed })}</p>
          <PageLink className="kw-button primary login-submit" to="/">
            {t('link.open')}
          </PageLink>
        </div>
      )}
    </LoginFrame>
  );
}
