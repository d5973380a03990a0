// Single sign-on: redirects to the university, and handles the return at the same address with parameters.
import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/error.ts';
import { KEYS, session as windowStore } from '../../browser/storage.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { OtherSignInMethods, useSignInMethods } from './OtherSignInMethods.tsx';
import { SecondStep } from './SecondStep.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Stored in this window during the redirect. */
interface SsoStart {
  ticket: string;
  wanted: string | null;
}

/** Error codes after which the same return can be retried. */
const LATER: ReadonlySet<string> = new Set(['TOO_MANY', 'TOO_MANY_AT_ONCE', 'UNAVAILABLE']);

export default function SsoPage() {
  const t = useT();
  const { query } = usePage();
  const [begun] = useState(() => windowStore.get(KEYS.sso) as SsoStart | null);
  const isReturn = ['code', 'ticket', 'error'].some((name) => query.has(name));
  const signIn = useSignIn(begun?.wanted ?? null);
  const [failure, setFailure] = useState('');
  /** Set while the returned parameters were not consumed, and are still valid. */
  const [isKept, setKept] = useState(false);
  const name = useSignInMethods()?.sso ?? '';

  const leave = async (): Promise<void> => {
    setFailure('');
    try {
      const { url, ticket } = await call(signInRoutes.beginSso);
      windowStore.set(KEYS.sso, { ticket, wanted: isReturn ? (begun?.wanted ?? null) : query.get('return_url') });
      location.assign(url);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('api.abnormal'));
    }
  };
  const finish = async (): Promise<void> => {
    setKept(false);
    windowStore.remove(KEYS.sso);
    // The parameters are single-use, and do not belong in the history.
    window.history.replaceState(window.history.state, '', location.pathname);
    const body = { ticket: begun?.ticket ?? '-', query: query.toString() };
    await signIn.run(() =>
      call(signInRoutes.sso, { body }).catch((error: unknown) => {
        if (error instanceof ApiError && LATER.has(error.code)) {
          windowStore.set(KEYS.sso, begun);
          window.history.replaceState(window.history.state, '', `${location.pathname}?${body.query}`);
          setKept(true);
        }
        throw error;
      }),
    );
  };
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void (isReturn ? finish() : leave());
  });

  if (signIn.ticket !== null) {
    return (
      <LoginFrame>
        <SecondStep signIn={{ ...signIn, reset: () => void leave() }} ticket={signIn.ticket} />
      </LoginFrame>
    );
  }
  const wrong = failure || signIn.failure;
  return (
    <LoginFrame>
      {wrong === '' && <p className="login-text">{isReturn ? t('login.ssoComing') : t('login.ssoGoing', { name })}</p>}
      <div className="login-failure" role="alert">
        {wrong}
      </div>
      {wrong !== '' && (
        <button type="button" className="kw-button primary login-submit" onClick={() => void (isKept ? finish() : leave())}>
          {t(isKept ? 'app.retry' : 'login.ssoAgain')}
        </button>
      )}
      <OtherSignInMethods here="sso" />
    </LoginFrame>
  );
}
