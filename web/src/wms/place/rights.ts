import { allowed, WMS_ROLES } from '@kuwei/contract/access';
import { useUser } from '../../session/user.ts';

/** Whether this person may change warehouses, containers and boxes. The server decides on its own. */
export const useMayKeep = (): boolean => useUser(({ roles }) => allowed([WMS_ROLES.warehouse], roles));

/** Whether they may see what lies in boxes. */
export const useMaySeeStock = (): boolean => useUser(({ roles }) => allowed([WMS_ROLES.box], roles));
