import { powerRoutes, type Power } from '@kuwei/contract/auth/power';
import { roleRoutes } from '@kuwei/contract/auth/role';
import { Suspense, useState } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { LazyImportDialog } from '../../table/lazy-dialogs.ts';
import { List } from '../../table/List.tsx';
import { roleImporter } from '../role/importer.ts';
import { powerList } from './power-list.tsx';
import { PowerDetail } from './PowerDetail.tsx';
import { useMatrix } from './use-matrix.ts';

export default function PowerListPage() {
  const t = useT();
  const { path } = usePage();
  const mayCall = useMayCall();
  const download = useMatrix();
  const [importing, setImporting] = useState(false);
  const actionsOf = ({ id }: Power): RowAction[] => [{ key: 'edit', label: t('form.edit'), to: `${path}/edit?id=${id}` }];
  const actions: RowAction[] = [
    ...(mayCall(roleRoutes.exportRoles) ? [{ key: 'out', label: t('rights.power.matrixOut'), run: download }] : []),
    ...(mayCall(roleRoutes.importRoles) ? [{ key: 'in', label: t('rights.power.matrixIn'), run: () => setImporting(true) }] : []),
  ];
  return (
    <>
      <List
        spec={powerList}
        title={t('rights.power.title')}
        detail={(id, row) => <PowerDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        actions={actions}
        primary={{ label: t('rights.power.new'), to: `${path}/edit` }}
        exporter={powerRoutes.exportPowers}
        emptyText={t('rights.power.emptyText')}
      />
      <Suspense>
        {importing && <LazyImportDialog importer={roleImporter} changes="/auth/power" onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  );
}
