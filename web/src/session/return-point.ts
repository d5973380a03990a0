// Where somebody stood whose session ended without them: the page, the role and the organisation they worked for.
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

/** How whoever is signed in would find back to what they see now; null where nobody is. */
export function captureReturnPoint(): ReturnPoint | null {
  const { user } = useUser.getState();
  return user && { user: user.id, address: fullPath(history.place), role: pageRole(), org: chosenOrg()?.id ?? null };
}

export const saveReturnPoint = (way: ReturnPoint | null): void =>
  way === null ? session.remove(KEYS.way) : session.set(KEYS.way, way);
export const getReturnPoint = (): ReturnPoint | null => session.get(KEYS.way) as ReturnPoint | null;

/**
 * Takes up role and organisation again, as far as this person has them still: the page judges the role when it opens, the server
 * the organisation now.
 * @returns the address; null where the way is another person's
 */
export async function restoreReturnPoint(way: ReturnPoint | null): Promise<string | null> {
  if (way === null || way.user !== useUser.getState().user?.id) return null;
  saveLastRole(way.address.split(/[?#]/, 1)[0]!, way.role);
  // Whom it is refused to chooses again.
  if (way.org !== null)
    await call(orgRoutes.switchOrg, { body: { orgId: way.org } }, { org: false }).then(saveOrg, () => undefined);
  return way.address;
}
