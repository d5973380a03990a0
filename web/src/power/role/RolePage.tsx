// Roles: which there are, who has one, who can do something, and how two of them differ.
import { useT } from '../../phrase/phrases.ts';
import { usePage } from '../../page/page.ts';
import { Parts } from '../../ui/Parts.tsx';
import { Compare } from './Compare.tsx';
import { Doers } from './Doers.tsx';
import { RolePeople } from './RolePeople.tsx';
import { Roles } from './Roles.tsx';

const VIEWS = ['roles', 'people', 'doers', 'compare'] as const;
type View = (typeof VIEWS)[number];

export default function RolePage() {
  const { query } = usePage();
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'roles';
  const buttons = <Views view={view} />;
  if (view === 'people') return <RolePeople buttons={buttons} />;
  if (view === 'doers') return <Doers buttons={buttons} />;
  if (view === 'compare') return <Compare buttons={buttons} />;
  return <Roles buttons={buttons} />;
}

function Views({ view }: { view: View }) {
  const t = useT();
  const { query, setQuery } = usePage();
  // What a view asks for means nothing to another one.
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
