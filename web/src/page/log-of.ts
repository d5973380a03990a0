import { PAGE_ROLES } from '@kuwei/contract/access';
import { mayOpen } from '@kuwei/contract/screens';
import { useUser } from '../session/user.ts';

/** @returns address of the record's audit log if one of the user's roles may read it, else null */
export function useLogOf(id: string | null): string | null {
  const roles = useUser((state) => state.roles);
  if (id === null || !PAGE_ROLES.some((role) => mayOpen('sysbase/log', roles, role))) return null;
  return `/def/sysbase/log?q=${encodeURIComponent(id)}`;
}
