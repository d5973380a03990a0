// Tries the single sign-on provisioning rules on a user before they are saved.
import { readClaims, ssoRoutes, type Trial } from '@kuwei/contract/auth/sso';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { noticeError } from '../../ui/feedback.ts';

/** @param rules as edited in the form */
export function SsoTrial({ rules }: { rules: string }) {
  const t = useT();
  const call = usePageCall();
  const id = useId();
  const [username, setUsername] = useState('');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ key: string; trial: Trial } | null>(null);
  const { claims, unread } = readClaims(text);
  // The result is discarded when any input changes.
  const key = JSON.stringify([rules, username, claims]);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      setAsked({ key, trial: await call(ssoRoutes.trySsoRules, { body: { rules, username, claims } }) });
    } catch (error) {
      noticeError(t('config.sso.title'), error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="config-trial">
      <p>{t('config.sso.text')}</p>
      <label htmlFor={`${id}-username`}>{t('config.sso.username')}</label>
      <Input
        id={`${id}-username`}
        value={username}
        maxLength={200}
        onChange={(event) => setUsername(event.target.value)}
        // Enter would submit the surrounding settings form.
        onPressEnter={(event) => event.preventDefault()}
      />
      <label htmlFor={`${id}-claims`}>{t('config.sso.claims')}</label>
      <Input.TextArea
        id={`${id}-claims`}
        aria-describedby={`${id}-hint`}
        value={text}
        autoSize={{ minRows: 3, maxRows: 12 }}
        status={unread === null ? '' : 'error'}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-hint`} className={unread === null ? 'config-trial-hint' : 'config-trial-fault'}>
        {unread === null ? t('config.sso.claimsHint') : t('config.sso.unread', { line: unread })}
      </p>
      <BusyButton busy={busy} disabled={username.trim() === '' || unread !== null} onClick={() => void run()}>
        {t('config.sso.run')}
      </BusyButton>
      <div role="status">{asked?.key === key && <Outcome trial={asked.trial} />}</div>
    </div>
  );
}

function Outcome({ trial: { outcome, line, refusal, account } }: { trial: Trial }) {
  const t = useT();
  return (
    <>
      {refusal !== null && <p className="config-trial-fault">{t('config.sso.refusal', { reason: refusal })}</p>}
      <p>
        {outcome === 'KNOWN' || outcome === 'NONE' ? t(`config.sso.${outcome}`) : t(`config.sso.${outcome}`, { line: line ?? 0 })}
      </p>
      {account && (
        <Facts
          facts={[
            [t('config.sso.username'), account.username],
            [t('config.sso.name'), account.name],
            account.identity !== null && [t('config.sso.identity'), account.identity],
            account.roles.length > 0 && [t('config.sso.roles'), account.roles.join(' · ')],
            account.orgs.length > 0 && [t('config.sso.orgs'), account.orgs.join(' · ')],
          ]}
        />
      )}
    </>
  );
}
