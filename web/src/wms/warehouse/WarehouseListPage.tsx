import { warehouseRoutes, type Warehouse } from '@kuwei/contract/wms/warehouse';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Importer, RowAction } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { containerAddress } from '../addresses.ts';
import { useWarehouseState } from './use-warehouse-state.ts';
import { warehouseList } from './warehouse-list.tsx';

const warehouseImport: Importer = {
  name: 'wms.warehouse',
  route: warehouseRoutes.importWarehouses,
  template: warehouseRoutes.getWarehouseTemplate,
  history: {
    listImports: warehouseRoutes.listWarehouseImports,
    lookAtUndo: warehouseRoutes.lookAtWarehouseUndo,
    undoImport: warehouseRoutes.undoWarehouseImport,
  },
};

export default function WarehouseListPage() {
  const t = useT();
  const { path } = usePage();
  const changeState = useWarehouseState();
  const actionsOf = (row: Warehouse): RowAction[] => [
    { key: 'containers', label: t('warehouse.containersOf'), to: containerAddress(row.id) },
    row.state === 'ACTIVE'
      ? { key: 'close', label: t('warehouse.close'), run: () => changeState(row) }
      : { key: 'reopen', label: t('warehouse.reopen'), run: () => changeState(row) },
  ];
  return (
    <List
      spec={warehouseList}
      title={t('warehouse.title')}
      to={({ id }) => `${path}/edit?id=${id}`}
      actionsOf={actionsOf}
      primary={{ label: t('warehouse.new'), to: `${path}/edit` }}
      exporter={warehouseRoutes.exportWarehouses}
      importer={warehouseImport}
      emptyText={t('warehouse.emptyText')}
    />
  );
}
