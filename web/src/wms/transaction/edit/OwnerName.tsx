import { usePage } from '../../../page/page.ts';
import { useRoleOrg } from '../../../session/role-org.ts';

/** The owner of a new document. */
export default function OwnerName() {
  const { org } = useRoleOrg(usePage().pageRole);
  return org && <>{org.name}</>;
}
