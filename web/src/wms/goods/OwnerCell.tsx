import { usePage } from '../../page/page.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { useSide } from './side.ts';

interface OwnerCellProps {
  id: string;
  name: string;
}

/** The owner of a row. Where data rules open other owners' rows, the name filters the list by that owner. */
export function OwnerCell({ id, name }: OwnerCellProps) {
  const { path, query } = usePage();
  if (useSide() !== 'shared') return name;
  const theirs = new URLSearchParams(query);
  theirs.set('ownerOrgId', id);
  for (const key of ['page', 'before', 'show']) theirs.delete(key);
  return (
    <PageLink className="kw-link" to={`${path}?${theirs.toString()}`}>
      {name}
    </PageLink>
  );
}
