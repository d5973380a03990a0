// Stored files as rows: who may refer to one, and how much of what nobody refers to a person may have.
import { AppError } from '@kuwei/contract/error';
import { sql, type Insertable, type Kysely, type RawBuilder } from 'kysely';
import type { Settings } from '../settings.ts';
import type { Trx } from '../../db/open.ts';
import type { DB, SysFile } from '../../db/types.ts';

interface FileRef {
  table: keyof DB;
  column: string;
  /** The column holds an array of ids. PostgreSQL does not guard these: who writes one locks the files (`for key share`). */
  list?: true;
  /** Rows that count; all, if absent. */
  where?: RawBuilder<unknown>;
  /** Rows of these whose files are no longer counted for their sender; all, if absent. */
  carries?: RawBuilder<unknown>;
}

/**
 * Anybody may write drafts and cancel what nobody has approved, as often as they like: what such documents carry is kept,
 * and counted.
 */
const submitted = sql`submitted_at is not null and attachments <> '{}' and not (state = 'CANCELED' and approved_at is null)`;

/** Likewise of cases: what was said in one was said to others. */
const handedIn = sql`submitted_at is not null and state not in ('DRAFT', 'CANCELED')`;

/** Every column that refers to stored files: what stands in none of them is deleted. A new column adds its line here. */
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

/** A query for the ids of all files that something refers to, some of them more than once. */
export const referredFiles: RawBuilder<unknown> = sql.join(
  fileRefs.map(({ table, column, list, where }) => {
    const id = list ? sql`unnest(${sql.ref(column)})` : sql.ref(column);
    return sql`select ${id} as id from ${sql.table(table)} where ${where ?? sql`true`}`;
  }),
  sql` union all `,
);

/** Whether nothing carries a file (its id as SQL) for good. */
const isUncarried = (file: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql.join(
    fileRefs.map(({ table, column, list, where, carries }) => {
      const holds = list ? sql`${sql.ref(column)} @> array[${file}]` : sql`${sql.ref(column)} = ${file}`;
      return sql`not exists (select from ${sql.table(table)} where ${holds} and ${where ?? sql`true`} and ${carries ?? sql`true`})`;
    }),
    sql` and `,
  );

/** Bytes that a person has stored and nothing carries yet. */
export async function uncarriedBytes(db: Kysely<DB>, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('sys_file')
    .where('created_by', '=', userId)
    .where('visibility', '<>', 'ALL')
    .where(isUncarried(sql.ref('sys_file.id')))
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** @throws AppError FILE_QUOTA */
export function refuseOverQuota(settings: Settings, bytes: number): void {
  const mb = settings.get('SYS_UNATTACHED_MAX_MB');
  if (bytes > mb * 1_000_000) throw new AppError('FILE_QUOTA', { params: { mb } });
}

/**
 * Adds the row of a file whose bytes are kept already.
 * @param file with `stored_sha256` where other bytes are stored than were sent
 * @throws AppError FILE_QUOTA when its sender has too much that nothing carries yet
 */
export async function addFile(trx: Trx, settings: Settings, file: Insertable<SysFile>): Promise<void> {
  // Files sent side by side are counted one after the other.
  await trx.selectFrom('sys_user').where('id', '=', file.created_by).select('id').forNoKeyUpdate().execute();
  await trx
    .insertInto('sys_file')
    .values({ stored_sha256: file.sha256, ...file })
    .execute();
  refuseOverQuota(settings, await uncarriedBytes(trx, file.created_by));
}
