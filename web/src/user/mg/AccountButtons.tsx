import type { Account } from '@kuwei/contract/auth/account';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { useAccountActions } from './account-actions.tsx';

/** What can be done with a user whose form is open. */
export function AccountButtons({ account }: { account: Account }) {
  const { actionsOf, dialog } = useAccountActions();
  return (
    <>
      <ActionButtons name={account.name} actions={actionsOf(account, true)} />
      {dialog}
    </>
  );
}
