// Where somebody stood whose session ended without them: the page, the role and the organisation they worked for.
import { orgRoutes } from '@kuwei/contract/wms/org';
import { call } from '../api/call.ts';
import { chosenOrg, keepOrg } from '../api/org.ts';
import { pageRole, rememberRole } from '../api/page-role.ts';
import { fullPath, history } from '../browser/history.ts';
import { KEYS, session } from '../browser/storage.ts';
import { useUser } from './user.ts';

interface WayBack {
  user: string;
  address: string;
  role: string | null;
  org: string | null;
}

/** How whoever is signed in would find back to what they see now; null where nobody is. */
export function wayHere(): WayBack | null {
  const { user } = useUser.getState();
  return user && { user: user.id, address: fullPath(history.place), role: pageRole(), org: chosenOrg()?.id ?? null };
}

export const keepWay = (way: WayBack | null): void => (way === null ? session.remove(KEYS.way) : session.set(KEYS.way, way));
export const keptWay = (): WayBack | null => session.get(KEYS.way) as WayBack | null;

/**
 * Takes up role and organisation again, as far as this person has them still: the page judges the role when it opens, the server
 * the organisation now.
 * @returns the address; null where the way is another person's
 */
export async function wayTaken(way: WayBack | null): Promise<string | null> {
  if (way === null || way.user !== useUser.getState().user?.id) return null;
  rememberRole(way.address.split(/[?#]/, 1)[0]!, way.role);
  // Whom it is refused to chooses again.
  if (way.org !== null)
    await call(orgRoutes.switchOrg, { body: { orgId: way.org } }, { org: false }).then(keepOrg, () => undefined);
  return way.address;
}
