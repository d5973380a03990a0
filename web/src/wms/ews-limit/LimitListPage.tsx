import { limitRoutes, type Limit } from '@kuwei/contract/wms/ews-product';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { limitList } from './limit-list.tsx';

const LimitDrawer = lazyPart(async () => (await import('./LimitDrawer.tsx')).LimitDrawer);

/** Stock limits and expiry lead times. */
export default function LimitListPage() {
  const t = useT();
  const [editing, setEditing] = useState<'new' | Limit | null>(null);
  return (
    <>
      <List
        spec={limitList}
        title={t('menu.limit')}
        actionsOf={(limit) => [{ key: 'edit', label: t('form.edit'), run: () => setEditing(limit) }]}
        primary={{ label: t('warning.newLimit'), run: () => setEditing('new') }}
        exporter={limitRoutes.exportLimits}
        emptyText={t('warning.noLimits')}
      />
      <Suspense>{editing !== null && <LimitDrawer of={editing} onClose={() => setEditing(null)} />}</Suspense>
    </>
  );
}
