import { usePage } from '../../../page/page.ts';
import { useRoleOrg } from '../../../session/role-org.ts';

/** Whose a new document is going to be. */
export default function OwnerName() {
  const { org } = useRoleOrg(usePage().pageRole);
  return org && <>{org.name}</>;
}
