// Logins of the bundled PostgreSQL. The program signs in as a plain owner of its database. The superuser has no password and
// cannot sign in; statements that need it run in single-user mode while the server is stopped.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../problem.ts';
import type { Runner } from './bundled-program.ts';
import { restrictFunctions, createReportLogin } from './report-login.ts';

export const OWNER = 'kuwei_owner';
export const SUPERUSER = 'kuwei';
export const DATABASE = 'kuwei';

const passwordFile = (folder: string): string => join(folder, 'pg-owner-password');
/** Password file of earlier versions, which signed in as the superuser. */
const superuserFile = (folder: string): string => join(folder, 'pg-password');

const reporterFile = (folder: string): string => join(folder, 'pg-report-password');

export const hasOwner = (folder: string): boolean => existsSync(passwordFile(folder));
export const ownerPassword = (folder: string): string => readFileSync(passwordFile(folder), 'utf8').trim();
/** Null if there is no report login yet. */
export const reporterPassword = (folder: string): string | null =>
  existsSync(reporterFile(folder)) ? readFileSync(reporterFile(folder), 'utf8').trim() : null;
/** Null unless an earlier version created the folder. */
export const superuserPassword = (folder: string): string | null =>
  existsSync(superuserFile(folder)) ? readFileSync(superuserFile(folder), 'utf8').trim() : null;

/**
 * Runs statements as the superuser in single-user mode; the server must be stopped.
 * @throws StartProblem with PostgreSQL's message if a statement fails
 */
export function runSingleUser(runner: Runner, data: string, database: string, statements: readonly string[]): void {
  const input = statements.map((statement) => `${statement.trim().replace(/;$/, '')};\n\n`).join('');
  const made = runner.run('postgres', ['--single', '-j', '-D', data, '-c', 'exit_on_error=on', database], input);
  if (made.status === 0) return;
  const sentence = /(?:ERROR|FATAL|PANIC): +(.*)/.exec(made.stderr)?.[1] ?? made.stderr.trim().split('\n').at(-1);
  throw new StartProblem(`The bundled PostgreSQL in ${data} could not be prepared: ${sentence}`);
}

/** Creates the owner and removes the superuser's password. Safe to repeat after an interruption. */
export function makeOwner(runner: Runner, folder: string, data: string): void {
  const made = `${passwordFile(folder)}.new`;
  const password = randomBytes(24).toString('base64url');
  writeFileSync(made, password, { mode: 0o600 });
  runSingleUser(runner, data, 'postgres', [
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${OWNER}') then create role ${OWNER}; end if;
       if exists (select from pg_database where datname = '${DATABASE}') then
         alter database ${DATABASE} owner to ${OWNER};
       end if;
     end $$`,
    `alter role ${OWNER} login createdb nosuperuser nocreaterole noreplication nobypassrls password '${password}'`,
    ...(superuserPassword(folder) === null ? [] : [`alter role ${SUPERUSER} password null`]),
  ]);
  if (superuserPassword(folder) !== null) transferOwnership(runner, data);
  renameSync(made, passwordFile(folder));
  rmSync(superuserFile(folder), { force: true });
}

/**
 * Creates the report login; the server must be stopped. Restrictions go into the template database, so that new databases inherit
 * them.
 */
export function makeReportLogin(runner: Runner, folder: string, data: string): void {
  const made = `${reporterFile(folder)}.new`;
  const password = randomBytes(24).toString('base64url');
  writeFileSync(made, password, { mode: 0o600 });
  runSingleUser(runner, data, 'template1', [createReportLogin(password), restrictFunctions(OWNER)]);
  inDatabase(runner, data, [restrictFunctions(OWNER)]);
  renameSync(made, reporterFile(folder));
}

/** Transfers objects that an earlier version created as the superuser; those of extensions stay. */
const transferOwnership = (runner: Runner, data: string): void => inDatabase(runner, data, [TRANSFER_OWNERSHIP]);

function inDatabase(runner: Runner, data: string, statements: readonly string[]): void {
  try {
    runSingleUser(runner, data, DATABASE, statements);
  } catch (error) {
    // The first start was interrupted: the owner will create it.
    if (!/database "\w+" does not exist/.test((error as Error).message)) throw error;
  }
}

const TRANSFER_OWNERSHIP = `do $$
declare
  one text;
begin
  for one in
    with ours as (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), of_extensions as (
      select classid, objid from pg_depend where deptype = 'e'
    )
    select format('schema %I', nspname) from pg_namespace
     where oid in (select oid from ours) and nspowner = 10
    union all
    select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, oid::regclass)
      from pg_class
     where relnamespace in (select oid from ours) and relowner = 10 and relkind in ('r', 'p', 'v', 'S')
       and ('pg_class'::regclass, oid) not in (select classid, objid from of_extensions)
       and not (relkind = 'S' and oid in (select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i')))
    union all
    select format('routine %s', oid::regprocedure) from pg_proc
     where pronamespace in (select oid from ours) and proowner = 10
       and ('pg_proc'::regclass, oid) not in (select classid, objid from of_extensions)
    union all
    select format('type %s', t.oid::regtype) from pg_type t left join pg_class c on c.oid = t.typrelid
     where t.typnamespace in (select oid from ours) and t.typowner = 10 and (t.typtype in ('e', 'd') or c.relkind = 'c')
       and ('pg_type'::regclass, t.oid) not in (select classid, objid from of_extensions)
  loop
    execute format('alter %s owner to ${OWNER}', one);
  end loop;
end $$`;
