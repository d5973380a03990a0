import { withWarehouseKeys } from '../place/sheet.ts';
import { CONTAINERS, containerKind, containerTemplate, CONTAINER_PLACES } from './workbook.ts';
import { importHandlers } from '../../platform/import/handlers.ts';
import type { Locale } from '@kuwei/contract/constants';
import type { Stamps } from '@kuwei/contract/page';
import { joinList } from '@kuwei/contract/phrase';
import type { Container, containerRoutes } from '@kuwei/contract/wms/container';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import type { Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, yesNo, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { conditionNames } from '../place/refusal.ts';
import { ownerOrg, readScopeOf } from '../scope.ts';
import { listCells } from './cells.ts';
import { generateBoxes } from './generate.ts';
import { containerList, getContainer, getTree, type ContainerQuery } from './queries.ts';
import { createContainer, deleteContainer, updateContainer } from './save.ts';

/** Places are given by their path instead. */
type NoColumn = Place | 'state' | 'conditionsInside' | 'groupsInside' | keyof Stamps;
type Place = 'id' | 'warehouseId' | 'warehouseCode' | 'warehouseName' | 'parentId' | 'parentCode';

const sheet = (locale: Locale, condition: Names): SheetColumns<Container, NoColumn> => ({
  code: { phrase: 'wms.container.code' },
  name: { phrase: 'wms.container.name', width: 24 },
  nameEn: { phrase: 'wms.container.nameEn', width: 24 },
  path: { phrase: 'wms.container.path', width: 24 },
  type: { phrase: 'wms.container.type', width: 12, cell: ({ type }) => say(locale, `wms.container.type.${type}`) },
  conditionsOffered: {
    phrase: 'wms.container.conditions',
    width: 24,
    cell: (row) => joinList(locale, row.conditionsOffered.map(condition)),
  },
  allowedGroups: { phrase: 'wms.container.groups', width: 16, cell: (row) => row.allowedGroups?.join(', ') ?? null },
  hazardAllowed: { phrase: 'wms.container.hazardAllowed', width: 10, cell: (row) => yesNo(row.hazardAllowed, locale) },
  dualLock: { phrase: 'wms.container.dualLock', width: 8, cell: (row) => yesNo(row.dualLock, locale) },
  maxVolumeL: { phrase: 'wms.container.maxVolume', width: 12, cell: (row) => numberCell(row.maxVolumeL) },
  usedVolumeL: { phrase: 'wms.container.usedVolume', width: 12, cell: (row) => numberCell(row.usedVolumeL) },
  maxMassKg: { phrase: 'wms.container.maxMass', width: 12, cell: (row) => numberCell(row.maxMassKg) },
  usedMassKg: { phrase: 'wms.container.usedMass', width: 12, cell: (row) => numberCell(row.usedMassKg) },
  rows: { phrase: 'wms.container.rows', width: 8 },
  cols: { phrase: 'wms.container.cols', width: 8 },
  boxes: { phrase: 'wms.container.boxes', width: 10 },
  occupiedBoxes: { phrase: 'wms.container.occupied', width: 10 },
  remark: { phrase: 'wms.container.remark', width: 30 },
});

const reads = readHandlers<Container, ContainerQuery>({
  find: (db, id, { caller, origin }) => getContainer(db, readScopeOf(caller), id, origin.locale),
  list: (query, { caller, origin, action }) => containerList(readScopeOf(caller, action), query, origin.locale),
  sheet: ['containers', async ({ origin: { locale } }, db) => sheet(locale, await conditionNames(db, locale))],
});

const imports = importHandlers(
  CONTAINERS,
  (db, asked) => containerKind(db, asked),
  () => {},
  (table) => withWarehouseKeys(table, CONTAINER_PLACES),
);

export const containerHandlers: Handlers<typeof containerRoutes> = {
  getTree: ({ query }, { db, caller, origin }) => getTree(db, readScopeOf(caller), query.warehouseId, origin.locale),
  exportContainers: reads.export,
  getContainerTemplate: (_, { db, caller, origin }) => containerTemplate(db, ownerOrg(caller), origin.locale),
  importContainers: imports.run,
  listContainerImports: imports.list,
  lookAtContainerUndo: imports.lookAtUndo,
  undoContainerImport: imports.undo,
  listContainers: reads.list,
  createContainer: ({ body }, context) => createContainer(context, body),
  getContainer: reads.get,
  updateContainer: ({ params, body }, context) => updateContainer(context, params.id, body),
  deleteContainer: async ({ params }, context) => {
    await deleteContainer(context, params.id);
    return null;
  },
  listCells: ({ params }, { db, caller, origin }) => listCells(db, readScopeOf(caller), params.id, origin.locale),
  generateBoxes: ({ params, body }, context) => generateBoxes(context, params.id, body),
};
