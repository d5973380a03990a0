// Roles: the list, holders, permissions, and comparison.
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useT } from '../../phrase/phrases.ts';
import { usePage } from '../../page/page.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { Roles } from './Roles.tsx';

const RolePeople = lazyPart(async () => (await import('./RolePeople.tsx')).RolePeople);
const PermissionHolders = lazyPart(async () => (await import('./PermissionHolders.tsx')).PermissionHolders);
const Compare = lazyPart(async () => (await import('./Compare.tsx')).Compare);

const VIEWS = ['roles', 'people', 'doers', 'compare'] as const;
type View = (typeof VIEWS)[number];

export default function RolePage() {
  const { query } = usePage();
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'roles';
  const buttons = <Views view={view} />;
  if (view === 'roles') return <Roles buttons={buttons} />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      {view === 'people' && <RolePeople buttons={buttons} />}
      {view === 'doers' && <PermissionHolders buttons={buttons} />}
      {view === 'compare' && <Compare buttons={buttons} />}
    </Suspense>
  );
}

function Views({ view }: { view: View }) {
  const t = useT();
  const { query, setQuery } = usePage();
  // The parameters of one view mean nothing to another.
  const others = Object.fromEntries([...query.keys()].map((name) => [name, null]));
  return (
    <Parts
      label={t('rights.role.view')}
      options={VIEWS.map((value) => ({ value, label: t(`rights.role.view.${value}`) }))}
      value={view}
      onChange={(to) => setQuery({ ...others, view: to === 'roles' ? null : to })}
    />
  );
}
