import { mayOpen } from '@kuwei/contract/screens';
import { usePage } from '../../page/page.ts';
import { useUser } from '../../session/user.ts';
import { PageLink } from '../../ui/PageLink.tsx';

/** The number of an after-sales case, as a link if the user may open cases. */
export function CaseLink({ id, no }: { id: string; no: string }) {
  const { prefix, pageRole } = usePage();
  const roles = useUser((state) => state.roles);
  if (!mayOpen('wms/after-sales/audit-button', roles, pageRole)) return <span className="kw-code">{no}</span>;
  return (
    <PageLink className="kw-link kw-code" to={`/${prefix}/wms/after-sales/audit-button?id=${id}`}>
      {no}
    </PageLink>
  );
}
