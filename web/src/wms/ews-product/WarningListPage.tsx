import { warningRoutes } from '@kuwei/contract/wms/ews-product';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { useSaveFile } from './use-save-file.ts';
import { useWarningActions } from './use-warning-actions.tsx';
import { warningList } from './warning-list.tsx';
import { WarningDetail } from './WarningDetail.tsx';

/** Filters of the list that the purchase list has as well. */
const GOODS = ['orgId', 'warehouseId', 'productId'] as const;

export default function WarningListPage() {
  const t = useT();
  const { query } = usePage();
  const { actionsOf, batch, dialog } = useWarningActions();
  const save = useSaveFile();
  const goods = Object.fromEntries(GOODS.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])));
  return (
    <>
      <List
        spec={warningList}
        title={t('warning.title')}
        detail={(id, row) => <WarningDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        batch={batch}
        actions={[{ key: 'purchase', label: t('warning.purchase'), run: () => save(warningRoutes.exportPurchases, goods) }]}
        exporter={warningRoutes.exportWarnings}
        emptyText={t('warning.empty')}
      />
      {dialog}
    </>
  );
}
