// The user's e-mail address. Changing it requires confirmation: its owner can receive password links.
import { profileRoutes, type Profile } from '@kuwei/contract/auth/profile';
import { Input } from 'antd';
import { useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { FormField } from '../../form/FormField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { None } from '../../ui/None.tsx';

export function EmailBox({ profile }: { profile: Profile }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { username, staffNo, email, emailVerified, emailPending, mailOn } = profile;
  return (
    <section className="account-box account-above">
      <dl className="account-facts">
        <div>
          <dt>{t('user.account.username')}</dt>
          <dd className="kw-code">{username}</dd>
        </div>
        {staffNo !== null && (
          <div>
            <dt>{t('user.account.staffNo')}</dt>
            <dd className="kw-code">{staffNo}</dd>
          </div>
        )}
        <div>
          <dt>{t('user.account.email')}</dt>
          <dd>
            {email ?? <None />}
            {mailOn && email !== null && !emailVerified && <p className="account-note">{t('account.email.unverified')}</p>}
            {emailPending !== null && <p className="account-note">{t('account.email.pending', { email: emailPending })}</p>}
          </dd>
        </div>
      </dl>
      <button type="button" className="kw-button" onClick={() => setOpen(true)}>
        {t('account.email.change')}
      </button>
      {open && <EmailDialog profile={profile} onClose={() => setOpen(false)} />}
    </section>
  );
}

function EmailDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useT();
  const { email, emailPending, hasPassword, secondFactor, mailOn } = profile;
  return (
    <ActionDialog
      route={profileRoutes.changeEmail}
      params={{}}
      blank={{ email: emailPending ?? email }}
      title={t('account.email.change')}
      text={t(mailOn ? 'account.email.text' : 'account.email.textOff')}
      yes={t('form.save')}
      changes={['/auth/biz/user/by-me']}
      onDone={(now) => {
        noticeDone(now.emailPending === null ? t('common.modified') : t('account.email.sent', { email: now.emailPending }));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="email" label="user.account.email" inputMode="email" width="full" autoFocus />
      {hasPassword && (
        <FormField name="password" label="account.second.password" width="full" needed>
          <Input.Password autoComplete="current-password" maxLength={1_000} />
        </FormField>
      )}
      {!hasPassword && secondFactor && <TextField name="code" label="account.second.code" width="full" needed />}
    </ActionDialog>
  );
}
