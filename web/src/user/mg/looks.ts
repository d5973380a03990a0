import type { Account } from '@kuwei/contract/auth/account';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

const looks: StateLooks<Account['state']> = {
  ACTIVE: { label: 'user.account.state.ACTIVE', tone: 'success', shape: 'dot' },
  DISABLED: { label: 'user.account.state.DISABLED', tone: 'quiet', shape: 'bar' },
};
const DELETED: StateLook = { label: 'user.account.deleted', tone: 'danger', shape: 'cross' };

export const accountLook = ({ state, deletedAt }: Pick<Account, 'state' | 'deletedAt'>): StateLook =>
  deletedAt === null ? looks[state] : DELETED;

export const LOCKED: StateLook = { label: 'user.account.locked', tone: 'warning', shape: 'lock' };
export const NO_PASSWORD: StateLook = { label: 'user.account.noPassword', tone: 'quiet', shape: 'ring' };
