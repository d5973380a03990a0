import { listed } from '@kuwei/contract/phrase';
import type { containerRoutes } from '@kuwei/contract/wms/container';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { cellsOf, numberCell, sheetOf, yesNo, type Column } from '../../sys/workbook.ts';
import { conditionNames } from '../place/refusal.ts';
import { ownerOrg } from '../scope.ts';
import { listCells } from './cells.ts';
import { generateBoxes } from './generate.ts';
import { containerList, getContainer, getTree } from './queries.ts';
import { createContainer, deleteContainer, updateContainer } from './save.ts';

const columns: Column[] = [
  { key: 'code', phrase: 'wms.container.code' },
  { key: 'name', phrase: 'wms.container.name', width: 24 },
  { key: 'path', phrase: 'wms.container.path', width: 24 },
  { key: 'type', phrase: 'wms.container.type', width: 12 },
  { key: 'conditions', phrase: 'wms.container.conditions', width: 24 },
  { key: 'groups', phrase: 'wms.container.groups', width: 16 },
  { key: 'hazardAllowed', phrase: 'wms.container.hazardAllowed', width: 10 },
  { key: 'dualLock', phrase: 'wms.container.dualLock', width: 8 },
  { key: 'maxVolumeL', phrase: 'wms.container.maxVolume', width: 12 },
  { key: 'usedVolumeL', phrase: 'wms.container.usedVolume', width: 12 },
  { key: 'maxMassKg', phrase: 'wms.container.maxMass', width: 12 },
  { key: 'usedMassKg', phrase: 'wms.container.usedMass', width: 12 },
  { key: 'rows', phrase: 'wms.container.rows', width: 8 },
  { key: 'cols', phrase: 'wms.container.cols', width: 8 },
  { key: 'boxes', phrase: 'wms.container.boxes', width: 10 },
  { key: 'occupiedBoxes', phrase: 'wms.container.occupied', width: 10 },
  { key: 'remark', phrase: 'wms.container.remark', width: 30 },
];

export const containerHandlers: Handlers<typeof containerRoutes> = {
  getTree: ({ query }, { db, caller }) => getTree(db, ownerOrg(caller), query.warehouseId),
  exportContainers: async ({ query }, { db, caller, origin: { locale } }) => {
    const condition = await conditionNames(db, locale);
    const cells = cellsOf(await everyRow(db, containerList(ownerOrg(caller), query, locale)), (row) => ({
      code: row.code,
      name: row.name,
      path: row.path,
      type: say(locale, `wms.container.type.${row.type}`),
      conditions: listed(locale, row.conditionsOffered.map(condition)),
      groups: row.allowedGroups?.join(', ') ?? null,
      hazardAllowed: yesNo(row.hazardAllowed, locale),
      dualLock: yesNo(row.dualLock, locale),
      maxVolumeL: numberCell(row.maxVolumeL),
      usedVolumeL: numberCell(row.usedVolumeL),
      maxMassKg: numberCell(row.maxMassKg),
      usedMassKg: numberCell(row.usedMassKg),
      rows: row.rows,
      cols: row.cols,
      boxes: row.boxes,
      occupiedBoxes: row.occupiedBoxes,
      remark: row.remark,
    }));
    return sheetOf('containers', columns, cells, locale);
  },
  listContainers: ({ query }, { db, caller, origin }) =>
    listPage(db, query, containerList(ownerOrg(caller), query, origin.locale)),
  createContainer: ({ body }, context) => createContainer(context, body),
  getContainer: ({ params }, { db, caller, origin }) => getContainer(db, ownerOrg(caller), params.id, origin.locale),
  updateContainer: ({ params, body }, context) => updateContainer(context, params.id, body),
  deleteContainer: async ({ params }, context) => {
    await deleteContainer(context, params.id);
    return null;
  },
  listCells: ({ params }, { db, caller, origin }) => listCells(db, ownerOrg(caller), params.id, origin.locale),
  generateBoxes: ({ params, body }, context) => generateBoxes(context, params.id, body),
};
