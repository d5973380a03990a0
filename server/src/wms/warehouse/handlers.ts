import { listed } from '@kuwei/contract/phrase';
import type { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { cellsOf, sheetOf, type Column } from '../../sys/workbook.ts';
import { ownerOrg } from '../scope.ts';
import { getWarehouse, selectKeepers, selectWarehouses, warehouseList } from './queries.ts';
import { createWarehouse, deleteWarehouse, setWarehouseState, updateWarehouse } from './save.ts';

const columns: Column[] = [
  { key: 'code', phrase: 'wms.warehouse.code' },
  { key: 'name', phrase: 'wms.warehouse.name', width: 24 },
  { key: 'nameEn', phrase: 'wms.warehouse.nameEn', width: 24 },
  { key: 'campus', phrase: 'wms.warehouse.campus' },
  { key: 'address', phrase: 'wms.warehouse.address', width: 30 },
  { key: 'openingHours', phrase: 'wms.warehouse.openingHours', width: 30 },
  { key: 'keepers', phrase: 'wms.warehouse.keepers', width: 24 },
  { key: 'containers', phrase: 'wms.warehouse.containers', width: 10 },
  { key: 'boxes', phrase: 'wms.warehouse.boxes', width: 10 },
  { key: 'occupiedBoxes', phrase: 'wms.warehouse.occupied', width: 10 },
  { key: 'state', phrase: 'wms.warehouse.state', width: 10 },
  { key: 'remark', phrase: 'wms.warehouse.remark', width: 30 },
];

export const warehouseHandlers: Handlers<typeof warehouseRoutes> = {
  selectWarehouses: (_, { db, caller, origin }) =>
    selectWarehouses(db, caller.pageRole === 'ROLE_WAREHOUSE_ADMIN' ? ownerOrg(caller) : null, origin.locale),
  selectKeepers: (_, { db, caller }) => selectKeepers(db, ownerOrg(caller)),
  exportWarehouses: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyRow(db, warehouseList(ownerOrg(caller), query, locale));
    const cells = cellsOf(rows, (row) => ({
      code: row.code,
      name: row.name,
      nameEn: row.nameEn,
      campus: row.campus,
      address: row.address,
      openingHours: row.openingHours,
      keepers: listed(
        locale,
        row.keepers.map((keeper) => keeper.name),
      ),
      containers: row.containers,
      boxes: row.boxes,
      occupiedBoxes: row.occupiedBoxes,
      state: say(locale, `wms.warehouse.state.${row.state}`),
      remark: row.remark,
    }));
    return sheetOf('warehouses', columns, cells, locale);
  },
  listWarehouses: ({ query }, { db, caller, origin }) =>
    listPage(db, query, warehouseList(ownerOrg(caller), query, origin.locale)),
  createWarehouse: ({ body }, context) => createWarehouse(context, body),
  getWarehouse: ({ params }, { db, caller }) => getWarehouse(db, ownerOrg(caller), params.id),
  updateWarehouse: ({ params, body }, context) => updateWarehouse(context, params.id, body),
  setWarehouseState: ({ params, body }, context) => setWarehouseState(context, params.id, body),
  deleteWarehouse: async ({ params }, context) => {
    await deleteWarehouse(context, params.id);
    return null;
  },
};
