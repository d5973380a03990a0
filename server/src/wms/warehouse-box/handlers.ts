import { listed } from '@kuwei/contract/phrase';
import { boxQuery, type boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { everyRow, firstRows, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { BATCH_MAX, batchRecords, forEach } from '../../sys/batch.ts';
import { cellsOf, numberCell, sheetOf, type Column } from '../../sys/workbook.ts';
import { ownerOrg } from '../scope.ts';
import { boxList, getBox } from './queries.ts';
import { createBox, deleteBox, updateBox } from './save.ts';
import { selectBoxes } from './select.ts';
import { setBoxState } from './state.ts';

const columns: Column[] = [
  { key: 'code', phrase: 'wms.box.code', width: 20 },
  { key: 'path', phrase: 'wms.container.path', width: 24 },
  { key: 'containerName', phrase: 'wms.container.name', width: 20 },
  { key: 'type', phrase: 'wms.box.type', width: 10 },
  { key: 'ownerOrgName', phrase: 'wms.box.owner', width: 20 },
  { key: 'mixPolicy', phrase: 'wms.box.mixPolicy', width: 14 },
  { key: 'state', phrase: 'wms.box.state', width: 12 },
  { key: 'lines', phrase: 'wms.box.lines', width: 8 },
  { key: 'maxLines', phrase: 'wms.box.maxLines', width: 8 },
  { key: 'usedVolumeL', phrase: 'wms.container.usedVolume', width: 12 },
  { key: 'maxVolumeL', phrase: 'wms.container.maxVolume', width: 12 },
  { key: 'usedMassKg', phrase: 'wms.container.usedMass', width: 12 },
  { key: 'maxMassKg', phrase: 'wms.container.maxMass', width: 12 },
  { key: 'groups', phrase: 'wms.box.groups', width: 10 },
  { key: 'owners', phrase: 'wms.box.owners', width: 30 },
  { key: 'remark', phrase: 'wms.box.remark', width: 30 },
];

const TO = { lock: 'LOCKED', unlock: 'ACTIVE', retire: 'RETIRED' } as const;

export const boxHandlers: Handlers<typeof boxRoutes> = {
  selectBoxes: ({ query, body }, { db, caller, origin }) => selectBoxes(db, ownerOrg(caller), query, body, origin.locale),
  exportBoxes: async ({ query }, { db, caller, origin: { locale } }) => {
    const cells = cellsOf(await everyRow(db, boxList(ownerOrg(caller), query, locale)), (row) => ({
      code: row.code,
      path: row.path,
      containerName: row.containerName,
      type: say(locale, `wms.box.type.${row.type}`),
      ownerOrgName: row.ownerOrgName,
      mixPolicy: say(locale, `wms.box.mixPolicy.${row.mixPolicy}`),
      state: say(locale, row.lockReason === null ? `wms.box.state.${row.state}` : `wms.box.lock.${row.lockReason}`),
      lines: row.lines,
      maxLines: row.maxLines,
      usedVolumeL: numberCell(row.usedVolumeL),
      maxVolumeL: numberCell(row.maxVolumeL),
      usedMassKg: numberCell(row.usedMassKg),
      maxMassKg: numberCell(row.maxMassKg),
      groups: row.groups.join(', '),
      owners: listed(locale, row.owners),
      remark: row.remark,
    }));
    return sheetOf('boxes', columns, cells, locale);
  },
  findBoxByQr: ({ params }, { db, caller, origin }) => getBox(db, ownerOrg(caller), { qrToken: params.token }, origin.locale),
  listBoxes: ({ query }, { db, caller, origin }) => listPage(db, query, boxList(ownerOrg(caller), query, origin.locale)),
  createBox: ({ body }, context) => createBox(context, body),
  getBox: ({ params }, { db, caller, origin }) => getBox(db, ownerOrg(caller), { id: params.id }, origin.locale),
  updateBox: ({ params, body }, context) => updateBox(context, params.id, body),
  setBoxState: async ({ params, body }, context) => {
    await setBoxState(context, params.id, body);
    return getBox(context.trx, ownerOrg(context.caller), { id: params.id }, context.origin.locale);
  },
  deleteBox: async ({ params }, context) => {
    await deleteBox(context, params.id);
    return null;
  },
  batchBoxes: {
    own: async ({ params, body }, context) => {
      const records = await batchRecords(context, body, boxQuery, async (trx, query, ids) => {
        const found = [];
        for await (const box of firstRows(
          trx,
          boxList(ownerOrg(context.caller), query, context.origin.locale, ids),
          BATCH_MAX + 1,
        ))
          found.push({ id: box.id, label: box.code });
        return found;
      });
      const state = TO[params.action as keyof typeof TO];
      return forEach(context, records, (inside, { id }) =>
        setBoxState(inside, id, { state, lockReason: state === 'LOCKED' ? body.lockReason : null }),
      );
    },
  },
};
