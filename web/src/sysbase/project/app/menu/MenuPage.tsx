// The site's menu: the whole tree, changes from the shipped one, and a preview for a user.
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import { menuRoutes, type MenuEntry } from '@kuwei/contract/sys/menu';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../../browser/lazy-part.ts';
import { usePage } from '../../../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../../../page/query.ts';
import { useT } from '../../../../phrase/phrases.ts';
import { ExportButton } from '../../../../table/ExportButton.tsx';
import { ask, noticeDone } from '../../../../ui/feedback.ts';
import { LoadFailed } from '../../../../ui/LoadFailed.tsx';
import { PageHead } from '../../../../ui/PageHead.tsx';
import { PageLink } from '../../../../ui/PageLink.tsx';
import { PageSkeleton } from '../../../../ui/PageSkeleton.tsx';
import { Parts } from '../../../../ui/Parts.tsx';
import { ImportMenu } from './ImportMenu.tsx';
import { MenuTree } from './MenuTree.tsx';
import { CHANGES, runOrNotify } from './run-or-notify.ts';
import '../../../../table/phone.css';
import './menu.css';

const Changes = lazyPart(async () => (await import('./Changes.tsx')).Changes);
const Preview = lazyPart(async () => (await import('./Preview.tsx')).Preview);

const VIEWS = ['tree', 'changes', 'preview'] as const;

export default function MenuPage() {
  const t = useT();
  const { path, query, setQuery } = usePage();
  const { data, error, refetch, isFetching } = usePageQuery(menuRoutes.listMenu, undefined);
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'tree';
  const others = Object.fromEntries([...query.keys()].map((name) => [name, null]));
  return (
    <>
      <PageHead
        title={t('menus.title')}
        count={data?.entries.length}
        actions={
          <>
            {data && <ImportMenu />}
            <ExportButton route={menuRoutes.exportMenu} query={{}} count={{ total: data?.entries.length ?? 0, exact: true }} />
            {data && <RestoreAll rev={data.rev} entries={data.entries} />}
            <PageLink className="kw-button primary list-primary" to={`${path}/edit`}>
              <PlusOutlined aria-hidden="true" />
              {t('menus.new')}
            </PageLink>
          </>
        }
      />
      <div className="menus-above">
        <Parts
          label={t('menus.view')}
          options={VIEWS.map((value) => ({ value, label: t(`menus.view.${value}`) }))}
          value={view}
          onChange={(to) => setQuery({ ...others, view: to === 'tree' ? null : to })}
        />
      </div>
      {!data && (error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <PageSkeleton />)}
      {data && view === 'tree' && <MenuTree entries={data.entries} />}
      <Suspense fallback={<PageSkeleton />}>
        {data && view === 'changes' && <Changes entries={data.entries} />}
        {data && view === 'preview' && <Preview entries={data.entries} />}
      </Suspense>
    </>
  );
}

function RestoreAll({ rev, entries }: { rev: number; entries: readonly MenuEntry[] }) {
  const t = useT();
  const restore = usePageWrite(menuRoutes.restoreMenu, { changes: CHANGES });
  const [asking, setAsking] = useState(false);
  const own = entries.filter(({ shipped }) => shipped === null).length;
  const changed = entries.filter((entry) => entry.changed.length > 0).length;
  const run = async (): Promise<void> => {
    setAsking(true);
    const yes = await ask({
      title: t('menus.restoreAllTitle'),
      text: t('menus.restoreAllText', { changed, own }),
      yes: t('menus.restoreAll'),
      no: t('common.cancel'),
      danger: true,
    });
    setAsking(false);
    if (yes && (await runOrNotify(() => restore.mutateAsync({ body: { rev } })))) noticeDone(t('menus.restoredAll'));
  };
  return (
    <button
      type="button"
      className="kw-button"
      disabled={own + changed === 0 || asking || restore.isPending}
      title={own + changed === 0 ? t('menus.nothingChanged') : undefined}
      onClick={() => void run()}
    >
      {t('menus.restoreAll')}
    </button>
  );
}
