// The user's profile: name, contact data, language, and e-mail notifications.
import { profileRoutes, type Profile } from '@kuwei/contract/auth/profile';
import { LOCALES } from '@kuwei/contract/constants';
import { Skeleton } from 'antd';
import { editOf } from '../../form/edit-spec.ts';
import { EditForm } from '../../form/EditForm.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { ProblemNote } from '../../form/FormNotes.tsx';
import { Section } from '../../form/Section.tsx';
import { useEdit } from '../../form/use-edit.ts';
import { useEditKeys } from '../../form/use-edit-keys.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { chooseLocale } from '../../session/preference.ts';
import { loadUser, useUser } from '../../session/user.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { AccountHead } from './AccountHead.tsx';
import { EmailBox } from './EmailBox.tsx';
import { MailField } from './MailField.tsx';

const edit = editOf(profileRoutes.updateProfile, {
  name: 'account.profile',
  get: profileRoutes.getProfile,
  update: profileRoutes.updateProfile,
  changes: ['/auth/biz/user/by-me'],
  nameOf: ({ name }) => name,
  // Hidden if the installation sends no e-mail.
  conditional: ['mail'],
});

export default function ProfilePage() {
  const t = useT();
  const acting = useUser((state) => state.user?.authProxyUserInfo != null);
  const { data, error, refetch, isFetching } = usePageQuery(profileRoutes.getProfile, undefined, { enabled: !acting });
  // Only the owner may change the profile.
  if (acting) return <AccountHead due={t('error.WHILE_ACTING')} />;
  return (
    <div className="account-page">
      <AccountHead />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <Skeleton active />}
      {data && (
        <>
          <EmailBox profile={data} />
          <ProfileForm profile={data} />
        </>
      )}
    </div>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useT();
  const state = useEdit({
    edit,
    record: profile,
    onSaved: ({ locale }) => {
      void chooseLocale(locale);
      void loadUser();
    },
    onRemoved: () => {},
  });
  // Both save shortcuts stay on the page: there is no list to return to.
  useEditKeys({ ...state, submit: () => state.submit('stay') });
  const { problem, busy, isDirty, submit } = state;
  return (
    <div>
      <EditForm state={state}>
        <Section title="account.profile.basic">
          <TextField name="name" label="user.account.name" />
          <TextField name="phone" label="user.account.phone" placeholder={t('user.account.phoneHint')} inputMode="tel" />
          <TextField name="contact" label="account.profile.contact" hint={t('account.profile.contactHint')} />
          <ChoiceField name="locale" label="account.profile.locale" values={LOCALES} phrase="account.locale" clearable={false} />
        </Section>
        {profile.mailOn && (
          <Section title="account.mail" text="account.mail.text">
            <MailField />
          </Section>
        )}
      </EditForm>
      {problem && <ProblemNote {...problem} />}
      <div className="account-buttons">
        <BusyButton type="primary" busy={busy !== null} onClick={() => void submit('stay')} title="Ctrl+S">
          {t('form.save')}
        </BusyButton>
        {isDirty && (
          <span className="account-dirty" role="status">
            {t('form.unsaved')}
          </span>
        )}
      </div>
    </div>
  );
}
