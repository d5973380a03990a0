// Rows of stored files: references to them, and the quota for unreferenced ones.
import { AppError } from '@kuwei/contract/error';
import { sql, type Insertable, type Kysely, type RawBuilder } from 'kysely';
import type { Settings } from '../settings.ts';
import type { Trx } from '../../db/open.ts';
import type { DB, SysFile } from '../../db/types.ts';

interface FileRef {
  table: keyof DB;
  column: string;
  /** The column holds an array of ids. No foreign key guards it: writers lock the files (`for key share`). */
  list?: true;
  /** Restricts which rows count as references; absent: all. */
  where?: RawBuilder<unknown>;
  /** Rows whose files no longer count towards the sender's quota; absent: all. */
  carries?: RawBuilder<unknown>;
}

/** Users can create and cancel unapproved drafts without limit: their attachments are stored, but count towards the quota. */
const submitted = sql`submitted_at is not null and attachments <> '{}' and not (state = 'CANCELED' and approved_at is null)`;

/** Likewise for cases; submitted ones have been seen by others. */
const handedIn = sql`submitted_at is not null and state not in ('DRAFT', 'CANCELED')`;

/** Every column that refers to stored files; files without references are deleted. A new column adds its line here. */
export const fileRefs: readonly FileRef[] = [
  { table: 'sys_user', column: 'avatar_file_id' },
  { table: 'wms_product', column: 'sds_file_id' },
  { table: 'wms_product', column: 'images', list: true },
  { table: 'wms_batch', column: 'coa_file_id' },
  { table: 'wms_transaction', column: 'attachments', list: true, where: sql`deleted_at is null`, carries: submitted },
  { table: 'wms_permit', column: 'file_id' },
  { table: 'wms_after_sales', column: 'pictures', list: true, carries: handedIn },
  { table: 'wms_after_sales_message', column: 'pictures', list: true },
];

/** A query for the ids of all referenced files, possibly with duplicates. */
export const referredFiles: RawBuilder<unknown> = sql.join(
  fileRefs.map(({ table, column, list, where }) => {
    const id = list ? sql`unnest(${sql.ref(column)})` : sql.ref(column);
    return sql`select ${id} as id from ${sql.table(table)} where ${where ?? sql`true`}`;
  }),
  sql` union all `,
);

/** Whether a file (its id as SQL) has no permanent reference. */
const isUnreferenced = (file: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql.join(
    fileRefs.map(({ table, column, list, where, carries }) => {
      const holds = list ? sql`${sql.ref(column)} @> array[${file}]` : sql`${sql.ref(column)} = ${file}`;
      return sql`not exists (select from ${sql.table(table)} where ${holds} and ${where ?? sql`true`} and ${carries ?? sql`true`})`;
    }),
    sql` and `,
  );

/** Bytes of a person's stored files without a permanent reference. */
export async function countUnreferencedBytes(db: Kysely<DB>, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('sys_file')
    .where('created_by', '=', userId)
    .where('visibility', '<>', 'ALL')
    .where(isUnreferenced(sql.ref('sys_file.id')))
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** @throws AppError FILE_QUOTA */
export function assertWithinQuota(settings: Settings, bytes: number): void {
  const mb = settings.get('SYS_UNATTACHED_MAX_MB');
  if (bytes > mb * 1_000_000) throw new AppError('FILE_QUOTA', { params: { mb } });
}

/**
 * Adds the row of a stored file.
 * @param file with `stored_sha256` if the stored bytes differ from those sent
 * @throws AppError FILE_QUOTA if the sender has too many files without a permanent reference
 */
export async function addFile(trx: Trx, settings: Settings, file: Insertable<SysFile>): Promise<void> {
  // Serializes the quota check of concurrent uploads.
  await trx.selectFrom('sys_user').where('id', '=', file.created_by).select('id').forNoKeyUpdate().execute();
  await trx
    .insertInto('sys_file')
    .values({ stored_sha256: file.sha256, ...file })
    .execute();
  assertWithinQuota(settings, await countUnreferencedBytes(trx, file.created_by));
}
