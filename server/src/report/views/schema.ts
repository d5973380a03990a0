// The schema `report`: its views are created from code rather than migrations, so that tables can change below them. They are
// recreated at startup if they differ from the shipped ones, or if a migration has dropped them.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { DOCUMENT_VIEWS } from './documents.ts';
import { GOODS_VIEWS } from './goods.ts';
import { OTHER_VIEWS } from './others.ts';
import { createViewStatement, type ReportView } from './view.ts';

export const VIEWS: readonly ReportView[] = [...GOODS_VIEWS, ...DOCUMENT_VIEWS, ...OTHER_VIEWS];

/** The only function of ours that views use; it reads no tables. */
const PRICE_FUNCTION = 'public.wms_average_price(numeric, numeric, numeric, numeric)';

const STATEMENTS = VIEWS.map(createViewStatement);
const STAMP = createHash('sha256').update(STATEMENTS.join('\n')).digest('hex');

/** Whether the database has exactly these views. */
async function hasCurrentViews(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ stamp: string | null }>`
    select obj_description(to_regnamespace('report')::oid, 'pg_namespace') as stamp`.execute(trx);
  return rows[0]?.stamp === STAMP;
}

/**
 * Creates the views if needed, and revokes PUBLIC's default rights in a new database: executing functions and creating temporary
 * tables.
 * @param reader role that may read the views; null if there is none
 */
export async function makeViews(trx: Trx, reader: string | null): Promise<void> {
  if (!(await hasCurrentViews(trx))) {
    await sql`drop schema if exists report cascade`.execute(trx);
    await sql`create schema report`.execute(trx);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(trx);
    await sql`comment on schema report is ${sql.lit(STAMP)}`.execute(trx);
  }
  await sql`do $$ begin
    execute format('revoke temporary on database %I from public', current_database());
    revoke execute on all functions in schema public from public;
    alter default privileges revoke execute on functions from public;
  end $$`.execute(trx);
  const known = reader !== null && (await sql`select from pg_roles where rolname = ${reader}`.execute(trx)).rows.length > 0;
  if (!known) return;
  await sql`grant usage on schema report to ${sql.ref(reader)}`.execute(trx);
  await sql`grant select on all tables in schema report to ${sql.ref(reader)}`.execute(trx);
  // Functions in views run with the rights of the reader.
  await sql`grant execute on function ${sql.raw(PRICE_FUNCTION)} to ${sql.ref(reader)}`.execute(trx);
}
