// The schema that the proof depends on, one line for each table, column, constraint, trigger, rule, policy and function.
// schema.txt is that of a migrated database, written by node tools/db-types.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { Fault } from './fault.ts';

export const FILE = join(import.meta.dirname, 'schema.txt');

/** Read at startup: an upgrade replaces the file while the old process still runs. */
const SHIPPED = readFileSync(FILE, 'utf8').trimEnd().split('\n');

/** Tables that the proof reads, that guard it, or that record it. */
const TABLES = [
  'bpm_decision',
  'bpm_instance',
  'sys_file',
  'sys_log',
  'wms_ledger',
  'wms_ledger_block',
  'wms_ledger_proved',
  'wms_ledger_proved_stock',
  'wms_post_entry',
  'wms_product_box',
  'wms_stock_balance',
  'wms_transaction',
  'wms_transaction_line',
  'wms_transaction_line_box',
  'wms_transaction_record',
  'wms_warehouse_box',
];

/** Resolves names in pg_catalog only: functions in schema public could shadow built-ins such as `format`. */
export const RESTRICT_SEARCH_PATH = `set local search_path = pg_catalog, pg_temp`;

/**
 * Rows `line`: `<kind> <name>: <definition>`, identical in all PostgreSQL versions under RESTRICT_SEARCH_PATH. Leaves out C
 * functions, which belong to extensions and take a superuser to create. NOT NULL constraints are listed with their columns.
 */
export const SCHEMA_QUERY = `
with seen as (
  select c.*, c.relname::text as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relname = any ('{${TABLES.join(',')}}'::name[])
), log_part as (
  select c.oid, c.relkind, c.relpersistence, c.relrowsecurity, g.* from pg_class c, lateral (
    select count(*) as triggers, count(*) filter (where t.tgenabled in ('O', 'A') and t.tgqual is null
             and t.tgfoid = to_regproc('public.wms_append_only')
             -- A row trigger before update, and a statement trigger before truncate.
             and (t.tgname, t.tgtype) in (('sys_log_no_update', 19), ('sys_log_no_truncate', 34))) as guards
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) g
   where c.oid in (select relid from pg_partition_tree(to_regclass('public.sys_log')) where level > 0)
), foreign_function as (
  select p.oid from pg_proc p join pg_language n on n.oid = p.prolang
   where p.pronamespace = 'public'::regnamespace and n.lanname in ('c', 'internal')
)
select format('table %s: kind %s, persistence %s, row security %s, forced %s', name, relkind, relpersistence, relrowsecurity,
              relforcerowsecurity) as line from seen
union all
select format('column %s.%s: %s%s%s%s%s', s.name, a.attname, format_type(a.atttypid, a.atttypmod),
              case when a.attnotnull then ' not null' else '' end, coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''),
              case when a.attidentity <> '' then ' identity ' || a.attidentity::text else '' end,
              case when a.attgenerated <> '' then ' generated ' || a.attgenerated::text else '' end)
  from seen s join pg_attribute a on a.attrelid = s.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = s.oid and d.adnum = a.attnum
union all
select format('constraint %s.%s: %s', s.name, k.conname, pg_get_constraintdef(k.oid))
  from seen s join pg_constraint k on k.conrelid = s.oid where k.contype not in ('n', 't')
union all
select format('unique index %s.%s: %s%s', s.name, i.indexrelid::regclass, pg_get_indexdef(i.indexrelid, 0, true),
              case when i.indisvalid and i.indisready then '' else ', not valid' end)
  from seen s join pg_index i on i.indrelid = s.oid where i.indisunique
union all
select format('trigger %s.%s: %s%s', s.name, t.tgname, pg_get_triggerdef(t.oid, true),
              case when t.tgenabled in ('O', 'A') then '' else ', switched off' end)
  from seen s join pg_trigger t on t.tgrelid = s.oid where not t.tgisinternal
union all
select format('trigger of constraint %s.%s: switched off', s.name, k.conname)
  from seen s join pg_trigger t on t.tgrelid = s.oid left join pg_constraint k on k.oid = t.tgconstraint
 where t.tgisinternal and t.tgenabled not in ('O', 'A')
union all
select format('rule %s.%s: %s', s.name, r.rulename, pg_get_ruledef(r.oid, true))
  from seen s join pg_rewrite r on r.ev_class = s.oid
union all
select format('policy %s.%s: %s', s.name, p.polname, coalesce(pg_get_expr(p.polqual, p.polrelid), ''))
  from seen s join pg_policy p on p.polrelid = s.oid
union all
select format('inheritance %s: of %s', i.inhrelid::regclass, i.inhparent::regclass)
  from pg_inherits i join seen s on s.oid in (i.inhrelid, i.inhparent)
 where not exists (select from log_part p where p.oid = i.inhrelid)
union all
select format('part of the log %s: %s', p.oid::regclass, case
         when p.relpersistence <> 'p' or p.relrowsecurity then 'is no plain table'
         when exists (select from pg_rewrite r where r.ev_class = p.oid) then 'has a rule'
         when p.guards <> 2 or p.triggers <> 2 then 'is not guarded' end)
  from log_part p
 where p.relkind = 'r' and (p.relpersistence <> 'p' or p.relrowsecurity or p.guards <> 2 or p.triggers <> 2
       or exists (select from pg_rewrite r where r.ev_class = p.oid))
union all
select format('function %s(%s): returns %s, %s, %s %s, settings %s, strict %s, security definer %s, sha256 %s', p.proname,
              pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid), n.lanname, p.prokind, p.provolatile,
              coalesce(p.proconfig::text, 'none'), p.proisstrict, p.prosecdef,
              encode(sha256(convert_to(p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), ''), 'UTF8')), 'hex'))
  from pg_proc p join pg_language n on n.oid = p.prolang
 where p.pronamespace = 'public'::regnamespace and p.oid not in (select oid from foreign_function)
union all
select format('operator %s: %s', o.oid::regoperator, o.oprcode) from pg_operator o
 where o.oprnamespace = 'public'::regnamespace and o.oprcode not in (select oid from foreign_function)
union all
select format('cast %s: to %s', c.castsource::regtype, c.casttarget::regtype) from pg_cast c where c.oid >= 16384
 order by 1`;

/** Compares the shipped schema with the actual one; needs RESTRICT_SEARCH_PATH. */
export async function schemaFaults(trx: Trx): Promise<Fault[]> {
  const { rows } = await sql<{ line: string }>`${sql.raw(SCHEMA_QUERY)}`.execute(trx);
  const shipped = bySubject(SHIPPED);
  const found = bySubject(rows.map(({ line }) => line));
  const faults: Fault[] = [];
  for (const [subject, definition] of shipped) {
    const other = found.get(subject);
    if (other === undefined) faults.push({ subject, detail: 'is missing' });
    else if (other !== definition) faults.push({ subject, detail: 'is not the one that the program ships' });
  }
  for (const subject of found.keys()) if (!shipped.has(subject)) faults.push({ subject, detail: 'is not of this program' });
  return faults;
}

/** Definitions by `<kind> <name>`. */
const bySubject = (lines: readonly string[]): Map<string, string> =>
  new Map(
    lines.map((line) => {
      const end = line.indexOf(': ');
      return [line.slice(0, end), line.slice(end + 2)];
    }),
  );
