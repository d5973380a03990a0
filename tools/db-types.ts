// Generates files from a migrated database: node tools/db-types.ts
// - server/src/db/types.ts, the row types;
// - server/src/db/functions.sql, the functions and triggers after the last migration;
// - server/src/wms/ledger/schema.txt, the schema that the proof compares with.
// A column whose CHECK lists its values becomes a union type. A test fails if a file is out of date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { FILE as SCHEMA_FILE, RESTRICT_SEARCH_PATH, SCHEMA_QUERY } from '../server/src/wms/ledger/schema.ts';

export const FILE = join(import.meta.dirname, '../server/src/db/types.ts');
export const FUNCTIONS_FILE = join(import.meta.dirname, '../server/src/db/functions.sql');

const HEAD = `// Made by tools/db-types.ts from the migrations. Do not edit.
import type { ColumnType } from 'kysely';

/** Read as what it holds, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
/** Read as ISO text. */
type Moment = ColumnType<string, string | Date, string | Date>;
/** May be left out on insert. */
type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
`;

const SCALARS: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  numeric: 'string',
  date: 'string',
  timestamptz: 'Moment',
  jsonb: 'Json',
  bytea: 'Buffer',
  xid8: 'string',
  _text: 'string[]',
  _uuid: 'string[]',
};

interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
  generated: boolean;
}

/** The table column shown by column `a` of view `c` under the same name. */
const FROM_TABLE = `left join information_schema.view_column_usage v
        on c.relkind = 'v' and v.view_schema = 'public' and v.view_name = c.relname and v.column_name = a.attname
      left join pg_attribute b on b.attrelid = to_regclass(quote_ident(v.table_name)) and b.attname = a.attname`;

/** Contents of types.ts for the connected database. */
export async function typesOf(client: pg.ClientBase): Promise<string> {
  const { rows: columns } = await client.query<Column>(`
    select c.relname as table, a.attname as name, t.typname as type, coalesce(b.attnotnull, a.attnotnull) as required,
           a.atthasdef or a.attidentity <> '' as generated
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      ${FROM_TABLE}
     where c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> 'sys_migration'
     order by c.relname, a.attnum`);
  const { rows: checks } = await client.query<{ table: string; column: string; definition: string }>(`
    select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
     where k.contype = 'c' and not c.relispartition and c.relnamespace = 'public'::regnamespace
    union all
    select c.relname, a.attname, pg_get_constraintdef(k.oid)
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid
      ${FROM_TABLE}
      join pg_constraint k on k.conrelid = b.attrelid and k.conkey = array[b.attnum] and k.contype = 'c'
     where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`);

  const tables = Map.groupBy(columns, (column) => column.table);
  const interfaces = [...tables].map(([table, own]) => {
    const lines = own.map((column) => `  ${column.name}: ${typeOf(column, checks)};`);
    return `export interface ${pascal(table)} {\n${lines.join('\n')}\n}\n`;
  });
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)};`);
  return `${HEAD}\n${interfaces.join('\n')}\nexport interface DB {\n${index.join('\n')}\n}\n`;
}

const FUNCTIONS_HEAD = `-- The functions and triggers of the database as the migrations leave them, to be read: nothing runs this file.
-- Made by tools/db-types.ts. A change is a new migration.
`;

/** Contents of functions.sql for the connected database, without functions of extensions and aggregates, which have no source. */
export async function functionsOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ text: string; triggers: string[] }>(`
    select pg_get_functiondef(p.oid) as text,
           array(select pg_get_triggerdef(t.oid) from pg_trigger t
                  where t.tgfoid = p.oid and not t.tgisinternal and t.tgparentid = 0
                    and not (select c.relispartition from pg_class c where c.oid = t.tgrelid)
                  order by t.tgrelid::regclass::text collate "C", t.tgname) as triggers
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a'
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by p.proname`);
  return [FUNCTIONS_HEAD, ...rows.map(({ text, triggers }) => `${[text.trim(), ...triggers].join(';\n')};\n`)].join('\n');
}

/** Contents of schema.txt for the connected database. */
export async function schemaOf(client: pg.ClientBase): Promise<string> {
  await client.query('begin');
  await client.query(RESTRICT_SEARCH_PATH);
  const { rows } = await client.query<{ line: string }>(SCHEMA_QUERY);
  await client.query('commit');
  return rows
    .map(({ line }) => `${line}\n`)
    .toSorted()
    .join('');
}

function typeOf(column: Column, checks: { table: string; column: string; definition: string }[]): string {
  const scalar = SCALARS[column.type];
  if (!scalar) throw new Error(`${column.table}.${column.name}: no TypeScript type for ${column.type}`);
  const list = checks
    .filter((check) => check.table === column.table && check.column === column.name)
    .map((check) => /(?:= ANY|<@) \(?ARRAY\[(.*?)\]/.exec(check.definition)?.[1])
    .find(Boolean);
  const values = list?.match(/'([^']+)'::text/g)?.map((value) => value.replace('::text', ''));
  const union = values?.join(' | ');
  const base = !union ? scalar : column.type === '_text' ? `(${union})[]` : union;
  const type = column.required ? base : `${base} | null`;
  return column.generated ? `Generated<${type}>` : type;
}

const pascal = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

if (import.meta.main) {
  const { withScratchDatabase } = await import('../server/test/scratch.ts');
  await withScratchDatabase(async (client) => {
    writeFileSync(FILE, await typesOf(client));
    writeFileSync(FUNCTIONS_FILE, await functionsOf(client));
    writeFileSync(SCHEMA_FILE, await schemaOf(client));
  });
}
