import { PAGE_ROLES } from '@kuwei/contract/access';
import { mayOpen } from '@kuwei/contract/screens';
import { useUser } from '../session/user.ts';

/** @returns address of what was done with a record, for those who may read the log under one of their roles; else null */
export function useLogOf(id: string | null): string | null {
  const roles = useUser((state) => state.roles);
  if (id === null || !PAGE_ROLES.some((role) => mayOpen('sysbase/log', roles, role))) return null;
  return `/def/sysbase/log?q=${encodeURIComponent(id)}`;
}
