import type { Account } from '@kuwei/contract/auth/account';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { useAccountActions } from './account-actions.tsx';

/** Actions on the user in an open form. */
export function AccountButtons({ account }: { account: Account }) {
  const { actionsOf, dialog } = useAccountActions();
  return (
    <>
      <ActionButtons name={account.name} actions={actionsOf(account, true)} />
      {dialog}
    </>
  );
}
