// Changes from the shipped menu, by field.
import { menuRoutes, type MenuEntry } from '@kuwei/contract/sys/menu';
import { usePage } from '../../../../page/page.ts';
import { usePageWrite } from '../../../../page/query.ts';
import { useLocale, useT } from '../../../../phrase/phrases.ts';
import { ask, noticeDone } from '../../../../ui/feedback.ts';
import { PageLink } from '../../../../ui/PageLink.tsx';
import { nameOf, type Field } from './entry.ts';
import { CHANGES, runOrNotify } from './run-or-notify.ts';
import './menu.css';

export function Changes({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useT();
  const locale = useLocale();
  const { path } = usePage();
  const restore = usePageWrite(menuRoutes.restoreMenuEntry, { changes: CHANGES });
  const fieldText = useFieldText(entries);
  /** Name of the entry's predecessor. */
  const place = (id: string | null | undefined): string => {
    const neighbour = entries.find((entry) => entry.id === id);
    return neighbour ? t('menus.behind', { name: nameOf(neighbour, locale) }) : t('menus.first');
  };
  const behind = ({ id, parentId }: MenuEntry): string | undefined => {
    const siblings = entries.filter((entry) => entry.parentId === parentId);
    return siblings[siblings.findIndex((entry) => entry.id === id) - 1]?.id;
  };
  const rows = entries.filter(({ shipped, changed }) => shipped === null || changed.length > 0);
  if (rows.length === 0)
    return (
      <div className="menus-none">
        <strong>{t('menus.nothingChanged')}</strong>
        <p>{t('menus.nothingChangedText')}</p>
      </div>
    );
  const takeBack = async (entry: MenuEntry): Promise<void> => {
    const name = nameOf(entry, locale);
    const question = { title: t('menus.restoreAsk', { name }), text: t('menus.restoreText'), yes: t('menus.restore') };
    if (!(await ask({ ...question, no: t('common.cancel'), danger: true }))) return;
    const { id, rev } = entry;
    if (await runOrNotify(() => restore.mutateAsync({ params: { id }, body: { rev } })))
      noticeDone(t('menus.restored', { name }));
  };
  return (
    <div className="menus-tree">
      <table className="menus-changes">
        <thead>
          <tr>
            <th scope="col">{t('menus.name')}</th>
            <th scope="col">{t('menus.field')}</th>
            <th scope="col">{t('menus.was')}</th>
            <th scope="col">{t('menus.is')}</th>
            <th scope="col">
              <span className="kw-unseen">{t('list.actions')}</span>
            </th>
          </tr>
        </thead>
        {rows.map((entry) => (
          <tbody key={entry.id}>
            {(entry.shipped === null ? ['added'] : entry.changed).map((field, at, fields) => (
              <tr key={field}>
                {at === 0 && (
                  <th scope="rowgroup" rowSpan={fields.length}>
                    <PageLink to={`${path}/edit?id=${encodeURIComponent(entry.id)}`}>{nameOf(entry, locale)}</PageLink>
                    <small className="kw-code">{entry.code}</small>
                  </th>
                )}
                <td>{t(`menus.${field as Field | 'added'}`)}</td>
                <td>{entry.shipped && (field === 'order' ? place(entry.comesBehind) : fieldText(field, entry.shipped))}</td>
                <td>{entry.shipped && (field === 'order' ? place(behind(entry)) : fieldText(field, entry))}</td>
                {at === 0 && (
                  <td rowSpan={fields.length} className="right">
                    {entry.shipped !== null && (
                      <button
                        type="button"
                        className="kw-button"
                        aria-label={`${t('menus.restore')} ${nameOf(entry, locale)}`}
                        disabled={restore.isPending}
                        onClick={() => void takeBack(entry)}
                      >
                        {t('menus.restore')}
                      </button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** A value as text. */
function useFieldText(entries: readonly MenuEntry[]) {
  const t = useT();
  const locale = useLocale();
  return (field: string, of: object): string => {
    const value = (of as Record<string, unknown>)[field];
    if (field === 'parentId') {
      const parent = entries.find(({ id }) => id === value);
      return parent ? nameOf(parent, locale) : t('menus.top');
    }
    if (typeof value === 'boolean') return t(value ? 'menus.yes' : 'menus.no');
    if (Array.isArray(value)) return value.length === 0 ? t('menus.empty') : value.join(' · ');
    return typeof value === 'string' && value !== '' ? value : t('menus.empty');
  };
}
