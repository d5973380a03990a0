import { allowed, WMS_ROLES } from '@kuwei/contract/access';
import { useUser } from '../../session/user.ts';

/** Whether this person may hold, recall and release batches. */
export const useMayDecide = (): boolean => useUser(({ roles }) => allowed([WMS_ROLES.product], roles));
