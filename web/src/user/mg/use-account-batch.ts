// What can be done with many users at once: in the recycle bin nothing but taking them out of it.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import { ask } from '../../ui/feedback.ts';

const IN_BIN: Batch = { route: accountRoutes.batchAccounts, actions: [{ action: 'restore', label: 'user.account.restore' }] };

export function useAccountBatch(): Batch {
  const t = useT();
  if (usePage().query.get('deleted') === 'true') return IN_BIN;
  const sure = async (count: number) => {
    const title = t('user.account.passwordsAsk', { count });
    const text = t('user.account.passwordsText');
    return (await ask({ title, text, yes: t('user.account.passwords'), no: t('common.cancel') })) ? {} : null;
  };
  return {
    route: accountRoutes.batchAccounts,
    actions: [
      {
        action: 'password',
        label: 'user.account.passwords',
        more: sure,
        file: { route: accountRoutes.issueFirstPasswords, done: 'user.account.passwordsDone' },
      },
      { action: 'enable', label: 'user.account.enable' },
      { action: 'disable', label: 'user.account.disable', danger: true },
      { action: 'logout', label: 'user.account.endSessions' },
      { action: 'delete', label: 'common.delete', danger: true },
    ],
  };
}
