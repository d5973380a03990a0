// Compares the database objects that the proof and the write protection depend on with those shipped: a replaced guard would hide
// faults from the other checks.
import { sql } from 'kysely';
import { fixSession, type Trx } from '../../db/open.ts';
import type { Fault } from './fault.ts';
import { RESTRICT_SEARCH_PATH, schemaFaults } from './schema.ts';

/** Settings of a role or database that change the meaning of statements or hide rows. */
const SETTINGS = [
  'kuwei.posting',
  'local_preload_libraries',
  'quote_all_identifiers',
  'role',
  'row_security',
  'search_path',
  'session_preload_libraries',
  'session_replication_role',
  'transform_null_equals',
];
const HARMLESS = ['search_path=public', 'search_path="$user", public'];

export async function guardFaults(trx: Trx): Promise<Fault[]> {
  await sql.raw(RESTRICT_SEARCH_PATH).execute(trx);
  const faults = [...(await schemaFaults(trx)), ...(await settingFaults(trx))];
  await fixSession(trx);
  return faults;
}

async function settingFaults(trx: Trx): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select concat_ws(' ', 'setting', split_part(setting, '=', 1)) as subject,
           format('is set to %s for this %s', substr(setting, strpos(setting, '=') + 1),
                  case when s.setrole = 0 then 'database' else 'role' end) as detail
      from pg_db_role_setting s cross join unnest(s.setconfig) setting
     where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
       and s.setrole in (0, (select oid from pg_roles where rolname = session_user))
       and lower(split_part(setting, '=', 1)) = any(${SETTINGS}::text[]) and setting <> all(${HARMLESS}::text[])
    union all
    select 'setting session_replication_role', 'is ' || current_setting('session_replication_role') || ' in this session'
     where current_setting('session_replication_role') <> 'origin'`.execute(trx);
  return rows;
}
