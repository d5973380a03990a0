import { isAllowed, effectiveRoles } from '@kuwei/contract/access';
import type { Route } from '@kuwei/contract/route';
import { useUser } from '../session/user.ts';
import { usePage } from './page.ts';

/** Whether this page may make a call under its page role. The server enforces it anyway. */
export function useMayCall(): (route: Pick<Route, 'needs'>) => boolean {
  const { pageRole } = usePage();
  const roles = useUser((state) => state.roles);
  return ({ needs }) => typeof needs === 'string' || isAllowed(needs, effectiveRoles(roles, pageRole));
}
