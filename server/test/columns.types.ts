// Must not compile (decision 071): checked by `tsc -p server`.
import { sql } from 'kysely';
import type { Warehouse, WarehouseForm } from '@kuwei/contract/wms/warehouse';
import { changesOf, conditionsOf, rowsOf, valuesOf, type Columns, type Joined } from '../src/db/columns.ts';
import { orderOf, type SortsOf } from '../src/db/list.ts';
import type { SysUser, WmsWarehouse } from '../src/db/types.ts';
import type { ImportField } from '../src/platform/import/kind.ts';
import type { SheetColumns } from '../src/platform/workbook/workbook.ts';

/** A reduced record of a contract. */
type Place = Pick<Warehouse, 'id' | 'code' | 'nameEn' | 'state' | 'keeperIds' | 'updatedBy'>;
type PlaceForm = Pick<WarehouseForm, 'code' | 'nameEn' | 'keeperIds'>;
interface Tables {
  w: WmsWarehouse;
  u: Joined<SysUser>;
}
interface Query {
  page: number;
  size: number;
  sort?: 'code' | '-code' | 'state' | '-state';
  q?: string;
  state?: Warehouse['state'][];
}

const PLACE = {
  id: 'w.id',
  code: 'w.code',
  nameEn: 'w.name_en',
  state: 'w.state',
  keeperIds: sql<string[]>`k.ids`,
  updatedBy: 'u.name',
} as const satisfies Columns<Place, Tables>;
const { nameEn: _, ...withoutNameEn } = PLACE;
const from = sql`wms_warehouse w`;
export const rows = rowsOf<Place, Tables>(PLACE, from);

// @ts-expect-error a field of the contract that no column yields
export const unread = rowsOf<Place, Tables>(withoutNameEn, from);
// @ts-expect-error a column that its table does not have
export const misspelled = rowsOf<Place, Tables>({ ...PLACE, nameEn: 'w.nameEn' }, from);
// @ts-expect-error a column that holds something else
export const mistyped = rowsOf<Place, Tables>({ ...PLACE, state: 'w.code' }, from);
// @ts-expect-error a column that may be empty, for a field that is not
export const nullable = rowsOf<Place, Tables>({ ...PLACE, code: 'w.name_en' }, from);
// @ts-expect-error a row that may be missing, for a field that is not
export const missing = rowsOf<Place, Tables>({ ...PLACE, code: 'u.username' }, from);

export function written(form: PlaceForm) {
  const values = valuesOf('w', PLACE, form, 'keeperIds');
  // @ts-expect-error a field of the form that is written nowhere
  valuesOf('w', PLACE, form);
  // @ts-expect-error a field of the form that the map does not know
  valuesOf('w', withoutNameEn, form, 'keeperIds');
  // @ts-expect-error a field that stands in another table
  valuesOf('w', { ...PLACE, code: 'u.username' } as const, form, 'keeperIds');
  // @ts-expect-error a value that is none of the column
  values.code = null;
  return values;
}

export function logged(before: Place, form: PlaceForm) {
  const { keeperIds: __, ...withoutKeepers } = before;
  changesOf(withoutKeepers, form, 'keeperIds');
  // @ts-expect-error a field that the log leaves out without saying so
  return changesOf(withoutKeepers, form);
}

export function filtered(query: Query) {
  conditionsOf(query, { q: null, state: (states) => sql`state = any(${states})` });
  // @ts-expect-error a filter that no condition reads
  return conditionsOf(query, { q: (q) => sql`code = ${q}` });
}

// @ts-expect-error a sort without an expression
const sorts: SortsOf<Query> = { code: { by: sql`w.code` } };
export const order = orderOf('code', sorts, sql`w.id`);

export const sheet: SheetColumns<Place, 'id' | 'updatedBy'> = {
  code: { phrase: 'wms.warehouse.code' },
  nameEn: { phrase: 'wms.warehouse.nameEn' },
  state: { phrase: 'wms.warehouse.state' },
  // @ts-expect-error a column of a workbook that nothing writes: a list is no cell
  keeperIds: { phrase: 'wms.warehouse.keepers' },
};
// @ts-expect-error a field that the workbook leaves out without saying so
export const short: SheetColumns<Place, 'id' | 'updatedBy' | 'keeperIds'> = {
  code: { phrase: 'wms.warehouse.code' },
  state: { phrase: 'wms.warehouse.state' },
};
// @ts-expect-error a column of an import that nothing reads
export const unreadCell: ImportField<PlaceForm> = {
  key: 'code',
  field: 'code',
  phrase: 'wms.warehouse.code',
  write: (form) => form.code,
};
