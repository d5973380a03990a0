// What can be done with many users at once: in the recycle bin nothing but taking them out of it.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { usePage } from '../../page/page.ts';
import type { Batch } from '../../table/batch.ts';

const KEPT: Batch = {
  route: accountRoutes.batchAccounts,
  actions: [
    { action: 'enable', label: 'user.account.enable' },
    { action: 'disable', label: 'user.account.disable', danger: true },
    { action: 'logout', label: 'user.account.endSessions' },
    { action: 'delete', label: 'common.delete', danger: true },
  ],
};
const IN_BIN: Batch = { route: accountRoutes.batchAccounts, actions: [{ action: 'restore', label: 'user.account.restore' }] };

export const useAccountBatch = (): Batch => (usePage().query.get('deleted') === 'true' ? IN_BIN : KEPT);
