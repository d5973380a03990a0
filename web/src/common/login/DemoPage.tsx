// Demo accounts, one click each. Only a demo has this page.
import { signInRoutes, type DemoAccount } from '@kuwei/contract/auth/sign-in';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { langOf, useLocale, useT } from '../../phrase/phrases.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import { SecondStep } from './SecondStep.tsx';
import { useSignIn, type SignIn } from './use-sign-in.ts';

export default function DemoPage() {
  const signIn = useSignIn();
  return (
    <LoginFrame>
      {signIn.ticket === null ? (
        <>
          <Accounts signIn={signIn} />
          <OtherSignInMethods here="demo" />
        </>
      ) : (
        <SecondStep signIn={signIn} ticket={signIn.ticket} />
      )}
    </LoginFrame>
  );
}

function Accounts({ signIn }: { signIn: SignIn }) {
  const t = useT();
  const [accounts, setAccounts] = useState<DemoAccount[]>([]);
  const [failed, setFailed] = useState(false);
  const load = (): void => void call(signInRoutes.listDemo).then(setAccounts, () => setFailed(true));
  // Descriptions of the accounts are in the current language.
  const locale = useLocale();
  useEffect(load, [locale]);
  const again = (): void => {
    setFailed(false);
    load();
  };
  return (
    <section aria-label={t('login.demo')}>
      <p className="login-text">{t('login.demoText')}</p>
      <ul className="login-accounts">
        {accounts.map(({ username, name, about }) => (
          <li key={username}>
            <button
              type="button"
              className="kw-plain login-account"
              aria-disabled={signIn.busy}
              onClick={() => !signIn.busy && void signIn.run(() => call(signInRoutes.demo, { body: { username } }))}
            >
              <strong lang={langOf(name)}>{name}</strong>
              <span className="kw-code">{username}</span>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="login-failure" role="alert">
        {failed ? t('api.abnormal') : signIn.failure}
      </div>
      {failed && (
        <button type="button" className="kw-button" onClick={again}>
          {t('app.retry')}
        </button>
      )}
    </section>
  );
}
