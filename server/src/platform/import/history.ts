// History of imports, with their effect on every record, for undo.
import type { LogEntity } from '@kuwei/contract/sys/log';
import type { Page } from '@kuwei/contract/page';
import type { ImportEntry } from '@kuwei/contract/workbook/workbook';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { rowsOf, type Columns } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { listPage, orderOf, type PageQuery } from '../../db/list.ts';
import { insertRows } from '../../db/rows.ts';
import type { DB, SysImport, SysUser } from '../../db/types.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import type { Written } from './kind.ts';

/** Records per insert. */
const CHUNK = 1_000;

/** A record that an import has written or left unchanged. */
interface ImportedRecord extends Pick<Written, 'id' | 'rev' | 'isNew' | 'change' | 'besides'> {
  title: string;
}

/**
 * Adds an import to the history and the log, without unchanged records.
 * @param entity table of the records
 * @returns its id
 */
export async function saveImport(
  { trx, caller, logChange }: WriteContext<Caller>,
  entity: LogEntity,
  file: string,
  imported: readonly ImportedRecord[],
): Promise<string> {
  const id = newId();
  const records = imported.filter(({ isNew, change }) => isNew || Object.keys(change).length > 0);
  const created = records.filter(({ isNew }) => isNew).length;
  const counts = { created, updated: records.length - created };
  await trx
    .insertInto('sys_import')
    .values({ id, entity, file, ...counts, created_by: caller.userId })
    .execute();
  for (let from = 0; from < records.length; from += CHUNK) {
    const rows = records.slice(from, from + CHUNK).map((record) => ({
      import_id: id,
      record_id: record.id,
      title: record.title,
      is_new: record.isNew,
      rev: record.rev,
      change: record.change,
      besides: record.besides ?? null,
    }));
    await insertRows(trx, 'sys_import_record', rows);
  }
  logChange({ entity, id: 'import', change: { import: id, file, ...counts } });
  return id;
}

/** Newest first. */
export function listImports(db: Kysely<DB>, entity: string, query: PageQuery, caller: Caller): Promise<Page<ImportEntry>> {
  const columns: Columns<ImportEntry, { i: SysImport; u: SysUser }> = {
    id: 'i.id',
    file: 'i.file',
    created: 'i.created',
    updated: 'i.updated',
    createdAt: 'i.created_at',
    createdBy: 'u.name',
    isOwn: sql<boolean>`i.created_by in (${caller.userId}, ${SYSTEM_ID})`,
    undone: 'i.undone',
    undoneAt: 'i.undone_at',
    open: sql<boolean>`exists (select from sys_import_record r where r.import_id = i.id and r.undone_at is null)`,
  };
  return listPage(db, query, {
    id: sql`i.id`,
    from: sql`sys_import i where i.entity = ${entity}`,
    order: orderOf(query.sort ?? '-createdAt', { createdAt: { by: sql`i.created_at` } }, sql`i.id`),
    rows: rowsOf(columns, sql`page join sys_import i on i.id = page.id join sys_user u on u.id = i.created_by`),
  });
}
