import { usePage } from '../../page/page.ts';
import { useUser } from '../../session/user.ts';

/** Whose goods a list shows: an owner's; an owner's plus rows opened by data rules, with an owner column; or the whole warehouse's. */
export type Side = 'owner' | 'shared' | 'warehouse';

export const hasOwnerColumn = (side: Side): boolean => side !== 'owner';

/** The side of the current page, from its page role. */
export function useSide(): Side {
  const { pageRole } = usePage();
  const seesOthers = useUser((state) => state.seesOthers);
  return pageRole === 'ROLE_WAREHOUSE_ADMIN' ? 'warehouse' : seesOthers ? 'shared' : 'owner';
}
