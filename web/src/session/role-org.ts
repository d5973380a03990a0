// The organisation that a page works for under its page role.
import { ORG_TYPE_LAB } from '@kuwei/contract/constants';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useOrg, type ChosenOrg } from '../api/org.ts';
import { useLocale } from '../phrase/phrases.ts';
import { useHasPendingStep, useUser } from './user.ts';

interface RoleOrg {
  /** Null if none is chosen yet, or the role has none. */
  org: Pick<ChosenOrg, 'id' | 'name' | 'type'> | null;
  /** Whether another one can be chosen. */
  choice: boolean;
}

/** Same rule as `ownerOrg` on the server: the session's organisation if it is of the role's type, else the user's only one of that type. */
export function useRoleOrg(pageRole: string | null): RoleOrg {
  const chosen = useOrg((state) => state.org);
  const user = useUser((state) => state.user?.id);
  const locale = useLocale();
  const type = pageRole === null ? undefined : ORG_TYPE_OF[pageRole];
  const isDue = useHasPendingStep();
  const { data } = useQuery({
    queryKey: ['own organisations', user, locale, chosen?.id],
    queryFn: () => call(orgRoutes.listMyOrgs),
    enabled: type !== undefined && !isDue,
  });
  if (type === undefined) return { org: null, choice: false };
  const mine = (data ?? []).filter((org) => org.type === type);
  const only = mine.length === 1 && type !== ORG_TYPE_LAB ? mine[0]! : null;
  return { org: chosen?.type === type ? chosen : only, choice: type === ORG_TYPE_LAB || mine.length > 1 };
}
