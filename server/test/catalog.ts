// Describes a database schema line by line, for comparison.
import type pg from 'pg';

/** Excludes objects created by extensions. */
const isOwn = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

/** Monthly log partitions: which ones exist depends on the date, their definition does not. */
const MONTH = /sys_log_\d{6}/g;

/**
 * Relations with owners, privileges and storage; columns in order; constraints, indexes, triggers, rules, policies, functions,
 * views, types, sequences, statistics, collations, extensions and comments. Names of NOT NULL constraints are omitted: since
 * PostgreSQL 18 they retain the column's original name.
 */
const QUERY = `
with relation as (
  select c.*, c.relname::text as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relname not like 'sys\\_migration%' and ${isOwn('pg_class', 'c.oid')}
), own_function as (
  select p.*, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name from pg_proc p
   where p.pronamespace = 'public'::regnamespace and ${isOwn('pg_proc', 'p.oid')}
)
select format('relation %s: kind %s, persistence %s, of the owner %s, rights %s, options %s, row security %s %s, replica %s, space %s, key %s, bound %s',
              name, relkind, relpersistence, relowner = (select datdba from pg_database where datname = current_database()), relacl, reloptions, relrowsecurity,
              relforcerowsecurity, relreplident, reltablespace, case when relkind = 'p' then pg_get_partkeydef(oid) end,
              -- Partition bounds are dates.
              case when relispartition then regexp_replace(pg_get_expr(relpartbound, oid), '''\\d+''', '…', 'g') end) as line from relation
union all
select format('column %s.%s: %s, %s%s%s%s%s, collation %s, storage %s, compression %s, statistics %s, rights %s', r.name,
              row_number() over (partition by r.oid order by a.attnum), a.attname || ' ' || format_type(a.atttypid, a.atttypmod),
              case when a.attnotnull then 'not null' else 'null' end, coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''),
              case when a.attidentity <> '' then ' identity ' || a.attidentity::text else '' end,
              case when a.attgenerated <> '' then ' generated ' || a.attgenerated::text else '' end,
              case when a.attislocal then '' else ' inherited' end, nullif(a.attcollation, 0)::regcollation, a.attstorage,
              a.attcompression, a.attstattarget, a.attacl)
  from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped and r.relkind not in ('i', 'I')
  left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
union all
select format('constraint %s.%s: %s', r.name, k.conname, pg_get_constraintdef(k.oid))
  from relation r join pg_constraint k on k.conrelid = r.oid where k.contype <> 'n'
union all
select format('index %s: %s, valid %s, clustered %s', r.name, pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered)
  from relation r join pg_index i on i.indexrelid = r.oid
union all
select format('trigger %s.%s: %s, %s', r.name, t.tgname, pg_get_triggerdef(t.oid, true), t.tgenabled)
  from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
union all
select format('view %s: %s', name, pg_get_viewdef(oid)) from relation where relkind in ('v', 'm')
union all
select format('rule %s.%s: %s', r.name, w.rulename, pg_get_ruledef(w.oid)) from relation r join pg_rewrite w on w.ev_class = r.oid
 where w.rulename <> '_RETURN'
union all
select format('policy %s.%s', r.name, w.polname) from relation r join pg_policy w on w.polrelid = r.oid
union all
select format('sequence %s: %s from %s by %s, %s to %s, cache %s, cycle %s, of %s', r.name, format_type(s.seqtypid, null), s.seqstart,
              s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
              (select format('%s.%s', d.refobjid::regclass, a.attname) from pg_depend d
                 join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
                where d.classid = 'pg_class'::regclass and d.objid = r.oid and d.deptype in ('a', 'i')))
  from relation r join pg_sequence s on s.seqrelid = r.oid
union all
select format('function %s: of the owner %s, rights %s, %s', p.name, p.proowner = (select datdba from pg_database where datname = current_database()),
              p.proacl, case when p.prokind = 'a'
                then (select format('aggregate by %s of %s from %s, parallel %s', a.aggtransfn, format_type(a.aggtranstype, null),
                                    a.agginitval, p.proparallel) from pg_aggregate a where a.aggfnoid = p.oid)
                else pg_get_functiondef(p.oid) end)
  from own_function p
union all
select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxnamespace = 'public'::regnamespace
union all
select format('collation %s: %s', collname, to_jsonb(c) - '{oid,collversion,collowner,collnamespace}'::text[])
  from pg_collation c where collnamespace = 'public'::regnamespace
union all
select format('domain or enum %s', typname) from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r') and ${isOwn('pg_type', 'pg_type.oid')}
union all
select format('extension %s', extname) from pg_extension
union all
select format('comment on %s: %s', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description)
  from pg_description d
 where d.classoid <> 'pg_namespace'::regclass
   and (d.classoid = 'pg_class'::regclass and d.objoid in (select oid from relation)
     or d.classoid = 'pg_proc'::regclass and d.objoid in (select oid from own_function)
     or d.classoid = 'pg_constraint'::regclass and d.objoid in (select k.oid from pg_constraint k join relation r on r.oid = k.conrelid)
     or d.classoid = 'pg_trigger'::regclass and d.objoid in (select t.oid from pg_trigger t join relation r on r.oid = t.tgrelid)
     or d.classoid = 'pg_type'::regclass and d.objoid in (select t.oid from pg_type t where t.typnamespace = 'public'::regnamespace))`;

/** Sorted lines, equal for equal schemas however they were created. */
export async function describeSchema(client: pg.ClientBase): Promise<string[]> {
  // Names of schema public are unqualified, as in definitions.
  await client.query('set search_path = public, pg_catalog');
  const { rows } = await client.query<{ line: string }>(QUERY);
  return [...new Set(rows.map(({ line }) => line.replaceAll(MONTH, 'sys_log_month')))].toSorted();
}
