import { accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { t } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { ACCOUNTS, useAccountActions } from './account-actions.tsx';
import { AccountFields } from './AccountFields.tsx';
import { accountLook, LOCKED, NO_PASSWORD } from './looks.ts';

const accountEdit = editOf(accountRoutes.createAccount, {
  name: 'user.account.one',
  get: accountRoutes.getAccount,
  update: accountRoutes.updateAccount,
  remove: accountRoutes.deleteAccount,
  changes: [ACCOUNTS],
  nameOf: ({ name, username }) => `${name} ${username}`,
  blank: { roles: [], orgs: [] },
  carry: ['identity', 'untilDay', 'roles', 'orgs'],
  cannotRemove: ({ id }) => (id === useUser.getState().user?.id ? t('error.OWN_RIGHTS') : undefined),
});

export default function AccountEditPage() {
  const { actionsOf, dialog } = useAccountActions();
  return (
    <>
      <EditPage
        edit={accountEdit}
        marks={(account) => <Marks account={account} />}
        actions={(account) => <ActionButtons name={account.name} actions={actionsOf(account, true)} />}
      >
        {(account) => <AccountFields account={account} />}
      </EditPage>
      {dialog}
    </>
  );
}

const Marks = ({ account }: { account: Account }) => (
  <>
    <StateTag look={accountLook(account)} />
    {account.locked && <StateTag look={LOCKED} />}
    {!account.hasPassword && <StateTag look={NO_PASSWORD} />}
  </>
);
