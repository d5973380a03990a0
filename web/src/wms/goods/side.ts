import { usePage } from '../../page/page.ts';
import { useUser } from '../../session/user.ts';

/**
 * Whose list of goods it is: an owner's, with what is their own; one that data rules make longer, where each row says whose it is; or the
 * warehouse's, with what is everybody's.
 */
export type Side = 'owner' | 'shared' | 'warehouse';

/** Lists of goods name owners wherever there is more than one. */
export const hasOwnerColumn = (side: Side): boolean => side !== 'owner';

/** Under the page role of this page. */
export function useSide(): Side {
  const { pageRole } = usePage();
  const seesOthers = useUser((state) => state.seesOthers);
  return pageRole === 'ROLE_WAREHOUSE_ADMIN' ? 'warehouse' : seesOthers ? 'shared' : 'owner';
}
