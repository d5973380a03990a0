// Places in workbooks: a code of a container or a box is one of its warehouse, so that both cells are read together.
import { plain } from '@kuwei/contract/plain';
import { readNumber } from '@kuwei/contract/read-value';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { ImportTable, Remarks } from '../../sys/import/kind.ts';

/** Between a warehouse and a code of it in one cell; no cell holds it. */
const WITHIN = '\u0001';

/** By which a place is told apart: its warehouse and its code. */
export const placeKey = (warehouseId: string, code: string): string => `${warehouseId}${WITHIN}${code}`;
export const codeOf = (key: string): string => key.split(WITHIN)[1] ?? '';
export const warehouseOf = (key: string): string => key.split(WITHIN)[0]!;

export const asName = (text: string): string => plain(text).toLowerCase();
/** Codes are in capitals. */
export const codeIn = (text: string): string => plain(text).toUpperCase();

/** A table some of whose cells are codes of the warehouse that their row names. */
export const withinWarehouse = <F>(table: ImportTable<F>, columns: readonly string[]): ImportTable<F> => ({
  ...table,
  read: (sheet, keys, asked) => table.read({ ...sheet, rows: withWarehouses(sheet.rows, keys, columns) }, keys, asked),
});

export function withWarehouses(
  rows: readonly string[][],
  keys: readonly (string | null)[],
  columns: readonly string[],
): string[][] {
  const warehouseAt = keys.indexOf('warehouse');
  const places = columns.map((column) => keys.indexOf(column)).filter((at) => at >= 0);
  return rows.map((cells) => {
    const named = [...cells];
    for (const at of places) {
      const cell = cells[at] ?? '';
      if (cell !== '') named[at] = placeKey(warehouseAt < 0 ? '' : (cells[warehouseAt] ?? ''), cell);
    }
    return named;
  });
}

/** What a department has, by what people call it. */
export interface Places {
  warehouses: ReadonlyMap<string, string>;
  containers: ReadonlyMap<string, string>;
  owners: ReadonlyMap<string, readonly string[]>;
  /** Code of each id. */
  codes: Map<string, string>;
}

interface Called {
  id: string;
  code: string;
  names: string[];
}

/** @param orgId the department that runs the warehouses */
export async function placesOf(db: Kysely<DB>, orgId: string): Promise<Places> {
  const names = sql`'names', array[code, name, coalesce(name_en, name)]`;
  const { rows } = await sql<{ warehouses: Called[]; containers: (Called & { warehouseId: string })[]; owners: Called[] }>`
    with w as (select id, code, name, name_en, state from wms_warehouse where org_id = ${orgId} and deleted_at is null)
    select coalesce((select json_agg(json_build_object('id', id, 'code', code, ${names})) from w), '[]') as warehouses,
           coalesce((select json_agg(json_build_object('id', c.id, 'code', c.code, 'warehouseId', c.warehouse_id))
                       from wms_container c join w on w.id = c.warehouse_id where c.deleted_at is null), '[]') as containers,
           coalesce((select json_agg(json_build_object('id', id, 'code', code, ${names})) from wms_org where valid and type <> 'WAREHOUSE'), '[]') as owners`.execute(
    db,
  );
  const { warehouses, containers, owners } = rows[0]!;
  return {
    warehouses: new Map([...byName(warehouses)].flatMap(([name, ids]) => (ids.length === 1 ? [[name, ids[0]!] as const] : []))),
    containers: new Map(containers.map(({ id, code, warehouseId }) => [placeKey(warehouseId, code), id])),
    owners: byName(owners),
    codes: new Map([...warehouses, ...containers, ...owners].map(({ id, code }) => [id, code])),
  };
}

function byName(rows: readonly Called[]): Map<string, string[]> {
  const called = new Map<string, string[]>();
  for (const { id, names } of rows)
    for (const name of new Set(names.map(asName))) called.set(name, [...(called.get(name) ?? []), id]);
  return called;
}

/** The cell of a place as the key of what it names; empty without a warehouse. */
export function keyIn(cell: string, { warehouses }: Pick<Places, 'warehouses'>): string {
  const warehouseId = warehouses.get(asName(warehouseOf(cell)));
  return warehouseId === undefined ? '' : placeKey(warehouseId, codeIn(codeOf(cell)));
}

export const unknown = ({ refuse }: Remarks, text: string): void => refuse('workbook.unknown', { text });

/** The one that has a name. */
export function only(ids: readonly string[] | undefined, text: string, remarks: Remarks): unknown {
  if (ids?.length === 1) return ids[0];
  return ids === undefined || ids.length === 0 ? unknown(remarks, text) : remarks.refuse('workbook.several', { text });
}

/** A number as a text; what is none stays, for the schema to refuse. */
export function decimalIn(text: string): string {
  const number = readNumber(text);
  return number !== null && number.unit === '' ? number.value : text;
}
export function wholeIn(text: string): unknown {
  const value = decimalIn(text);
  return /^\d{1,9}$/.test(value) ? Number(value) : text;
}
