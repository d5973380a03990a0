// The menu as a tree: entries are moved by handle, keyboard or button, hidden, restored and deleted.
import { isExternalUrl } from '@kuwei/contract/menu';
import { isDeadLink } from '@kuwei/contract/screens';
import { menuRoutes, type MenuEntry } from '@kuwei/contract/sys/menu';
import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { confirmDelete } from '../../../../ui/confirm-delete.ts';
import { usePage } from '../../../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../../../page/query.ts';
import { history } from '../../../../browser/history.ts';
import { useLocale, useT } from '../../../../phrase/phrases.ts';
import { MoreActions, RowActions } from '../../../../table/RowActions.tsx';
import type { RowAction } from '../../../../table/list-types.ts';
import { TreeTable, type TreeColumn } from '../../../../table/TreeTable.tsx';
import { ask, noticeDone } from '../../../../ui/feedback.ts';
import { MenuIcon } from '../../../../ui/MenuIcon.tsx';
import { None } from '../../../../ui/None.tsx';
import { useIsPhone } from '../../../../ui/use-media.ts';
import { stepPlace, TREE_STEPS, type TreePlace } from '../../../../ui/tree.ts';
import { formOf, nameOf, type Field } from './entry.ts';
import { RulesLink } from './RulesLink.tsx';
import { CHANGES, runOrNotify } from './run-or-notify.ts';

export function MenuTree({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useT();
  const locale = useLocale();
  const { path } = usePage();
  const [wanted, setWanted] = useState('');
  const { data: needs = [] } = usePageQuery(menuRoutes.listMenuNeeds, undefined);
  const names = useMemo(() => new Map(needs.map(({ code, name }) => [code, name])), [needs]);
  const actions = useActions(entries);
  const { move } = actions;
  // On a phone the name gets the space: a tap on it edits.
  const Actions = useIsPhone() ? MoreActions : RowActions;
  const columns: TreeColumn<MenuEntry>[] = [
    { key: 'code', title: t('menus.code'), desk: true, cell: ({ code }) => <span className="kw-code">{code}</span> },
    {
      key: 'url',
      title: t('menus.address'),
      desk: true,
      cell: ({ url }) => (url === null ? <None /> : <span className="menus-url">{isExternalUrl(url) ? `${url} ↗` : url}</span>),
    },
    {
      key: 'needs',
      title: t('menus.needs'),
      desk: true,
      cell: ({ role }) =>
        role.length === 0 ? t('menus.everybody') : role.map((code) => names.get(code) ?? code).join(t('menus.or')),
    },
    { key: 'state', title: t('menus.state'), cell: (entry) => <Marks entry={entry} /> },
    {
      key: 'actions',
      title: t('list.actions'),
      align: 'right',
      cell: (entry) => <Actions name={nameOf(entry, locale)} actions={actions.of(entry)} tabIndex={0} />,
    },
  ];
  return (
    <>
      <div className="menus-find">
        <Input
          type="search"
          allowClear
          aria-label={t('menus.search')}
          placeholder={t('menus.search')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      <div className="menus-tree">
        <TreeTable
          label={t('menus.title')}
          items={entries}
          nameTitle={t('menus.name')}
          nameOf={(entry) => nameOf(entry, locale)}
          before={({ icon, parentId }) => (icon !== null || parentId === null ? <MenuIcon name={icon} /> : null)}
          columns={columns}
          wanted={wanted}
          textOf={({ code, name, nameEn, url, role }) =>
            `${code} ${name} ${nameEn} ${url ?? ''} ${role.map((each) => `${each} ${names.get(each) ?? ''}`).join(' ')}`
          }
          onOpen={({ id }) => history.push(`${path}/edit?id=${encodeURIComponent(id)}`)}
          onMove={(entry, place) => void move(entry, place)}
          empty={<p className="menus-none">{t('menus.noMatch')}</p>}
        />
      </div>
    </>
  );
}

function Marks({ entry }: { entry: MenuEntry }) {
  const t = useT();
  const { url, show, shipped, changed } = entry;
  const fields = changed.map((field) => t(`menus.${field as Field}`));
  return (
    <span className="menus-marks">
      <span className={show ? 'menus-mark' : 'menus-mark off'}>{t(show ? 'menus.isShown' : 'menus.hidden')}</span>
      {isDeadLink(url) && <span className="menus-mark">{t('menus.why.NOWHERE')}</span>}
      {shipped === null && <span className="menus-mark own">{t('menus.own')}</span>}
      {changed.length > 0 && (
        <span className="menus-mark changed" title={fields.join(' · ')}>
          {t('menus.changed')}
        </span>
      )}
      <RulesLink entry={entry} />
    </span>
  );
}

function useActions(entries: readonly MenuEntry[]) {
  const t = useT();
  const locale = useLocale();
  const { path } = usePage();
  const moving = usePageWrite(menuRoutes.moveMenuEntry, { changes: CHANGES });
  const changing = usePageWrite(menuRoutes.updateMenuEntry, { changes: CHANGES });
  const restoring = usePageWrite(menuRoutes.restoreMenuEntry, { changes: CHANGES });
  const erasing = usePageWrite(menuRoutes.deleteMenuEntry, { changes: CHANGES });

  const move = async (entry: MenuEntry, place: TreePlace): Promise<void> => {
    // An entry in flight will have another version once it is saved.
    if (moving.isPending) return;
    const { id, rev } = entry;
    if (await runOrNotify(() => moving.mutateAsync({ params: { id }, body: { ...place, rev } })))
      noticeDone(t('menus.moved', { name: nameOf(entry, locale) }));
  };
  const setShown = async (entry: MenuEntry, show: boolean): Promise<void> => {
    const { id, rev } = entry;
    if (await runOrNotify(() => changing.mutateAsync({ params: { id }, body: { ...formOf(entry), show, rev } })))
      noticeDone(t(show ? 'menus.shownDone' : 'menus.hiddenDone', { name: nameOf(entry, locale) }));
  };
  const restore = async (entry: MenuEntry): Promise<void> => {
    const name = nameOf(entry, locale);
    const question = { title: t('menus.restoreAsk', { name }), text: t('menus.restoreText'), yes: t('menus.restore') };
    if (!(await ask({ ...question, no: t('common.cancel'), danger: true }))) return;
    const { id, rev } = entry;
    if (await runOrNotify(() => restoring.mutateAsync({ params: { id }, body: { rev } })))
      noticeDone(t('menus.restored', { name }));
  };
  const erase = async (entry: MenuEntry): Promise<void> => {
    if (!(await confirmDelete(nameOf(entry, locale)))) return;
    if (await runOrNotify(() => erasing.mutateAsync({ params: { id: entry.id } }))) noticeDone(t('common.deleted'));
  };

  const of = (entry: MenuEntry): RowAction[] => [
    { key: 'edit', label: t('menus.edit'), to: `${path}/edit?id=${encodeURIComponent(entry.id)}` },
    { key: 'child', label: t('menus.child'), to: `${path}/edit?below=${encodeURIComponent(entry.id)}` },
    ...TREE_STEPS.flatMap((step): RowAction[] => {
      const place = stepPlace(entries, entry.id, step);
      return place ? [{ key: step, label: t(`menus.${step}`), run: () => move(entry, place) }] : [];
    }),
    { key: 'show', label: t(entry.show ? 'menus.hide' : 'menus.unhide'), run: () => setShown(entry, !entry.show) },
    ...(entry.changed.length > 0 ? [{ key: 'restore', label: t('menus.restore'), run: () => restore(entry) }] : []),
    entry.shipped === null
      ? { key: 'delete', label: t('common.delete'), danger: true, run: () => erase(entry) }
      : { key: 'delete', label: t('common.delete'), danger: true, reason: t('menus.cannotDelete') },
  ];
  return { move, of };
}
