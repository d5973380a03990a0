import { accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { t } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { ACCOUNTS } from './changes.ts';
import { AccountFields } from './AccountFields.tsx';
import { accountLook, LOCKED, NO_PASSWORD } from './looks.ts';

/** With the list's buttons and menus: the fields are there without them. */
const AccountButtons = lazyPart(async () => (await import('./AccountButtons.tsx')).AccountButtons);

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
  return (
    <EditPage
      edit={accountEdit}
      marks={(account) => <Marks account={account} />}
      actions={(account) => (
        <Suspense>
          <AccountButtons account={account} />
        </Suspense>
      )}
    >
      {(account) => <AccountFields account={account} />}
    </EditPage>
  );
}

const Marks = ({ account }: { account: Account }) => (
  <>
    <StateTag look={accountLook(account)} />
    {account.locked && <StateTag look={LOCKED} />}
    {!account.hasPassword && <StateTag look={NO_PASSWORD} />}
  </>
);
