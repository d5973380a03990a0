import { accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { ACCOUNTS } from './changes.ts';

export function CopyRightsDialog({ account: { id, name, rev }, onClose }: { account: Account; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      route={accountRoutes.copyRights}
      params={{ id }}
      fixed={{ rev }}
      blank={{ roles: true, orgs: true }}
      title={t('user.account.copyTitle', { name })}
      text={t('user.account.copyText')}
      yes={t('user.account.copy')}
      changes={[ACCOUNTS]}
      onDone={() => {
        noticeDone(t('user.account.copied', { name }));
        onClose();
      }}
      onClose={onClose}
    >
      <RecordField
        name="fromId"
        label="user.account.copyFrom"
        find={accountRoutes.listAccounts}
        optionOf={(row) => ({ value: row.id, label: row.name, hint: row.username, disabled: row.id === id })}
        width="full"
      />
      <SwitchField name="roles" label="user.account.copyRoles" />
      <SwitchField name="orgs" label="user.account.copyOrgs" />
    </ActionDialog>
  );
}
