// Preview of the menu for a user or for roles, and why entries are missing.
import { menuRoutes, type MenuEntry, type MenuPreview } from '@kuwei/contract/sys/menu';
import { Select } from 'antd';
import { useState } from 'react';
import { history } from '../../../../browser/history.ts';
import { usePage } from '../../../../page/page.ts';
import { usePageQuery } from '../../../../page/query.ts';
import { say, useLocale, useT } from '../../../../phrase/phrases.ts';
import { TreeTable, type TreeColumn } from '../../../../table/TreeTable.tsx';
import { LoadFailed } from '../../../../ui/LoadFailed.tsx';
import { matchesOption } from '../../../../ui/options.ts';
import { PageSkeleton } from '../../../../ui/PageSkeleton.tsx';
import { Parts } from '../../../../ui/Parts.tsx';
import { useSearchState, useSearchField } from '../../../../ui/use-search-field.ts';
import { nameOf } from './entry.ts';
import './menu.css';
import '../../../../ui/field.css';

export function Preview({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const as = query.get('as') === 'roles' ? 'roles' : 'person';
  const userId = as === 'person' ? query.get('person') : null;
  const roles = as === 'roles' ? (query.get('roles')?.split(',').filter(Boolean) ?? []) : [];
  return (
    <>
      <div className="menus-above">
        <Parts
          label={t('menus.previewAs')}
          options={[
            { value: 'person', label: t('menus.asPerson') },
            { value: 'roles', label: t('menus.asRoles') },
          ]}
          value={as}
          onChange={(to) => setQuery({ as: to === 'person' ? null : to })}
        />
        {as === 'person' ? (
          <PersonChooser value={userId} onChange={(id) => setQuery({ person: id })} />
        ) : (
          <RolesChooser value={roles} onChange={(codes) => setQuery({ roles: codes.length === 0 ? null : codes.join(',') })} />
        )}
      </div>
      {as === 'roles' && <p className="menus-hint">{t('menus.rolesHint')}</p>}
      {userId === null && roles.length === 0 ? (
        <p className="menus-none">{t('menus.previewHint')}</p>
      ) : (
        <VisibleEntries entries={entries} query={userId === null ? { roles } : { userId }} />
      )}
    </>
  );
}

function PersonChooser({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useT();
  const looking = useSearchState();
  const { q } = looking;
  const { data, isFetching } = usePageQuery(menuRoutes.findMenuPeople, { query: q === '' ? {} : { q } }, { keepPrevious: true });
  // The chosen user keeps their name during a search.
  const [names] = useState(() => new Map<string, string>());
  for (const { id, name, username } of data ?? []) names.set(id, `${name} ${username}`);
  const label = value === null ? undefined : names.get(value);
  const options = (data ?? []).map(({ id, name, username }) => ({ value: id, label: `${name} ${username}` }));
  const { isHere: _, ...sought } = useSearchField(looking, { isFetching, options, choose: onChange });
  return (
    <Select
      className="menus-chooser"
      aria-label={t('menus.person')}
      placeholder={t('menus.personHint')}
      value={value !== null && label !== undefined ? { value, label } : null}
      labelInValue
      options={options}
      {...sought}
      allowClear
      onChange={(option) => onChange(option?.value ?? null)}
    />
  );
}

function RolesChooser({ value, onChange }: { value: readonly string[]; onChange: (codes: string[]) => void }) {
  const t = useT();
  const { data } = usePageQuery(menuRoutes.listMenuNeeds, undefined);
  const options = (data ?? [])
    .filter(({ kind }) => kind === 'ROLE')
    .map(({ code, name }) => ({ value: code, label: name, hint: code }));
  return (
    <Select
      className="menus-chooser wide"
      mode="multiple"
      aria-label={t('menus.roles')}
      placeholder={t('menus.roles')}
      value={data ? [...value] : []}
      options={options}
      showSearch={{ filterOption: matchesOption }}
      onChange={onChange}
    />
  );
}

function VisibleEntries({ entries, query }: { entries: readonly MenuEntry[]; query: { userId?: string; roles?: string[] } }) {
  const t = useT();
  const locale = useLocale();
  const { path } = usePage();
  const [onlyUnseen, setOnlyUnseen] = useState(false);
  const { data, error, refetch, isFetching } = usePageQuery(menuRoutes.previewMenu, { query }, { keepPrevious: true });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <PageSkeleton />;
  const seen = new Map(data.map((each) => [each.id, each]));
  const unseen = data.filter(({ why }) => why !== 'SEEN').length;
  const columns: TreeColumn<MenuEntry>[] = [
    { key: 'why', title: t('menus.sees'), cell: ({ id }) => <VisibilityReason seen={seen.get(id)} /> },
    {
      key: 'under',
      title: t('menus.under'),
      desk: true,
      cell: ({ id }) =>
        seen
          .get(id)
          ?.under.map((role) => say(`role.${role}`))
          .join(' · '),
    },
  ];
  return (
    <>
      <p className="menus-hint" role="status">
        {t('menus.seenCount', { seen: data.length - unseen, unseen })}
        <label className="menus-check">
          <input
            type="checkbox"
            className="kw-check"
            checked={onlyUnseen}
            onChange={(event) => setOnlyUnseen(event.target.checked)}
          />
          {t('menus.onlyUnseen')}
        </label>
      </p>
      <div className="menus-tree">
        <TreeTable
          label={t('menus.view.preview')}
          items={entries}
          nameTitle={t('menus.name')}
          nameOf={(entry) => nameOf(entry, locale)}
          columns={columns}
          wanted={onlyUnseen ? HIDDEN_LOOK : ''}
          textOf={({ id }) => (seen.get(id)?.why === 'SEEN' ? '' : HIDDEN_LOOK)}
          onOpen={({ id }) => history.push(`${path}/edit?id=${encodeURIComponent(id)}`)}
          empty={<p className="menus-none">{t('menus.noMatch')}</p>}
        />
      </div>
    </>
  );
}

const HIDDEN_LOOK = 'unseen';

function VisibilityReason({ seen }: { seen: MenuPreview | undefined }) {
  const t = useT();
  if (!seen) return null;
  if (seen.by === 'RULE' || seen.by === 'BELOW') return <span className="menus-seen">{t(`menus.by.${seen.by}`)}</span>;
  const needs = seen.needs.map(({ name }) => name).join(t('menus.or'));
  return <span className={seen.why === 'SEEN' ? 'menus-seen' : 'menus-unseen'}>{say(`menus.why.${seen.why}`, { needs })}</span>;
}
