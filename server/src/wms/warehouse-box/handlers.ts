import { withWarehouseKeys } from '../place/sheet.ts';
import { BOXES, boxKind, boxTemplate, BOX_PLACES } from './workbook.ts';
import { importHandlers } from '../../platform/import/handlers.ts';
import type { Locale } from '@kuwei/contract/constants';
import type { Stamps } from '@kuwei/contract/page';
import { joinList } from '@kuwei/contract/phrase';
import { boxQuery, type Box, type boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import type { Kysely } from 'kysely';
import type { ReadContext } from '../../context.ts';
import { firstRows } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { BATCH_MAX, listSelected, forEach, loadSelected } from '../../platform/batch.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { ownerOrg, ownReadScope, readScopeOf } from '../scope.ts';
import { findOpenDocuments } from '../transaction/open-documents.ts';
import { boxList, getBox, type BoxQuery } from './queries.ts';
import { createBox, deleteBox, updateBox } from './save.ts';
import { selectBoxes } from './select.ts';
import { setBoxState } from './state.ts';

/** Places are given by their path, which lacks only the container name. */
type NoColumn = Place | 'qrToken' | 'occupied' | 'conditionsOffered' | 'allowedGroups' | keyof Stamps;
type Place = 'id' | 'containerId' | 'containerCode' | 'containerType' | 'warehouseId' | 'warehouseName' | 'row' | 'col';

const sheet = (locale: Locale): SheetColumns<Box, NoColumn | 'ownerOrgId' | 'lockReason'> => ({
  code: { phrase: 'wms.box.code', width: 20 },
  path: { phrase: 'wms.container.path', width: 24 },
  containerName: { phrase: 'wms.container.name', width: 20 },
  type: { phrase: 'wms.box.type', width: 10, cell: ({ type }) => say(locale, `wms.box.type.${type}`) },
  ownerOrgName: { phrase: 'wms.box.owner', width: 20 },
  mixPolicy: { phrase: 'wms.box.mixPolicy', width: 14, cell: (row) => say(locale, `wms.box.mixPolicy.${row.mixPolicy}`) },
  state: {
    phrase: 'wms.box.state',
    width: 12,
    cell: ({ state, lockReason }) => say(locale, lockReason === null ? `wms.box.state.${state}` : `wms.box.lock.${lockReason}`),
  },
  count: { phrase: 'wms.count.no', width: 20, cell: ({ count }) => count?.no ?? null },
  lines: { phrase: 'wms.box.lines', width: 8 },
  maxLines: { phrase: 'wms.box.maxLines', width: 8 },
  usedVolumeL: { phrase: 'wms.container.usedVolume', width: 12, cell: (row) => numberCell(row.usedVolumeL) },
  maxVolumeL: { phrase: 'wms.container.maxVolume', width: 12, cell: (row) => numberCell(row.maxVolumeL) },
  usedMassKg: { phrase: 'wms.container.usedMass', width: 12, cell: (row) => numberCell(row.usedMassKg) },
  maxMassKg: { phrase: 'wms.container.maxMass', width: 12, cell: (row) => numberCell(row.maxMassKg) },
  groups: { phrase: 'wms.box.groups', width: 10, cell: ({ groups }) => groups.join(', ') },
  owners: { phrase: 'wms.box.owners', width: 30, cell: ({ owners }) => joinList(locale, owners) },
  remark: { phrase: 'wms.box.remark', width: 30 },
});

const reads = readHandlers<Box, BoxQuery>({
  find: (db, id, { caller, origin }) => getBox(db, readScopeOf(caller), { id }, origin.locale),
  list: (query, { caller, origin, action }) => boxList(readScopeOf(caller, action), query, origin.locale),
  sheet: ['boxes', ({ origin }) => sheet(origin.locale)],
});

const TO = { lock: 'LOCKED', unlock: 'ACTIVE', retire: 'RETIRED' } as const;

const imports = importHandlers(
  BOXES,
  (db, asked) => boxKind(db, asked),
  () => {},
  (table) => withWarehouseKeys(table, BOX_PLACES),
);

/** Boxes of the caller's own warehouses, the only ones they may change. */
const namedBoxes =
  ({ caller, origin }: Pick<ReadContext, 'caller' | 'origin'>) =>
  async (db: Kysely<DB>, query: BoxQuery, ids: readonly string[] | undefined): Promise<{ id: string; label: string }[]> => {
    const boxes = await firstRows(db, boxList(ownReadScope(caller), query, origin.locale, ids), BATCH_MAX + 1);
    return boxes.map(({ id, code }) => ({ id, label: code }));
  };

export const boxHandlers: Handlers<typeof boxRoutes> = {
  selectBoxes: ({ query, body }, { db, caller, origin }) => selectBoxes(db, ownerOrg(caller), query, body, origin.locale),
  exportBoxes: reads.export,
  getBoxTemplate: (_, { db, caller, origin }) => boxTemplate(db, ownerOrg(caller), origin.locale),
  importBoxes: imports.run,
  listBoxImports: imports.list,
  lookAtBoxUndo: imports.lookAtUndo,
  undoBoxImport: imports.undo,
  findDocumentsOfBoxes: async ({ body }, context) => {
    const { db, caller, origin } = context;
    const boxes = await loadSelected(db, body, boxQuery, namedBoxes(context));
    return findOpenDocuments(db, { boxes: boxes.map(({ id }) => id) }, ownReadScope(caller), origin.locale);
  },
  findBoxByQr: ({ params }, { db, caller, origin }) => getBox(db, readScopeOf(caller), { qrToken: params.token }, origin.locale),
  listBoxes: reads.list,
  createBox: ({ body }, context) => createBox(context, body),
  getBox: reads.get,
  updateBox: ({ params, body }, context) => updateBox(context, params.id, body),
  setBoxState: async ({ params, body }, context) => {
    await setBoxState(context, params.id, body);
    return getBox(context.trx, ownReadScope(context.caller), { id: params.id }, context.origin.locale);
  },
  deleteBox: async ({ params }, context) => {
    await deleteBox(context, params.id);
    return null;
  },
  batchBoxes: {
    own: async ({ params, body }, context) => {
      const records = await listSelected(context, body, boxQuery, namedBoxes(context));
      const state = TO[params.action as keyof typeof TO];
      return forEach(context, records, (inside, { id }) =>
        setBoxState(inside, id, { state, lockReason: state === 'LOCKED' ? body.lockReason : null }),
      );
    },
  },
};
