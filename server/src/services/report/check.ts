// Checks that the report login has exactly the rights it needs: asked as this login, from the database alone.
import type { ClientBase } from 'pg';
import { IS_RESTRICTED_FUNCTION } from '../../db/report-login.ts';

/** Why reports are disabled: each is a phrase `report.unfit`. */
type UnfitReason =
  | 'NO_LOGIN'
  | 'UNREACHABLE'
  | 'OTHER_DATABASE'
  | 'NO_VIEWS'
  | 'POWERFUL'
  | 'MEMBER'
  | 'OWNER'
  | 'GRANTED'
  | 'TABLES'
  | 'MAKES'
  | 'FUNCTIONS';

export interface Fitness {
  /** Reasons why reports are disabled, with the objects concerned. */
  unfit: { why: UnfitReason; what: string[] }[];
  /** Functions that the login can execute without needing them; the server's administrator can revoke them. */
  open: string[];
}

interface Found {
  powerful: boolean;
  member: string[];
  owner: string[];
  granted: string[];
  tables: string[];
  makes: string[];
  functions: string[];
  open: string[];
  views: boolean;
}

/** Excludes public tables and functions of known extensions. */
const ofExtension = (catalog: string, oid: string): string =>
  `exists (select from pg_depend d join pg_extension e on e.oid = d.refobjid where d.classid = '${catalog}'::regclass and d.objid = ${oid}
     and d.deptype = 'e' and e.extname in ('pg_trgm', 'btree_gist', 'pg_stat_statements', 'plpgsql'))`;
const ELSEWHERE = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`;

/** Excludes the function that views calculate with, which reads no tables. */
const NOT_PRICE_FUNCTION = `p.oid is distinct from to_regprocedure('public.wms_average_price(numeric, numeric, numeric, numeric)')`;

const QUESTION = `
with me as (select * from pg_roles where rolname = session_user)
select (select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls or session_user <> current_user from me) as powerful,
       array(select m.roleid::regrole::text from pg_auth_members m, me where m.member = me.oid) as member,
       array(select datname::text from pg_database, me where datdba = me.oid
             union all select c.oid::regclass::text from pg_class c, me where c.relowner = me.oid
             union all select p.oid::regprocedure::text from pg_proc p, me where p.proowner = me.oid) as owner,
       array(select p.oid::regprocedure::text from pg_proc p, aclexplode(p.proacl) a, me where a.grantee = me.oid and ${NOT_PRICE_FUNCTION}) as granted,
       array(select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where ${ELSEWHERE} and n.nspname <> 'report' and c.relkind in ('r', 'p', 'v', 'm', 'f')
                and (has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
                     or has_any_column_privilege(c.oid, 'select, insert, update, references'))
                and has_schema_privilege(n.oid, 'usage') and not ${ofExtension('pg_class', 'c.oid')}
             union all
             select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where case when c.relkind = 'S' then has_sequence_privilege(c.oid, 'usage, select, update') else false end
             union all
             select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = 'report' and c.relkind = 'v'
                and has_table_privilege(c.oid, 'insert, update, delete, truncate, references, trigger')) as tables,
       array(select n.nspname::text from pg_namespace n where has_schema_privilege(n.oid, 'create')
             union all
             select datname::text from pg_database where datname = current_database() and has_database_privilege(oid, 'create, temporary')) as makes,
       array(select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
              where ${ELSEWHERE} and has_schema_privilege(n.oid, 'usage') and has_function_privilege(p.oid, 'execute') and ${NOT_PRICE_FUNCTION}
                and not ${ofExtension('pg_proc', 'p.oid')}) as functions,
       array(select p.oid::regprocedure::text from pg_proc p where ${IS_RESTRICTED_FUNCTION} and has_function_privilege(p.oid, 'execute') order by 1) as open,
       to_regnamespace('report') is not null and has_schema_privilege('report', 'usage')
         and coalesce(has_table_privilege(to_regclass('report.stock'), 'select'), false) as views`;

/** @param client signed in with the login of reports */
export async function fitnessOf(client: ClientBase): Promise<Fitness> {
  const found = (await client.query<Found>(QUESTION)).rows[0]!;
  const reasons: [UnfitReason, boolean | string[]][] = [
    ['POWERFUL', found.powerful],
    ['MEMBER', found.member],
    ['OWNER', found.owner],
    ['GRANTED', found.granted],
    ['TABLES', found.tables],
    ['MAKES', found.makes],
    ['FUNCTIONS', found.functions],
    ['NO_VIEWS', !found.views],
  ];
  const unfit = reasons.flatMap(([why, what]) => {
    if (typeof what === 'boolean') return what ? [{ why, what: [] }] : [];
    return what.length > 0 ? [{ why, what: what.slice(0, 5) }] : [];
  });
  return { unfit, open: found.open };
}
