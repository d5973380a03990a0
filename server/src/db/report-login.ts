// SQL that an administrator of the database server runs once to create the report login, because the program's role may not
// create roles. For the bundled server the program runs it.

export const REPORTER = 'kuwei_report';

/**
 * Functions that are executable by everyone by default and have side effects: they change settings, sleep, lock, notify, write
 * large objects, terminate sessions, or execute SQL. `like` patterns.
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

/** Condition on `pg_proc p`. */
export const IS_RESTRICTED_FUNCTION = `(p.pronamespace = 'pg_catalog'::regnamespace and p.proname like any (array['${FUNCTIONS.join("','")}']))`;

/** A login without privileges. @param password as a quoted SQL literal */
export const createReportLogin = (password: string): string => `do $$ begin
  if not exists (select from pg_roles where rolname = '${REPORTER}') then create role ${REPORTER}; end if;
  alter role ${REPORTER} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    connection limit 20 password '${password}';
end $$`;

/**
 * Restricts these functions and PL/pgSQL to the program's role, in the current database; run by a superuser.
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
