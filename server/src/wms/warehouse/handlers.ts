import type { Locale } from '@kuwei/contract/constants';
import type { Stamps } from '@kuwei/contract/page';
import { listed } from '@kuwei/contract/phrase';
import type { Warehouse, warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { sheetOfRows, type SheetColumns } from '../../sys/workbook/workbook.ts';
import { ownerOrg } from '../scope.ts';
import { getWarehouse, selectKeepers, selectWarehouses, warehouseList } from './queries.ts';
import { createWarehouse, deleteWarehouse, setWarehouseState, updateWarehouse } from './save.ts';

const sheet = (locale: Locale): SheetColumns<Warehouse, 'id' | 'keeperIds' | keyof Stamps> => ({
  code: { phrase: 'wms.warehouse.code' },
  name: { phrase: 'wms.warehouse.name', width: 24 },
  nameEn: { phrase: 'wms.warehouse.nameEn', width: 24 },
  campus: { phrase: 'wms.warehouse.campus' },
  address: { phrase: 'wms.warehouse.address', width: 30 },
  openingHours: { phrase: 'wms.warehouse.openingHours', width: 30 },
  keepers: {
    phrase: 'wms.warehouse.keepers',
    width: 24,
    cell: ({ keepers }) =>
      listed(
        locale,
        keepers.map(({ name }) => name),
      ),
  },
  containers: { phrase: 'wms.warehouse.containers', width: 10 },
  boxes: { phrase: 'wms.warehouse.boxes', width: 10 },
  occupiedBoxes: { phrase: 'wms.warehouse.occupied', width: 10 },
  state: { phrase: 'wms.warehouse.state', width: 10, cell: ({ state }) => say(locale, `wms.warehouse.state.${state}`) },
  remark: { phrase: 'wms.warehouse.remark', width: 30 },
});

export const warehouseHandlers: Handlers<typeof warehouseRoutes> = {
  selectWarehouses: (_, { db, caller, origin }) =>
    selectWarehouses(db, caller.pageRole === 'ROLE_WAREHOUSE_ADMIN' ? ownerOrg(caller) : null, origin.locale),
  selectKeepers: (_, { db, caller }) => selectKeepers(db, ownerOrg(caller)),
  exportWarehouses: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyRow(db, warehouseList(ownerOrg(caller), query, locale));
    return sheetOfRows('warehouses', sheet(locale), rows, locale);
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
