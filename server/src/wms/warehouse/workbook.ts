// Warehouses as a workbook: few rows, each written like its form.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { warehouseForm, type WarehouseForm } from '@kuwei/contract/wms/warehouse';
import { sql, type Kysely } from 'kysely';
import { changesOf, rowsOf } from '../../db/columns.ts';
import { anyOf, notAmong } from '../../db/rows.ts';
import type { Db, Trx } from '../../db/open.ts';
import type { DB, WmsWarehouse } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import {
  importFields,
  type Importer,
  type ImportField,
  type InfoField,
  type Stored,
  cellsOf,
} from '../../platform/import/kind.ts';
import { writeByForm } from '../../platform/import/write-by-form.ts';
import { writeEachInSavepoint, dryRun, type CallContext } from '../../platform/import/dry-run.ts';
import { readList } from '@kuwei/contract/wms/read-hazard';
import { REV, templateSheet } from '../../platform/workbook/workbook.ts';
import { lockTree } from '../place/lock.ts';
import { ownerOrg } from '../scope.ts';
import { selectKeepers, selectNamedKeepers, WAREHOUSE_FORM, type NamedKeeper } from './queries.ts';
import { warehouseWrites } from './save.ts';
import { NIL_ID } from '../../db/id.ts';

export const WAREHOUSES = 'wms_warehouse';

type Column = Omit<ImportField<WarehouseForm>, 'field'>;
type TextKey = Exclude<keyof WarehouseForm, 'code' | 'keeperIds'>;

const isNamed = ({ username, name, choseName }: NamedKeeper, text: string): boolean =>
  username === text || (name === text && !choseName);

function fieldsFor(keepers: readonly NamedKeeper[]): ImportField<WarehouseForm>[] {
  const text = (key: TextKey, width: number, more: Partial<Column> = {}): Column => ({
    key,
    phrase: `wms.warehouse.${key}`,
    width,
    empty: null,
    read: (cell) => cell,
    write: (form) => form[key],
    ...more,
  });
  return importFields<WarehouseForm>({
    code: {
      key: 'code',
      phrase: 'wms.warehouse.code',
      words: 'warehouseCode',
      width: 14,
      read: (cell) => normalizeText(cell).toUpperCase(),
      write: ({ code }) => code,
    },
    name: text('name', 24, { empty: undefined }),
    nameEn: text('nameEn', 24),
    campus: text('campus', 14),
    address: text('address', 28),
    openingHours: text('openingHours', 28),
    phone: text('phone', 16),
    keeperIds: {
      key: 'keepers',
      phrase: 'wms.warehouse.keepers',
      width: 24,
      read: (cell, { refuse }) => {
        const ids = readList(cell).map((name) => keepers.filter((keeper) => isNamed(keeper, name)));
        const at = ids.findIndex((found) => found.length !== 1);
        if (at >= 0)
          return refuse(ids[at]!.length === 0 ? 'wms.warehouse.unknownKeeper' : 'workbook.several', {
            text: readList(cell)[at]!,
          });
        return ids.map(([keeper]) => keeper!.id).toSorted();
      },
      write: ({ keeperIds }) => keeperIds.map((id) => keepers.find((keeper) => keeper.id === id)?.username ?? id).join('; '),
    },
    remark: text('remark', 24),
  });
}

const INFOS: InfoField<Stored<WarehouseForm>>[] = [{ key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev }];

/** @param asked by a member of the department that runs the warehouses */
export async function warehouseKind(db: Db | Trx, asked: CallContext): Promise<Importer<WarehouseForm>> {
  const orgId = ownerOrg(asked.caller);
  // Exported rows include storekeepers who can no longer act; they may stay.
  const able = await selectKeepers(db, orgId);
  const isAble = new Set(able.map(({ id }) => id));
  const keepers = [...able, ...(await selectNamedKeepers(db, orgId)).filter(({ id }) => !isAble.has(id))];
  return {
    entity: WAREHOUSES,
    fields: fieldsFor(keepers),
    infos: INFOS,
    key: 'code',
    schema: warehouseForm,
    blank: warehouseForm.parse({ code: '0', name: '-', keeperIds: [NIL_ID] }),
    titleOf: ({ code, name }) => `${name} ${code}`,
    asNew: (form) => ({ id: '', rev: 0, form }),
    find: async (codes) => {
      const found = await warehousesWhere(db, sql`w.code = any(${[...codes]}::text[])`);
      return new Map(found.map((one) => [one.form.code, one]));
    },
    findById: async (any, ids) => {
      const found = await warehousesWhere(any, sql`w.id = ${anyOf(ids)} and w.org_id = ${orgId}`);
      return new Map(found.map((one) => [one.id, one]));
    },
    usedOf: async (any, ids) => {
      const { rows } = await sql<{ id: string }>`
        select w.id from wms_warehouse w where w.id = ${anyOf(ids)}
           and (exists (select from wms_container c where c.warehouse_id = w.id and c.deleted_at is null)
             or exists (select from wms_transaction t where w.id in (t.warehouse_id, t.target_warehouse_id) and t.deleted_at is null))`.execute(
        any,
      );
      return new Set(rows.map(({ id }) => id));
    },
    validate: async (wanted) => {
      const named = wanted.flatMap(({ before }) => before?.id ?? []);
      const { rows } = await sql<{
        id: string;
      }>`select id from wms_warehouse where id = ${anyOf(named)} and org_id <> ${orgId}`.execute(db);
      // Codes are unique across all departments.
      const others = new Set(rows.map(({ id }) => id));
      // Storekeepers of a row: able ones, and those already named there.
      const isPossible = (id: string, before: Stored<WarehouseForm> | null): boolean =>
        isAble.has(id) || (before?.form.keeperIds.includes(id) ?? false);
      return wanted.map(({ before, form }) => [
        ...(before && others.has(before.id) ? [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })] : []),
        ...(form.keeperIds.every((id) => isPossible(id, before))
          ? []
          : [new AppError('INVALID', { faults: [{ path: 'keeperIds', key: 'rule.notOffered' }] })]),
      ]);
    },
    validateAll: async (wanted) => {
      if (!wanted.some(({ before, form }) => before && Object.keys(changesOf(before.form, form)).length > 0)) return new Map();
      return dryRun(db, asked, async (context) => {
        await lockTree(context);
        return writeEachInSavepoint(context.trx, wanted, ({ before, form }) =>
          write(context, [{ id: before?.id ?? null, rev: before?.rev ?? null, form }]),
        );
      });
    },
    missing: async (codes) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from wms_warehouse where org_id = ${orgId} and deleted_at is null and code ${notAmong(codes)}`.execute(
        db,
      );
      return rows[0]!.n;
    },
    write,
    remove,
  };
}

type Row = WarehouseForm & { id: string; rev: number };

async function warehousesWhere(db: Kysely<DB>, which: ReturnType<typeof sql>): Promise<Stored<WarehouseForm>[]> {
  const { rows } = await rowsOf<Row, { w: WmsWarehouse; k: { keeper_ids: string[] } }>(
    { ...WAREHOUSE_FORM, id: 'w.id', rev: 'w.rev' },
    sql`wms_warehouse w cross join lateral (
      select array(select k.user_id from wms_warehouse_keeper k where k.warehouse_id = w.id order by 1) as keeper_ids) k
     where w.deleted_at is null and ${which}`,
  ).execute(db);
  return rows.map(({ id, rev, ...form }) => ({ id, rev, form }));
}

const { write, remove } = writeByForm(warehouseWrites, async (db, id) => (await warehousesWhere(db, sql`w.id = ${id}`))[0]);

/** An empty sheet with an example row, which imports skip. */
export async function warehouseTemplate(db: Kysely<DB>, orgId: string, locale: Locale): Promise<Download> {
  const keepers = await selectKeepers(db, orgId);
  const fields = fieldsFor(keepers);
  const form: WarehouseForm = {
    ...warehouseForm.parse({ code: '0', name: say(locale, 'wms.warehouse.example'), keeperIds: [NIL_ID] }),
    code: say(locale, 'workbook.example', { text: 'W1' }),
    nameEn: 'Chemical Store',
    keeperIds: keepers.slice(0, 2).map(({ id }) => id),
  };
  return templateSheet('warehouses', fields, cellsOf(fields, form), locale);
}
