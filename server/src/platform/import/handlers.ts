// Routes of imports that are written in one commit and can be undone, for every kind of record.
import type { ImportQuery } from '@kuwei/contract/workbook/workbook';
import type { Caller, OwnContext, ReadContext, WriteContext } from '../../context.ts';
import type { PageQuery } from '../../db/list.ts';
import type { Db, Trx } from '../../db/open.ts';
import type { Upload } from '../../http/transfer.ts';
import { listImports } from './history.ts';
import { runImport, notifyAfterWrite } from './import.ts';
import type { Importer, ImportTable, Stored } from './kind.ts';
import type { CallContext } from './dry-run.ts';
import { tableOf } from './rows.ts';
import { previewUndo, undoImport } from './undo.ts';

/**
 * @param entity table of the records
 * @param kindFor how they are read and written, for the caller
 * @param notify notifies of changed records
 * @param within wraps the table, to read its rows in a special way
 */
export const importHandlers = <F extends object, S extends Stored<F>>(
  entity: string,
  kindFor: (db: Db | Trx, asked: CallContext) => Promise<Importer<F, S>>,
  notify: (context: WriteContext<Caller>) => Promise<void> | void,
  within: (table: ImportTable<F>) => ImportTable<F> = (table) => table,
) => ({
  run: {
    own: async ({ query, body }: { query: ImportQuery; body: Upload }, context: OwnContext<Caller>) => {
      const table = within(tableOf(await kindFor(context.db, context), context.origin.locale));
      return runImport(context, body, query, notifyAfterWrite(table, notify));
    },
  },
  list: ({ query }: { query: PageQuery }, { db, caller }: ReadContext) => listImports(db, entity, query, caller),
  lookAtUndo: async ({ params }: { params: { import: string } }, context: ReadContext) =>
    previewUndo(context, await kindFor(context.db, context), params.import),
  undo: async ({ params, body }: { params: { import: string }; body: { expected: number } }, context: WriteContext<Caller>) => {
    const reply = await undoImport(context, await kindFor(context.trx, context), params.import, body.expected);
    await notify(context);
    return reply;
  },
});
