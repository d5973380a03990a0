// Places in workbooks: container and box codes are unique per warehouse, so both cells are read together.
import { toColumnUnit } from '@kuwei/contract/workbook/heading-unit';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { readNumber } from '@kuwei/contract/read-value';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { ImportTable, Remarks } from '../../platform/import/kind.ts';
import { codeOf, combineKey, parentOfKey, combineRowKeys, withCombinedKeys } from '../../platform/import/combined-key.ts';

export { codeOf, combineKey as placeKey, parentOfKey as warehouseOf } from '../../platform/import/combined-key.ts';

export const normalizeName = (text: string): string => normalizeText(text).toLowerCase();
/** Codes are upper-case. */
export const normalizeCode = (text: string): string => normalizeText(text).toUpperCase();

/** A table in which some columns hold codes within the warehouse of the row. */
export const withWarehouseKeys = <F>(table: ImportTable<F>, columns: readonly string[]): ImportTable<F> =>
  withCombinedKeys(table, 'warehouse', columns);
export const rowsWithWarehouseKeys = (rows: readonly string[][], keys: readonly (string | null)[], columns: readonly string[]) =>
  combineRowKeys(rows, keys, 'warehouse', columns);

/** Places of a department by the names people use. */
export interface Places {
  warehouses: ReadonlyMap<string, string>;
  containers: ReadonlyMap<string, string>;
  owners: ReadonlyMap<string, readonly string[]>;
  /** Organisations that can't own goods, with the reason. */
  notOwners: ReadonlyMap<string, PhraseKey>;
  /** Codes by id. */
  codes: Map<string, string>;
}

interface NamedRecord {
  id: string;
  code: string;
  names: string[];
}

/** @param orgId the department that runs the warehouses */
export async function placesOf(db: Kysely<DB>, orgId: string): Promise<Places> {
  const names = sql`'names', array[code, name, coalesce(name_en, name)]`;
  const { rows } = await sql<{
    warehouses: NamedRecord[];
    containers: (NamedRecord & { warehouseId: string })[];
    owners: (NamedRecord & { valid: boolean; type: string })[];
  }>`
    with w as (select id, code, name, name_en, state from wms_warehouse where org_id = ${orgId} and deleted_at is null)
    select coalesce((select json_agg(json_build_object('id', id, 'code', code, ${names})) from w), '[]') as warehouses,
           coalesce((select json_agg(json_build_object('id', c.id, 'code', c.code, 'warehouseId', c.warehouse_id))
                       from wms_container c join w on w.id = c.warehouse_id where c.deleted_at is null), '[]') as containers,
           coalesce((select json_agg(json_build_object('id', id, 'code', code, ${names}, 'valid', valid, 'type', type)) from wms_org), '[]') as owners`.execute(
    db,
  );
  const { warehouses, containers, owners: orgs } = rows[0]!;
  const owners = orgs.filter(({ valid, type }) => valid && type !== 'WAREHOUSE');
  const others = orgs.filter((org) => !owners.includes(org));
  return {
    warehouses: new Map([...byName(warehouses)].flatMap(([name, ids]) => (ids.length === 1 ? [[name, ids[0]!] as const] : []))),
    containers: new Map(containers.map(({ id, code, warehouseId }) => [combineKey(warehouseId, code), id])),
    owners: byName(owners),
    notOwners: new Map(
      others.flatMap(({ names: called, type }) =>
        called.map(
          (name) => [normalizeName(name), type === 'WAREHOUSE' ? 'workbook.ownsNothing' : 'workbook.orgDisabled'] as const,
        ),
      ),
    ),
    codes: new Map([...warehouses, ...containers, ...owners].map(({ id, code }) => [id, code])),
  };
}

function byName(rows: readonly NamedRecord[]): Map<string, string[]> {
  const called = new Map<string, string[]>();
  for (const { id, names } of rows)
    for (const name of new Set(names.map(normalizeName))) {
      const ids = called.get(name);
      if (ids) ids.push(id);
      else called.set(name, [id]);
    }
  return called;
}

/** Lookup key of a place cell; empty without a warehouse. */
function keyIn(cell: string, { warehouses }: Pick<Places, 'warehouses'>): string {
  const warehouseId = warehouses.get(normalizeName(parentOfKey(cell)));
  return warehouseId === undefined ? '' : combineKey(warehouseId, normalizeCode(codeOf(cell)));
}

/** The same; an unknown warehouse is reported at its own cell. */
export function placeIn(cell: string, places: Pick<Places, 'warehouses'>, { pass }: Remarks): string | null {
  const key = keyIn(cell, places);
  if (key === '') pass();
  return key === '' ? null : key;
}

export const refuseUnknown = ({ refuse }: Remarks, text: string): void => refuse('workbook.unknown', { text });

/** Reports that the row's warehouse has no place of this code. */
export const refuseUnknownPlace = (
  cell: string,
  { warehouses, codes }: Pick<Places, 'warehouses' | 'codes'>,
  { refuse }: Remarks,
  says: 'workbook.noBox' | 'workbook.noContainer',
): void => {
  const warehouse = parentOfKey(cell);
  refuse(says, { text: codeOf(cell), warehouse: codes.get(warehouses.get(normalizeName(warehouse)) ?? '') ?? warehouse });
};

/** The only match of a name, else a remark. */
export function requireSingle(ids: readonly string[] | undefined, text: string, remarks: Remarks): unknown {
  if (ids?.length === 1) return ids[0];
  return ids === undefined || ids.length === 0 ? refuseUnknown(remarks, text) : remarks.refuse('workbook.several', { text });
}

/** The owner organisation named by a cell. */
export function ownerIn(cell: string, { owners, notOwners }: Pick<Places, 'owners' | 'notOwners'>, remarks: Remarks): unknown {
  const found = owners.get(normalizeName(cell));
  const other = found ? undefined : notOwners.get(normalizeName(cell));
  return other === undefined ? requireSingle(found, cell, remarks) : remarks.refuse(other, { text: cell });
}

/**
 * A number as text, in the unit of its column; other text is kept for the schema to refuse.
 * @param key of a column whose cells may include a unit
 */
export function decimalIn(text: string, key = ''): string {
  const number = readNumber(text);
  return (number && toColumnUnit(number, key)) ?? text;
}

interface UnitCells {
  qtyAt: number;
  unitAt: number;
}

/**
 * Splits an amount with its unit into two cells: `5 箱` is 5 of unit 箱. Unchanged without a unit, or if it contradicts the unit
 * cell.
 * @param codeOf unit code for any spelling
 */
export function splitUnit(cells: string[], { qtyAt, unitAt }: UnitCells, codeOf: (text: string) => string): string[] {
  const cell = cells[qtyAt] ?? '';
  const unit = readNumber(cell)?.unit ?? '';
  const unitCell = cells[unitAt] ?? '';
  if (unit === '' || (unitCell !== '' && codeOf(unitCell) !== codeOf(unit))) return cells;
  const split = [...cells, ...Array.from({ length: Math.max(0, unitAt + 1 - cells.length) }, () => '')];
  split[qtyAt] = normalizeText(cell).slice(0, -normalizeText(unit).length).trim();
  split[unitAt] = unitCell || unit;
  return split;
}

export function parseInteger(text: string): unknown {
  const value = decimalIn(text);
  return /^\d{1,9}$/.test(value) ? Number(value) : text;
}
