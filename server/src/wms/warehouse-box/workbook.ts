// Boxes as a workbook: import and template share their columns.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { BOX_TYPES, MIX_POLICIES } from '@kuwei/contract/wms/place';
import { boxForm } from '@kuwei/contract/wms/warehouse-box';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod/mini';
import { createYielder } from '../../limiter.ts';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, pick, rowsOf, valuesOf } from '../../db/columns.ts';
import { newId, NIL_ID } from '../../db/id.ts';
import { anyOf, insertRows, updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { Db, Trx } from '../../db/open.ts';
import type { DB, WmsWarehouseBox } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import {
  importFields,
  type Importer,
  type ImportField,
  type InfoField,
  type Proposal,
  type Stored,
  type Versioned,
  type Written,
} from '../../platform/import/kind.ts';
import { parseOption } from '../../platform/import/options.ts';
import { ReleasedValues, type UniqueValuesOf } from '../../platform/import/unique-values.ts';
import { refuseAtFirstChange, dryRun, dryRunInTransaction, type CallContext } from '../../platform/import/dry-run.ts';
import { exactCell, REV, type Cell, templateSheet } from '../../platform/workbook/workbook.ts';
import { gridFaults, type Grid } from '../container/grid.ts';
import { lockTreeShared, lockBoxes, lockTree } from '../place/lock.ts';
import {
  normalizeName,
  normalizeCode,
  codeOf,
  decimalIn,
  refuseUnknownPlace,
  placeIn,
  placeKey,
  placesOf,
  refuseUnknown,
  warehouseOf,
  parseInteger,
  type Places,
  ownerIn,
} from '../place/sheet.ts';
import { applyPlaceChange, findRefusalsAfter } from '../place/violations.ts';
import { ownerOrg } from '../scope.ts';
import { newQrToken } from './qr.ts';
import { BOX } from './queries.ts';

export const BOXES = 'wms_warehouse_box';
/** Columns of places within the row's warehouse. */
export const BOX_PLACES = ['code', 'container'] as const;
/** Boxes per statement. */
const CHUNK = 1_000;

const { code: _code, ...fieldsOfForm } = boxForm.shape;
const schema = z.strictObject({ key: z.string().check(z.minLength(1)), warehouseId: z.string(), ...fieldsOfForm });
type Row = z.infer<typeof schema>;

interface StoredBox extends Stored<Row> {
  state: string;
}
const BLANK: Row = schema.parse({ key: placeKey(NIL_ID, '-'), warehouseId: NIL_ID, containerId: NIL_ID });

type Field = ImportField<Row>;
type Column = Omit<Field, 'field'>;

function fieldsFor(places: Places, locale: Locale): Field[] {
  const { codes } = places;
  const number = (key: 'maxVolumeL' | 'maxMassKg', phrase: PhraseKey): Column => ({
    key,
    phrase,
    width: 12,
    isNumber: true,
    empty: null,
    read: (cell) => decimalIn(cell, key),
    write: (form) => exactCell(form[key]),
  });
  const whole = (key: 'row' | 'col' | 'maxLines', phrase: PhraseKey): Column => ({
    key,
    phrase,
    width: 8,
    isNumber: true,
    empty: null,
    read: parseInteger,
    write: (form) => form[key],
  });
  return importFields<Row>({
    warehouseId: {
      key: 'warehouse',
      phrase: 'wms.transaction.warehouse',
      words: 'warehouseCode',
      width: 14,
      read: (cell, remarks) => places.warehouses.get(normalizeName(cell)) ?? refuseUnknown(remarks, cell),
      write: ({ warehouseId }) => codes.get(warehouseId) ?? warehouseId,
    },
    key: {
      key: 'code',
      phrase: 'wms.box.code',
      words: 'boxCode',
      width: 22,
      read: (cell, remarks) => {
        const isCode = z.safeParse(boxForm.shape.code, normalizeCode(codeOf(cell))).success;
        return isCode ? placeIn(cell, places, remarks) : remarks.refuse('rule.code');
      },
      write: ({ key }) => codeOf(key),
    },
    containerId: {
      key: 'container',
      phrase: 'wms.container.code',
      words: 'containerCode',
      width: 16,
      read: (cell, remarks) => {
        const key = placeIn(cell, places, remarks);
        return key === null
          ? null
          : (places.containers.get(key) ?? refuseUnknownPlace(cell, places, remarks, 'workbook.noContainer'));
      },
      write: ({ containerId }) => codes.get(containerId) ?? containerId,
    },
    row: whole('row', 'wms.box.row'),
    col: whole('col', 'wms.box.col'),
    type: {
      key: 'type',
      phrase: 'wms.box.type',
      width: 10,
      read: (cell, remarks) => parseOption(cell, 'wms.box.type', BOX_TYPES, locale, remarks),
      write: ({ type }) => say(locale, `wms.box.type.${type}`),
    },
    ownerOrgId: {
      key: 'owner',
      phrase: 'wms.box.owner',
      words: 'ownerOrg',
      width: 20,
      empty: null,
      read: (cell, remarks) => ownerIn(cell, places, remarks),
      write: ({ ownerOrgId }) => (ownerOrgId === null ? null : (codes.get(ownerOrgId) ?? ownerOrgId)),
    },
    mixPolicy: {
      key: 'mixPolicy',
      phrase: 'wms.box.mixPolicy',
      width: 14,
      read: (cell, remarks) => parseOption(cell, 'wms.box.mixPolicy', MIX_POLICIES, locale, remarks),
      write: ({ mixPolicy }) => say(locale, `wms.box.mixPolicy.${mixPolicy}`),
    },
    maxVolumeL: number('maxVolumeL', 'wms.container.maxVolume'),
    maxMassKg: number('maxMassKg', 'wms.container.maxMass'),
    maxLines: whole('maxLines', 'wms.box.maxLines'),
    remark: {
      key: 'remark',
      phrase: 'wms.box.remark',
      width: 24,
      empty: null,
      read: (cell) => cell,
      write: ({ remark }) => remark,
    },
  });
}

const INFOS: InfoField<StoredBox>[] = [
  { key: 'state', phrase: 'wms.box.state', width: 10, write: ({ state }, locale) => say(locale, `wms.box.state.${state}`) },
  { key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev },
];

/** @param asked by a member of the department that runs the warehouses */
export async function boxKind(db: Db | Trx, asked: CallContext): Promise<Importer<Row, StoredBox>> {
  const { locale } = asked.origin;
  const orgId = ownerOrg(asked.caller);
  const places = await placesOf(db, orgId);
  const cells = new Map<string, string>();
  return {
    entity: BOXES,
    fields: fieldsFor(places, locale),
    infos: INFOS,
    key: 'key',
    schema,
    blank: BLANK,
    titleOf: ({ key }) => codeOf(key),
    asNew: (form) => ({ id: '', rev: 0, state: 'ACTIVE', form }),
    find: async (keys) => {
      const found = await boxesWhere(
        db,
        sql`(b.warehouse_id, b.code) in (select * from unnest(${keys.map(warehouseOf)}::uuid[], ${keys.map(codeOf)}::text[]))`,
      );
      return new Map(found.map((box) => [box.form.key, box]));
    },
    findById: async (any, ids) => new Map((await boxesWhere(any, sql`b.id = ${anyOf(ids)}`)).map((box) => [box.id, box])),
    usedOf: usedBoxes,
    uniqueValues: cellTies,
    validate: (wanted, letGo) => findBoxFaults(db, wanted, cells, letGo ?? ReleasedValues.of(wanted, cellTies)),
    validateAll: (wanted) => findGoodsRefusals(db, asked, wanted),
    missing: async (keys) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id and w.org_id = ${orgId} and w.deleted_at is null
         where b.state <> 'RETIRED' and not exists (
           select from unnest(${keys.map(warehouseOf)}::uuid[], ${keys.map(codeOf)}::text[]) k(warehouse, code)
            where k.warehouse = b.warehouse_id and k.code = b.code)`.execute(db);
      return rows[0]!.n;
    },
    write: (context, proposals) => writeBoxes(context, orgId, proposals),
    remove: removeBoxes,
  };
}

type StoredRow = Omit<Row, 'key'> & { id: string; rev: number; state: string; code: string };
const STORED = {
  ...pick(BOX, 'id', 'rev', 'state', 'code', 'warehouseId', 'containerId', 'row', 'col', 'type', 'ownerOrgId', 'mixPolicy'),
  ...pick(BOX, 'maxVolumeL', 'maxMassKg', 'maxLines', 'remark'),
} as const;

async function boxesWhere(db: Kysely<DB>, which: ReturnType<typeof sql>): Promise<StoredBox[]> {
  const { rows } = await rowsOf<StoredRow, { b: WmsWarehouseBox }>(STORED, sql`wms_warehouse_box b where ${which}`).execute(db);
  return rows.map(({ id, rev, state, code, ...form }) => ({
    id,
    rev,
    state,
    form: { key: placeKey(form.warehouseId, code), ...form },
  }));
}

type ProposedBox = { before: StoredBox | null; form: Row };
const cellKey = ({ containerId, row, col }: Row): string | null =>
  row === null || col === null ? null : `${containerId} ${row} ${col}`;

const cellTaken = ({ row, col }: Row): AppError =>
  new AppError('CODE_TAKEN', { params: { code: `R${row}-B${col}` }, field: 'row' });

/** The container cell of a box, its only tie. */
const cellTies: UniqueValuesOf<Row, StoredBox> = (form, before) => {
  const cell = before?.state === 'RETIRED' ? null : cellKey(form);
  return cell === null ? [] : [{ key: cell, taken: cellTaken }];
};

/**
 * @param cells container cells taken by earlier rows, with the code of the box
 * @param letGo cells that boxes will leave
 */
async function findBoxFaults(
  db: Kysely<DB>,
  wanted: readonly ProposedBox[],
  cells: Map<string, string>,
  letGo: ReleasedValues,
): Promise<AppError[][]> {
  const containerIds = [...new Set(wanted.map(({ form }) => form.containerId))];
  const grids = await gridsOf(db, containerIds);
  const { rows } = await sql<{ cell: string; code: string; id: string }>`
    select b.container_id || ' ' || b.row_no || ' ' || b.col_no as cell, b.code, b.id from wms_warehouse_box b
     where b.state <> 'RETIRED' and b.container_id = any(${containerIds}::uuid[])
       and b.row_no is not null and b.col_no is not null`.execute(db);
  const stored = new Map(rows.map(({ cell, code, id }) => [cell, { code, id }]));
  return wanted.map(({ before, form }) => {
    const faults: AppError[] = [];
    if (form.containerId === NIL_ID) return faults;
    if ((form.type === 'EXCLUSIVE') !== (form.ownerOrgId !== null))
      faults.push(
        new AppError('INVALID', {
          faults: [{ path: 'ownerOrgId', key: form.ownerOrgId === null ? 'rule.required' : 'rule.empty' }],
        }),
      );
    const grid = grids.get(form.containerId);
    const outside = grid ? gridFaults(form, before && before.form, grid) : [];
    if (outside.length > 0) faults.push(new AppError('INVALID', { faults: outside }));
    const cell = cellKey(form);
    if (cell !== null) {
      const there = stored.get(cell);
      const taken = cells.get(cell) ?? (there && there.id !== before?.id && !letGo.has(there.id, cell) ? there.code : undefined);
      if (taken !== undefined && taken !== codeOf(form.key)) faults.push(cellTaken(form));
      else cells.set(cell, codeOf(form.key));
    }
    // A box changes its warehouse only by its form, which checks incoming goods.
    if (before && before.form.warehouseId !== form.warehouseId)
      faults.push(new AppError('INVALID', { faults: [{ path: 'warehouseId', key: 'rule.fixed' }] }));
    return faults;
  });
}

async function gridsOf(db: Kysely<DB>, containerIds: readonly string[]): Promise<Map<string, Grid>> {
  const { rows } = await sql<Grid & { id: string }>`
    select id, rows, cols from wms_container where id = any(${[...containerIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...grid }) => [id, grid]));
}

/** Refusals because of stored goods: only a trial write finds them, with all other rows applied. */
async function findGoodsRefusals(
  db: Db | Trx,
  asked: CallContext,
  wanted: readonly ProposedBox[],
): Promise<ReadonlyMap<number, AppError>> {
  const refused = new Map<number, AppError>();
  const changed = wanted.flatMap(({ before, form }, at) =>
    before && Object.keys(changesOf(before.form, form)).length > 0 ? { at, before, form } : [],
  );
  const filled = await findOccupiedBoxes(
    db,
    changed.map(({ before }) => before.id),
  );
  let left = changed.filter(({ before }) => filled.has(before.id));
  if (left.length === 0) return refused;
  return dryRun(db, asked, async (context) => {
    const { trx, origin } = context;
    await lockTree(context);
    // Without the refused ones, the others may be valid.
    while (left.length > 0) {
      const which = sql`b.id = ${anyOf(left.map(({ before }) => before.id))}`;
      const found = await dryRunInTransaction(trx, () =>
        findRefusalsAfter(trx, which, origin.locale, async () => {
          // The cell does not matter to stored goods, and may be swapped within the file.
          for (const { before, form } of left)
            await updateRow(context, BOXES, before, { ...columnsOf(form), row_no: null, col_no: null });
        }),
      );
      if (found.size === 0) return refused;
      for (const { at, before, form } of left) {
        const fault = found.get(before.id);
        if (fault) refused.set(at, refuseAtFirstChange(fault, causesOf(fault), { before, form }));
      }
      left = left.filter(({ at }) => !refused.has(at));
    }
    return refused;
  });
}

async function findOccupiedBoxes(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct box_id as id from wms_product_box where box_id = ${anyOf(ids)} and qty > 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Fields that a rule for stored goods depends on; the first one changed by the row is reported. */
function causesOf({ code, data }: AppError): (keyof Row)[] {
  if (code === 'BOX_OWNER') return ['ownerOrgId'];
  if (code === 'BOX_MIX') return ['mixPolicy'];
  if (code !== 'BOX_CAPACITY') return ['containerId'];
  const limits = { volume: 'maxVolumeL', mass: 'maxMassKg', lines: 'maxLines' } as const;
  return [limits[data?.['kind'] as keyof typeof limits], 'containerId'];
}

/**
 * Writes boxes, all or none; unchanged ones are skipped.
 * @throws AppError NOT_FOUND, STALE, the first validation error, or the rule that stored goods would break
 */
async function writeBoxes(context: WriteContext<Caller>, orgId: string, proposals: readonly Proposal<Row>[]): Promise<Written[]> {
  const { trx, caller, origin } = context;
  const ids = proposals.flatMap(({ id }) => id ?? []);
  // New boxes conflict with nothing.
  await (ids.length > 0 ? lockTree(context) : lockTreeShared(trx));
  await lockBoxes(trx, ids);
  await recheckAuthorization(trx, caller);
  const stored = new Map((await boxesWhere(trx, sql`b.id = ${anyOf(ids)}`)).map((box) => [box.id, box]));
  const wanted = proposals.map(({ id, rev, form }): ProposedBox => {
    const before = id === null ? null : stored.get(id);
    if (before === undefined) throw new AppError('NOT_FOUND');
    if (before && rev !== null) assertRevision(before.rev, rev);
    return { before, form };
  });
  await assertReferences(context, orgId, wanted);
  const pause = createYielder();
  const written: (Written & ProposedBox)[] = [];
  for (const each of wanted) {
    written.push(outcomeOf(each));
    await pause();
  }
  await clearLeftCells(trx, wanted);
  const created = written.filter(({ isNew }) => isNew);
  for (let from = 0; from < created.length; from += CHUNK)
    await insertRows(
      trx,
      BOXES,
      created.slice(from, from + CHUNK).map(({ id, form }) => ({
        id,
        warehouse_id: form.warehouseId,
        qr_token: newQrToken(),
        ...columnsOf(form),
        created_by: caller.userId,
        updated_by: caller.userId,
      })),
    );
  const changed = written.filter(({ isNew, change }) => !isNew && Object.keys(change).length > 0);
  if (changed.length > 0)
    await applyPlaceChange(trx, sql`b.id = ${anyOf(changed.map(({ id }) => id))}`, origin.locale, async () => {
      for (const { before, form } of changed) await updateRow(context, BOXES, before!, columnsOf(form));
    });
  for (const { id, isNew, change, form } of written) {
    if (isNew || Object.keys(change).length > 0)
      context.logChange({ entity: BOXES, id, change: isNew ? { ...form, key: codeOf(form.key) } : change });
    await pause();
  }
  return written.map(({ id, rev, isNew, change }) => ({ id, rev, isNew, change }));
}

/** Clears cells first: the unique index is checked row by row, and cells may be swapped. */
async function clearLeftCells(trx: Trx, wanted: readonly ProposedBox[]): Promise<void> {
  const letGo = ReleasedValues.of(wanted, cellTies);
  const ids = wanted.flatMap(({ before }) => {
    const cell = before && cellKey(before.form);
    return cell && letGo.has(before.id, cell) ? before.id : [];
  });
  if (ids.length > 0)
    await sql`update ${sql.table(BOXES)} set row_no = null, col_no = null where id = ${anyOf(ids)}`.execute(trx);
}

/** The outcome of a row; a new box gets its id. */
function outcomeOf({ before, form }: ProposedBox): Written & ProposedBox {
  if (!before) return { id: newId(), rev: 1, isNew: true, change: {}, form, before };
  const change = changesOf(before.form, form);
  return { id: before.id, rev: before.rev + (Object.keys(change).length > 0 ? 1 : 0), isNew: false, change, form, before };
}

/** The warehouse follows from the container. */
const columnsOf = ({ key, ...form }: Row) => valuesOf('b', BOX, { ...form, code: codeOf(key) }, 'warehouseId');

/** Under lock: containers belong to the warehouses, owners are active, cells are free. */
async function assertReferences({ trx }: WriteContext<Caller>, orgId: string, wanted: readonly ProposedBox[]): Promise<void> {
  const pairs = [...new Map(wanted.map(({ form }) => [`${form.containerId} ${form.warehouseId}`, form])).values()];
  const owners = [...new Set(wanted.flatMap(({ form }) => form.ownerOrgId ?? []))];
  const { rows } = await sql<{ containers: number; owners: number }>`
    select (select count(*)::int from unnest(${pairs.map(({ containerId }) => containerId)}::uuid[], ${pairs.map(({ warehouseId }) => warehouseId)}::uuid[]) k(c, w)
              join wms_container c on c.id = k.c and c.warehouse_id = k.w and c.deleted_at is null
              join wms_warehouse w on w.id = k.w and w.org_id = ${orgId} and w.deleted_at is null) as containers,
           (select count(*)::int from (select from wms_org where id = ${anyOf(owners)} and valid and type <> 'WAREHOUSE' order by id for key share) o) as owners`.execute(
    trx,
  );
  if (rows[0]!.containers !== pairs.length || rows[0]!.owners !== owners.length) throw new AppError('STALE');
  const [fault] = (await findBoxFaults(trx, wanted, new Map(), ReleasedValues.of(wanted, cellTies))).flat();
  if (fault) throw fault;
}

async function usedBoxes(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select b.id from wms_warehouse_box b where b.id = ${anyOf(ids)}
       and (exists (select from wms_product_box s where s.box_id = b.id) or exists (select from wms_transaction_line_box x where x.box_id = b.id))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** @throws AppError NOT_FOUND, STALE, IN_USE */
async function removeBoxes(context: WriteContext<Caller>, records: readonly Versioned[]): Promise<void> {
  const { trx, caller, logChange } = context;
  const ids = records.map(({ id }) => id);
  await lockBoxes(trx, ids);
  await recheckAuthorization(trx, caller);
  const stored = new Map((await boxesWhere(trx, sql`b.id = ${anyOf(ids)}`)).map((box) => [box.id, box]));
  for (const { id, rev } of records) {
    const before = stored.get(id);
    if (!before) throw new AppError('NOT_FOUND');
    assertRevision(before.rev, rev);
  }
  if ((await usedBoxes(trx, ids)).size > 0) throw new AppError('IN_USE');
  await sql`delete from wms_warehouse_box where id = ${anyOf(ids)}`.execute(trx);
  for (const { id, form } of stored.values()) logChange({ entity: BOXES, id, change: { deleted: codeOf(form.key) } });
}

/** An empty sheet with an example row, which imports skip. */
export async function boxTemplate(db: Kysely<DB>, orgId: string, locale: Locale): Promise<Download> {
  const fields = fieldsFor(await placesOf(db, orgId), locale);
  const example: Record<string, Cell> = {
    warehouse: say(locale, 'workbook.example', { text: 'W1' }),
    code: 'W1-C01-R1-B1',
    container: 'C01',
    row: 1,
    col: 1,
    type: say(locale, 'wms.box.type.SHARED'),
    mixPolicy: say(locale, 'wms.box.mixPolicy.MIXED'),
    maxVolumeL: 30,
    maxMassKg: 40,
  };
  return templateSheet('boxes', fields, example, locale);
}
