// Where a user was when their session was ended for them: the page, the role and the organisation.
import { orgRoutes } from '@kuwei/contract/wms/org';
import { call } from '../api/call.ts';
import { chosenOrg, saveOrg } from '../api/org.ts';
import { pageRole, saveLastRole } from '../api/page-role.ts';
import { fullPath, history } from '../browser/history.ts';
import { KEYS, session } from '../browser/storage.ts';
import { useUser } from './user.ts';

interface ReturnPoint {
  user: string;
  address: string;
  role: string | null;
  org: string | null;
}

/** The current user's return point; null when signed out. */
export function captureReturnPoint(): ReturnPoint | null {
  const { user } = useUser.getState();
  return user && { user: user.id, address: fullPath(history.place), role: pageRole(), org: chosenOrg()?.id ?? null };
}

export const saveReturnPoint = (point: ReturnPoint | null): void =>
  point === null ? session.remove(KEYS.way) : session.set(KEYS.way, point);
export const getReturnPoint = (): ReturnPoint | null => session.get(KEYS.way) as ReturnPoint | null;

/**
 * Restores role and organisation if the user still has them: the role is checked when the page opens, the organisation by the server
 * now.
 * @returns the address; null for another user's return point
 */
export async function restoreReturnPoint(point: ReturnPoint | null): Promise<string | null> {
  if (point === null || point.user !== useUser.getState().user?.id) return null;
  saveLastRole(point.address.split(/[?#]/, 1)[0]!, point.role);
  // If the switch is refused, the user chooses again.
  if (point.org !== null)
    await call(orgRoutes.switchOrg, { body: { orgId: point.org } }, { org: false }).then(saveOrg, () => undefined);
  return point.address;
}
