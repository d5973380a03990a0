// The user's second factor: enabling, disabling, and recovery codes for a lost phone.
import { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { history } from '../../browser/history.ts';
import { safeReturnUrl } from '../../navigation/return-url.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { loadUser, useUser } from '../../session/user.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import { AccountHead } from './AccountHead.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ConfirmForm, DisableForm, PasswordForm, type Secret } from './SecondFactorForms.tsx';

/** Current step of the dialog; null if none. */
type Step = { kind: 'password' } | { kind: 'scan'; secret: Secret } | { kind: 'codes'; codes: string[] } | { kind: 'off' };

export default function SecondFactorPage() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(secondFactorRoutes.getSecondFactor, undefined, { staleTime: 0 });
  const [step, setStep] = useState<Step | null>(null);
  const cancel = (): void => setStep(null);
  // Stay until the recovery codes are saved, although the requirement is met before.
  const [due] = useState(() => useUser.getState().user?.mustSetUpSecondFactor === true);
  const { query } = usePage();
  const goOn = async (): Promise<void> => {
    cancel();
    if (!due) return;
    await loadUser();
    history.push(safeReturnUrl(query.get('return_url')));
  };
  return (
    <div className="account-page">
      <AccountHead due={due && t('account.second.due')} />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <Skeleton active />}
      {data && (
        <section className="account-box">
          {step === null && data.since === null && (
            <>
              <p className="account-text">{t('account.second.text')}</p>
              <button type="button" className="kw-button primary" onClick={() => setStep({ kind: 'password' })}>
                {t('account.second.on')}
              </button>
            </>
          )}
          {step === null && data.since !== null && (
            <IsOn since={data.since} left={data.recoveryLeft} onOff={() => setStep({ kind: 'off' })} />
          )}
          {step?.kind === 'password' && <PasswordForm onDone={(secret) => setStep({ kind: 'scan', secret })} onCancel={cancel} />}
          {step?.kind === 'scan' && (
            <ConfirmForm secret={step.secret} onDone={(codes) => setStep({ kind: 'codes', codes })} onCancel={cancel} />
          )}
          {step?.kind === 'codes' && <RecoveryCodes codes={step.codes} onKept={() => void goOn()} />}
          {step?.kind === 'off' && (
            <DisableForm
              onDone={() => {
                cancel();
                noticeDone(t('account.second.offDone'));
              }}
              onCancel={cancel}
            />
          )}
        </section>
      )}
    </div>
  );
}

function IsOn({ since, left, onOff }: { since: string; left: number; onOff: () => void }) {
  const t = useT();
  return (
    <>
      <h2>{t('account.second.isOn')}</h2>
      <dl className="account-facts">
        <div>
          <dt>{t('account.second.since')}</dt>
          <dd>
            <When at={since} />
          </dd>
        </div>
        <div>
          <dt>{t('account.second.left')}</dt>
          <dd>{left}</dd>
        </div>
      </dl>
      <button type="button" className="kw-button" onClick={onOff}>
        {t('account.second.off')}
      </button>
    </>
  );
}
