import type { dicRoutes } from '@kuwei/contract/auth/dic';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { listImports } from '../../platform/import/history.ts';
import { runImport } from '../../platform/import/import.ts';
import { previewUndo, undoImport } from '../../platform/import/undo.ts';
import { dicList, findDic } from './queries.ts';
import { dicWrites } from './save.ts';
import { usesOf } from './uses.ts';
import { entryTable, entryTemplate, exportEntries } from './workbook.ts';
import { dicKind } from './write-entries.ts';

export const dicHandlers: Handlers<typeof dicRoutes> = {
  exportDics: async ({ query }, { db, ...asked }) => {
    const ids: string[] = [];
    for await (const { id } of await everyRow(db, dicList(query, asked))) ids.push(id);
    return exportEntries(db, ids, asked.origin.locale);
  },
  getDicTemplate: async (_, { origin }) => entryTemplate(origin.locale),
  importDics: {
    own: async ({ query, body }, context) => runImport(context, body, query, await entryTable(context.db, context.origin.locale)),
  },
  listDicImports: ({ query }, { db, caller }) => listImports(db, 'sys_dic', query, caller),
  lookAtDicUndo: async ({ params }, context) =>
    previewUndo(context, await dicKind(context.db, context.origin.locale), params.import),
  undoDicImport: async ({ params, body }, context) =>
    undoImport(context, await dicKind(context.trx, context.origin.locale), params.import, body.expected),
  listDics: ({ query }, { db, ...asked }) => listPage(db, query, dicList(query, asked)),
  getDic: ({ params }, { db, ...asked }) => findDic(db, params.id, asked),
  createDic: dicWrites.create,
  updateDic: dicWrites.update,
  deleteDic: dicWrites.remove,
  getDicUsage: async ({ params }, { db, ...asked }) => {
    const { code } = await findDic(db, params.id, asked);
    return usesOf(db, code, null, asked.origin.locale);
  },
};
