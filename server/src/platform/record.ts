// What the calls of `readRoutes` and `writeRoutes` do, for every record that is kept alike. Each is a plain handler: a record
// that needs another one writes that one out, and keeps the rest.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { recheckAuthorization } from '../session/still.ts';
import type { Caller, Origin, ReadContext, WriteContext } from '../context.ts';
import { changesOf } from '../db/columns.ts';
import { newId } from '../db/id.ts';
import { everyRow, listPage, type List, type PageQuery } from '../db/list.ts';
import { updateRow, type Stamped, type Values } from '../db/rows.ts';
import { assertRevision, refuseTaken } from '../db/stale.ts';
import type { DB } from '../db/types.ts';
import type { LogEntity } from '@kuwei/contract/sys/log';
import type { Named } from '@kuwei/contract/sys/log-labels';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { Page } from '@kuwei/contract/page';
import type { Download } from '../http/transfer.ts';
import { sheetOfRows, type Cell, type Column, type ExportName } from './workbook/workbook.ts';

type Asked = { caller: Caller; origin: Origin };
/** @throws AppError NOT_FOUND, also for a record that the caller may not know */
type Find<R> = (db: Kysely<DB>, id: string, asked: Asked) => Promise<R>;
type Columns<R> = Record<string, Omit<Column, 'key'> & { cell?: (row: R) => Cell }>;
interface ById {
  params: { id: string };
}

interface Read<R, Q> {
  find: Find<R>;
  /** Within what the caller may know. `action`: what is done with it. */
  list: (query: Q, asked: Asked & { action: RuleAction }, db: Kysely<DB>) => List<R> | Promise<List<R>>;
  /** Name and columns (`SheetColumns`) of its workbook. */
  sheet: readonly [name: ExportName, columns: (asked: Asked, db: Kysely<DB>) => Columns<R> | Promise<Columns<R>>];
}

export const readHandlers = <R extends object, Q extends PageQuery>({ find, list, sheet: [name, columns] }: Read<R, Q>) => ({
  list: async ({ query }: { query: Q }, { db, ...asked }: ReadContext): Promise<Page<R>> =>
    listPage(db, query, await list(query, { ...asked, action: 'SEE' }, db)),
  get: ({ params }: ById, { db, ...asked }: ReadContext): Promise<R> => find(db, params.id, asked),
  export: async ({ query }: { query: Q }, { db, ...asked }: ReadContext): Promise<Download> => {
    const rows = await everyRow(db, await list(query, { ...asked, action: 'EXPORT' }, db));
    return sheetOfRows(name, await columns(asked, db), rows, asked.origin.locale);
  },
});

interface Write<T extends Stamped & LogEntity, F, R> {
  table: T;
  /** Index that takes a code once. */
  codeIndex: string;
  find: Find<R>;
  /** The columns that the form fills (`valuesOf`). */
  valuesOf: (form: F) => Values<DB[T]> | Promise<Values<DB[T]>>;
  /** Those that are filled once, when it is made. */
  born?: (context: WriteContext<Caller>) => Values<DB[T]>;
  /** Locks that everybody takes before the row's own. */
  lock?: (context: WriteContext<Caller>) => Promise<void>;
  /** Refuses what the contract cannot know. @param before null for a new one */
  check?: (context: WriteContext<Caller>, form: F, before: R | null) => Promise<void> | void;
  /** What stands in other tables, and whoever is told, once its row is written. */
  written?: (context: WriteContext<Caller>, id: string, form: F, before: R | null) => Promise<void>;
  /** How what it says is compared for the log. */
  compared?: (form: F) => F;
  /** What the log says of a change, where it is not that of every field. */
  changes?: (before: R, form: F) => object;
  /** Refuses to delete what is in use. */
  checkUnused?: (context: WriteContext<Caller>, before: R) => Promise<void>;
  /** The row stays, for what names it, and is marked. */
  keepsDeleted?: DB[T] extends { deleted_at: unknown } ? true : never;
}

export function writeHandlers<
  const T extends Stamped & LogEntity,
  F extends { code: string },
  R extends F & { id: string; rev: number },
>(record: Write<T, F, R> & Named<T, F>) {
  const { table, codeIndex, find, valuesOf, lock, check, written, checkUnused, compared = (form: F) => form } = record;

  /** The record, which stays as it is until the commit. Whoever was ended while they waited for it writes nothing. */
  const locked = async (context: WriteContext<Caller>, id: string): Promise<R> => {
    await lock?.(context);
    await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(context.trx);
    await recheckAuthorization(context.trx, context.caller);
    return find(context.trx, id, context);
  };

  /** The type of `record` has asked for the names of the fields of the form. */
  const note = (context: WriteContext<Caller>, id: string, change: object): void =>
    context.logChange({ entity: table, id, change });

  return {
    create: async ({ body: form }: { body: F }, context: WriteContext<Caller>): Promise<R> => {
      const { trx, caller } = context;
      const id = newId();
      await check?.(context, form, null);
      const values = { id, ...(await valuesOf(form)), ...record.born?.(context), updated_by: caller.userId };
      await refuseTaken(codeIndex, form.code, () => insertOf(table, values).execute(trx));
      // Somebody else may have been making the same one.
      await recheckAuthorization(trx, caller);
      await written?.(context, id, form, null);
      note(context, id, form);
      return find(trx, id, context);
    },

    update: async ({ params: { id }, body }: ById & { body: F & { rev: number } }, context: WriteContext<Caller>): Promise<R> => {
      const { rev, ...rest } = body;
      const form = rest as unknown as F;
      const before = await locked(context, id);
      assertRevision(before.rev, rev);
      await check?.(context, form, before);
      const change = record.changes?.(before, form) ?? changesOf(compared(before), compared(form));
      // Saved as it was: nobody has changed it, and no form that is open elsewhere is out of date.
      if (Object.keys(change).length === 0) return before;
      const values = await valuesOf(form);
      await refuseTaken(codeIndex, form.code, () => updateRow(context, table, before, values));
      await written?.(context, id, form, before);
      note(context, id, change);
      return find(context.trx, id, context);
    },

    remove: async ({ params: { id } }: ById, context: WriteContext<Caller>): Promise<null> => {
      const before = await locked(context, id);
      await checkUnused?.(context, before);
      if (record.keepsDeleted) await markDeleted(context, table, before);
      else await sql`delete from ${sql.table(table)} where id = ${id}`.execute(context.trx);
      note(context, id, { deleted: before.code });
      return null;
    },
  };
}

function insertOf(table: string, values: object): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))})`;
}

const markDeleted = (context: WriteContext<Caller>, table: Stamped, before: { id: string; rev: number }): Promise<void> =>
  updateRow(context, table, before, { deleted_at: sql<string>`now()` } as Values<DB[Stamped]>);
