// Batch actions on users; in the recycle bin only restoring.
import { accountRoutes } from '@kuwei/contract/auth/account';
import type { PlainKey } from '@kuwei/contract/phrase';
import { usePage } from '../../page/page.ts';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import type { Batch, BatchSelection } from '../../table/batch.ts';
import { ask } from '../../ui/feedback.ts';
import { describeDependents } from './dependents.tsx';

const IN_BIN: Batch = { route: accountRoutes.batchAccounts, actions: [{ action: 'restore', label: 'user.account.restore' }] };

export function useAccountBatch(): Batch {
  const t = useT();
  const call = usePageCall();
  const own = useUser(({ user }) => user?.id);
  if (usePage().query.get('deleted') === 'true') return IN_BIN;
  const sure = async (count: number, selected: BatchSelection) => {
    const title = t('user.account.passwordsAsk', { count });
    // If the check fails, the action is still possible.
    const found = await call(accountRoutes.lookAtFirstPasswords, { body: selected }).catch(() => null);
    const whom = found && t(found.again > 0 ? 'user.account.passwordsAgain' : 'user.account.passwordsFor', { ...found });
    const text = [whom && <p key="whom">{whom}</p>, <p key="text">{t('user.account.passwordsText')}</p>];
    return (await ask({ title, text, yes: t('user.account.passwords'), no: t('common.cancel') })) ? {} : null;
  };
  /** As for a single user: consequences, groups without a leader, and that users cannot do it to themselves. */
  const warn = (text: PlainKey) => async (selected: BatchSelection) => {
    const self = 'all' in selected ? 'user.account.selfMaybeSkipped' : 'user.account.selfSkipped';
    const isIn = own !== undefined && ('all' in selected || selected.ids?.includes(own));
    const left = await describeDependents(call, selected);
    const other = [t(text), isIn ? t(self) : ''].filter(Boolean).join(' ');
    return left === undefined ? other : [left, <p key="other">{other}</p>];
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
      { action: 'disable', label: 'user.account.disable', danger: true, warn: warn('user.account.disableManyText') },
      { action: 'logout', label: 'user.account.endSessions' },
      { action: 'delete', label: 'common.delete', danger: true, warn: warn('user.account.deleteManyText') },
    ],
  };
}
