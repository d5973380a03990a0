// Standard handlers for `readRoutes` and `writeRoutes`. Each is a plain handler: a record with special needs replaces one and
// keeps the rest.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { recheckAuthorization } from '../session/recheck.ts';
import type { Caller, Origin, ReadContext, WriteContext } from '../context.ts';
import { changesOf } from '../db/columns.ts';
import { newId } from '../db/id.ts';
import { everyRow, listPage, type List, type PageQuery } from '../db/list.ts';
import { updateRow, type Stamped, type Values } from '../db/rows.ts';
import { assertRevision, withUniqueRefusal } from '../db/refuse-conflict.ts';
import type { DB } from '../db/types.ts';
import type { LogEntity } from '@kuwei/contract/sys/log';
import type { Named } from '@kuwei/contract/sys/log-labels';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { Page } from '@kuwei/contract/page';
import type { SheetDownload } from '../http/transfer.ts';
import { sheetOfRows, type Cell, type Column, type ExportName } from './workbook/workbook.ts';

type Asked = { caller: Caller; origin: Origin };
/** @throws AppError NOT_FOUND, also for a record out of sight */
type Find<R> = (db: Kysely<DB>, id: string, asked: Asked) => Promise<R>;
type Columns<R> = Record<string, Omit<Column, 'key'> & { cell?: (row: R) => Cell }>;
interface ById {
  params: { id: string };
}

interface Read<R, Q> {
  find: Find<R>;
  /** Within the caller's sight. `action`: what is done with the rows. */
  list: (query: Q, asked: Asked & { action: RuleAction }, db: Kysely<DB>) => List<R> | Promise<List<R>>;
  /** Name and columns (`SheetColumns`) of its workbook. */
  sheet: readonly [name: ExportName, columns: (asked: Asked, db: Kysely<DB>) => Columns<R> | Promise<Columns<R>>];
}

export const readHandlers = <R extends object, Q extends PageQuery>({ find, list, sheet: [name, columns] }: Read<R, Q>) => ({
  list: async ({ query }: { query: Q }, { db, ...asked }: ReadContext): Promise<Page<R>> =>
    listPage(db, query, await list(query, { ...asked, action: 'SEE' }, db)),
  get: ({ params }: ById, { db, ...asked }: ReadContext): Promise<R> => find(db, params.id, asked),
  export: async ({ query }: { query: Q }, { db, ...asked }: ReadContext): Promise<SheetDownload> => {
    const rows = await list(query, { ...asked, action: 'EXPORT' }, db);
    return sheetOfRows(name, await columns(asked, db), () => everyRow(db, rows), asked.origin.locale);
  },
});

interface Write<T extends Stamped & LogEntity, F, R> {
  table: T;
  /** Unique index of codes. */
  codeIndex: string;
  find: Find<R>;
  /** Columns filled by the form (`valuesOf`). */
  valuesOf: (form: F) => Values<DB[T]> | Promise<Values<DB[T]>>;
  /** Columns filled once, on insert. */
  insertDefaults?: (context: WriteContext<Caller>) => Values<DB[T]>;
  /** Locks to take before that of the row. */
  lock?: (context: WriteContext<Caller>) => Promise<void>;
  /** Validation beyond the contract. @param before null for a new one */
  check?: (context: WriteContext<Caller>, form: F, before: R | null) => Promise<void> | void;
  /** Writes other tables and notifies, after the row is written. */
  afterWrite?: (context: WriteContext<Caller>, id: string, form: F, before: R | null) => Promise<void>;
  /** Normalizes the form for comparison in the log. */
  compared?: (form: F) => F;
  /** Changes for the log, if not those of every field. */
  changes?: (before: R, form: F) => object;
  /** Refuses deleting a record in use. */
  checkUnused?: (context: WriteContext<Caller>, before: R) => Promise<void>;
  /** Soft delete: the row is kept for references. */
  keepsDeleted?: DB[T] extends { deleted_at: unknown } ? true : never;
}

export function writeHandlers<
  const T extends Stamped & LogEntity,
  F extends { code: string },
  R extends F & { id: string; rev: number },
>(record: Write<T, F, R> & Named<T, F>) {
  const {
    table,
    codeIndex,
    find,
    valuesOf,
    lock,
    check,
    afterWrite: written,
    checkUnused,
    compared = (form: F) => form,
  } = record;

  /** Locks the record until the commit. Fails if the session was revoked while waiting for the lock. */
  const locked = async (context: WriteContext<Caller>, id: string): Promise<R> => {
    await lock?.(context);
    await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(context.trx);
    await recheckAuthorization(context.trx, context.caller);
    return find(context.trx, id, context);
  };

  /** The type of `record` has checked the names of the form fields. */
  const note = (context: WriteContext<Caller>, id: string, change: object): void =>
    context.logChange({ entity: table, id, change });

  return {
    create: async ({ body: form }: { body: F }, context: WriteContext<Caller>): Promise<R> => {
      const { trx, caller } = context;
      const id = newId();
      await check?.(context, form, null);
      const values = { id, ...(await valuesOf(form)), ...record.insertDefaults?.(context), updated_by: caller.userId };
      await withUniqueRefusal(codeIndex, form.code, () => insertOf(table, values).execute(trx));
      // The insert may have waited for another one of the same code.
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
      // Saved without changes: keeps the version, so that open forms stay valid.
      if (Object.keys(change).length === 0) return before;
      const values = await valuesOf(form);
      await withUniqueRefusal(codeIndex, form.code, () => updateRow(context, table, before, values));
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
