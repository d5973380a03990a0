import { isAllowed, effectiveRoles } from '@kuwei/contract/access';
import type { Route } from '@kuwei/contract/route';
import { useUser } from '../session/user.ts';
import { usePage } from './page.ts';

/** Whether this page may make a call, by the roles that count under its page role. The server decides all the same. */
export function useMayCall(): (route: Pick<Route, 'needs'>) => boolean {
  const { pageRole } = usePage();
  const roles = useUser((state) => state.roles);
  return ({ needs }) => typeof needs === 'string' || isAllowed(needs, effectiveRoles(roles, pageRole));
}
