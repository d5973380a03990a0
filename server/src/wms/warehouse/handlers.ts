import { WAREHOUSES, warehouseKind, warehouseTemplate } from './workbook.ts';
import { importHandlers } from '../../platform/import/handlers.ts';
import type { Locale } from '@kuwei/contract/constants';
import type { Stamps } from '@kuwei/contract/page';
import { joinList } from '@kuwei/contract/phrase';
import type { Warehouse, warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { readHandlers } from '../../platform/record.ts';
import type { SheetColumns } from '../../platform/workbook/workbook.ts';
import { ownerOrg, readScopeOf } from '../scope.ts';
import { getVisibleWarehouse, selectKeepers, selectWarehouses, warehouseList, type WarehouseQuery } from './queries.ts';
import { setWarehouseState, warehouseWrites } from './save.ts';

const sheet = (locale: Locale): SheetColumns<Warehouse, 'id' | 'keeperIds' | keyof Stamps> => ({
  code: { phrase: 'wms.warehouse.code' },
  name: { phrase: 'wms.warehouse.name', width: 24 },
  nameEn: { phrase: 'wms.warehouse.nameEn', width: 24 },
  campus: { phrase: 'wms.warehouse.campus' },
  address: { phrase: 'wms.warehouse.address', width: 30 },
  openingHours: { phrase: 'wms.warehouse.openingHours', width: 30 },
  phone: { phrase: 'wms.warehouse.phone', width: 16 },
  keepers: {
    phrase: 'wms.warehouse.keepers',
    width: 24,
    cell: ({ keepers }) =>
      joinList(
        locale,
        keepers.map(({ name, isActive }) => (isActive ? name : say(locale, 'wms.warehouse.keeperOff', { name }))),
      ),
  },
  containers: { phrase: 'wms.warehouse.containers', width: 10 },
  boxes: { phrase: 'wms.warehouse.boxes', width: 10 },
  occupiedBoxes: { phrase: 'wms.warehouse.occupied', width: 10 },
  state: { phrase: 'wms.warehouse.state', width: 10, cell: ({ state }) => say(locale, `wms.warehouse.state.${state}`) },
  remark: { phrase: 'wms.warehouse.remark', width: 30 },
});

const reads = readHandlers<Warehouse, WarehouseQuery>({
  find: (db, id, { caller }) => getVisibleWarehouse(db, readScopeOf(caller), id),
  list: (query, { caller, origin, action }) => warehouseList(readScopeOf(caller, action), query, origin.locale),
  sheet: ['warehouses', ({ origin }) => sheet(origin.locale)],
});

const imports = importHandlers(
  WAREHOUSES,
  (db, asked) => warehouseKind(db, asked),
  () => {},
);

export const warehouseHandlers: Handlers<typeof warehouseRoutes> = {
  selectWarehouses: (_, { db, caller, origin }) =>
    selectWarehouses(db, caller.pageRole === 'ROLE_WAREHOUSE_ADMIN' ? ownerOrg(caller) : null, origin.locale),
  selectKeepers: (_, { db, caller }) => selectKeepers(db, ownerOrg(caller)),
  exportWarehouses: reads.export,
  getWarehouseTemplate: (_, { db, caller, origin }) => warehouseTemplate(db, ownerOrg(caller), origin.locale),
  importWarehouses: imports.run,
  listWarehouseImports: imports.list,
  lookAtWarehouseUndo: imports.lookAtUndo,
  undoWarehouseImport: imports.undo,
  listWarehouses: reads.list,
  createWarehouse: warehouseWrites.create,
  getWarehouse: reads.get,
  updateWarehouse: warehouseWrites.update,
  setWarehouseState: ({ params, body }, context) => setWarehouseState(context, params.id, body),
  deleteWarehouse: warehouseWrites.remove,
};
