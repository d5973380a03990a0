// What whoever keeps the database server does once, so that reports have a login of their own: the program's role may make none. Of the
// bundled server the program is who keeps it.

export const REPORTER = 'kuwei_report';

/**
 * Functions that everybody may run in a new database and that do more than reckon: they change settings, wait, lock, tell, write large
 * objects, end the work of others, or run a text as SQL. Patterns of `like`.
 */
const FUNCTIONS = [
  'set_config',
  'pg_notify',
  'pg_sleep%',
  'pg_cancel_backend',
  'pg_terminate_backend',
  'pg_export_snapshot',
  'pg_logical_emit_message',
  'pg_advisory%',
  'pg_try_advisory%',
  'pg_current_xact_id',
  'txid_current',
  'ts_stat',
  'ts_rewrite',
  'lo\\_%',
  'loread',
  'lowrite',
  '%\\_to\\_xml%',
];

/** Condition over `pg_proc p`. */
export const IS_RESTRICTED_FUNCTION = `(p.pronamespace = 'pg_catalog'::regnamespace and p.proname like any (array['${FUNCTIONS.join("','")}']))`;

/** A login that can do nothing by itself. @param password as PostgreSQL writes a text */
export const createReportLogin = (password: string): string => `do $$ begin
  if not exists (select from pg_roles where rolname = '${REPORTER}') then create role ${REPORTER}; end if;
  alter role ${REPORTER} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    connection limit 20 password '${password}';
end $$`;

/**
 * Keeps these functions, and blocks of code, for the program's own role: in the database that it is run in, by a superuser.
 * @param owner the program's role
 */
export const restrictFunctions = (owner: string): string => `do $$ declare f regprocedure; begin
  for f in select p.oid from pg_proc p where ${IS_RESTRICTED_FUNCTION} loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to "${owner}"', f);
  end loop;
  revoke usage on language plpgsql from public;
  grant usage on language plpgsql to "${owner}";
end $$`;
