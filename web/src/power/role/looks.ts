import type { RolePerson } from '@kuwei/contract/auth/role';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

const looks: StateLooks<'true' | 'false'> = {
  true: { label: 'rights.role.valid.true', tone: 'success', shape: 'dot' },
  false: { label: 'rights.role.valid.false', tone: 'quiet', shape: 'bar' },
};
export const roleLook = ({ valid }: { valid: boolean }): StateLook => looks[`${valid}`];

/** Whether a grant is in force. */
export const grantLooks: StateLooks<RolePerson['when']> = {
  NOW: { label: 'rights.role.when.NOW', tone: 'success', shape: 'dot' },
  LATER: { label: 'rights.role.when.LATER', tone: 'info', shape: 'ring' },
  OVER: { label: 'rights.role.when.OVER', tone: 'quiet', shape: 'bar' },
};
