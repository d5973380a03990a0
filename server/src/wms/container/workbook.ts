// Containers as a workbook. The parent of a container is stored, or in a row above.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { AppError, type Fault } from '@kuwei/contract/error';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import { containerForm } from '@kuwei/contract/wms/container';
import { STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { CONTAINER_TYPES } from '@kuwei/contract/wms/place';
import { readFlag } from '@kuwei/contract/read-value';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod/mini';
import { coverageFaults } from '../../auth/rule/facts.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, pick, rowsOf, type Joined } from '../../db/columns.ts';
import { anyOf } from '../../db/rows.ts';
import type { Db, Trx } from '../../db/open.ts';
import type { DB, WmsContainer } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { resolveCode, checkDicCodes, namesOffered, loadOfferedEntries } from '../../platform/dic/codes.ts';
import { offeredNames } from '../../platform/dic/names.ts';
import {
  importFields,
  type Importer,
  type ImportField,
  type InfoField,
  type Proposal,
  type Remarks,
  type Stored,
  type Versioned,
  type Written,
} from '../../platform/import/kind.ts';
import { parseOption } from '../../platform/import/options.ts';
import { refuseAtFirstChange, writeEachInSavepoint, dryRun, type CallContext } from '../../platform/import/dry-run.ts';
import { exactCell, REV, yesNo, type Cell, templateSheet } from '../../platform/workbook/workbook.ts';
import { readList, readNames } from '@kuwei/contract/wms/read-hazard';
import { lockTree } from '../place/lock.ts';
import {
  normalizeName,
  normalizeCode,
  codeOf,
  decimalIn,
  placeIn,
  placeKey,
  placesOf,
  refuseUnknown,
  warehouseOf,
  parseInteger,
  type Places,
} from '../place/sheet.ts';
import { ownerOrg } from '../scope.ts';
import { findGridRefusals } from './grid.ts';
import { CONTAINER, type ContainerTable } from './queries.ts';
import { createContainer, deleteContainer, updateContainer } from './save.ts';
import { Tree } from './tree.ts';
import { NIL_ID } from '../../db/id.ts';

export const CONTAINERS = 'wms_container';
/** Columns of places within the row's warehouse. */
export const CONTAINER_PLACES = ['code', 'parent'] as const;

const CONDITION = 'WMS_CONDITION';
const { code: _code, parentId: _parentId, ...fieldsOfForm } = containerForm.shape;
const schema = z.strictObject({
  key: z.string().check(z.minLength(1)),
  parent: z.nullable(z.string()),
  ...fieldsOfForm,
});
type Row = z.infer<typeof schema>;
const BLANK: Row = schema.parse({
  key: placeKey(NIL_ID, '-'),
  parent: null,
  warehouseId: NIL_ID,
  type: 'ROOM',
  name: '-',
  nameEn: null,
  allowedGroups: null,
});

type Field = ImportField<Row>;
type Column = Omit<Field, 'field'>;

interface Words {
  meant: (name: string) => string;
  names: (cell: string) => string[];
  nameOf: (code: string) => string;
}

function fieldsFor(places: Places, { meant, names, nameOf }: Words, locale: Locale): Field[] {
  const number = (key: 'maxVolumeL' | 'maxMassKg', phrase: PhraseKey): Column => ({
    key,
    phrase,
    width: 12,
    isNumber: true,
    empty: null,
    read: (cell) => decimalIn(cell, key),
    write: (form) => exactCell(form[key]),
  });
  const whole = (key: 'rows' | 'cols', phrase: PhraseKey): Column => ({
    key,
    phrase,
    width: 8,
    isNumber: true,
    read: parseInteger,
    write: (form) => form[key],
  });
  const flag = (key: 'hazardAllowed' | 'dualLock', phrase: PhraseKey): Column => ({
    key,
    phrase,
    width: 8,
    read: (cell, { refuse }) => readFlag(cell) ?? refuse('workbook.yesNo'),
    write: (form) => yesNo(form[key], locale),
  });
  return importFields<Row>({
    warehouseId: {
      key: 'warehouse',
      phrase: 'wms.transaction.warehouse',
      words: 'warehouseCode',
      width: 14,
      read: (cell, remarks) => places.warehouses.get(normalizeName(cell)) ?? refuseUnknown(remarks, cell),
      write: ({ warehouseId }) => places.codes.get(warehouseId) ?? warehouseId,
    },
    key: {
      key: 'code',
      phrase: 'wms.container.code',
      words: 'containerCode',
      width: 16,
      read: (cell, remarks) => {
        const isCode = z.safeParse(containerForm.shape.code, normalizeCode(codeOf(cell))).success;
        return isCode ? placeIn(cell, places, remarks) : remarks.refuse('rule.code');
      },
      write: ({ key }) => codeOf(key),
    },
    name: { key: 'name', phrase: 'wms.container.name', width: 24, read: (cell) => cell, write: ({ name }) => name },
    nameEn: {
      key: 'nameEn',
      phrase: 'wms.container.nameEn',
      width: 24,
      read: (cell) => cell || null,
      write: ({ nameEn }) => nameEn ?? '',
    },
    parent: {
      key: 'parent',
      phrase: 'wms.container.parent',
      width: 16,
      empty: null,
      read: (cell, remarks) => placeIn(cell, places, remarks),
      write: ({ parent }) => (parent === null ? null : codeOf(parent)),
    },
    type: {
      key: 'type',
      phrase: 'wms.container.type',
      width: 10,
      read: (cell, remarks) => typeIn(cell, locale, remarks),
      write: ({ type }) => say(locale, `wms.container.type.${type}`),
    },
    conditionsOffered: {
      key: 'conditionsOffered',
      phrase: 'wms.container.conditions',
      width: 24,
      empty: [],
      read: (cell) => names(cell).map(meant),
      write: ({ conditionsOffered }) => conditionsOffered.map(nameOf).join('; '),
    },
    allowedGroups: {
      key: 'allowedGroups',
      phrase: 'wms.container.groups',
      width: 14,
      empty: null,
      read: (cell) => readList(cell).map((group) => group.toUpperCase()),
      write: ({ allowedGroups }) => allowedGroups?.join('; ') ?? null,
    },
    hazardAllowed: flag('hazardAllowed', 'wms.container.hazardAllowed'),
    dualLock: flag('dualLock', 'wms.container.dualLock'),
    maxVolumeL: number('maxVolumeL', 'wms.container.maxVolume'),
    maxMassKg: number('maxMassKg', 'wms.container.maxMass'),
    rows: whole('rows', 'wms.container.rows'),
    cols: whole('cols', 'wms.container.cols'),
    remark: {
      key: 'remark',
      phrase: 'wms.container.remark',
      width: 24,
      empty: null,
      read: (cell) => cell,
      write: ({ remark }) => remark,
    },
  });
}

/** 货架 means 架, 防爆柜 means 柜: text that ends in the name of just one type means that type, with a note. */
function typeIn(cell: string, locale: Locale, remarks: Remarks): unknown {
  const nameOf = (type: string, each: Locale = locale): string => say(each, `wms.container.type.${type}`);
  const isNamed = CONTAINER_TYPES.some((type) =>
    LOCALES.some((each) => normalizeName(nameOf(type, each)) === normalizeName(cell)),
  );
  const ending = isNamed ? [] : CONTAINER_TYPES.filter((type) => normalizeName(cell).endsWith(nameOf(type, 'zh')));
  if (ending.length !== 1) return parseOption(cell, 'wms.container.type', CONTAINER_TYPES, locale, remarks);
  remarks.note('workbook.readAs', { value: cell, read: nameOf(ending[0]!) });
  return ending[0];
}

const INFOS: InfoField<Stored<Row>>[] = [{ key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev }];

async function wordsOf(
  db: Kysely<DB>,
  locale: Locale,
): Promise<Words & { offered: Awaited<ReturnType<typeof loadOfferedEntries>> }> {
  const offered = await loadOfferedEntries(db, [CONDITION]);
  return {
    offered,
    meant: (name) => resolveCode(offered, CONDITION, name),
    names: (cell) => readNames(cell, namesOffered(offered, CONDITION)),
    nameOf: await offeredNames(db, CONDITION, locale),
  };
}

/** @param asked by a member of the department that runs the warehouses */
export async function containerKind(db: Db | Trx, asked: CallContext): Promise<Importer<Row>> {
  const { locale } = asked.origin;
  const orgId = ownerOrg(asked.caller);
  const places = await placesOf(db, orgId);
  const words = await wordsOf(db, locale);
  const tree = await treeOf(db, orgId);
  /** Rows of containers that will not be written: new ones in them are refused. */
  const refusedRows = new Map<string, number>();
  return {
    entity: CONTAINERS,
    fields: fieldsFor(places, words, locale),
    infos: INFOS,
    key: 'key',
    schema,
    blank: BLANK,
    titleOf: ({ key, name }) => `${name} ${codeOf(key)}`,
    asNew: (form) => ({ id: '', rev: 0, form }),
    find: async (keys) => {
      const found = await containersWhere(
        db,
        sql`(c.warehouse_id, c.code) in (select * from unnest(${keys.map(warehouseOf)}::uuid[], ${keys.map(codeOf)}::text[]))`,
      );
      return new Map(found.map((one) => [one.form.key, one]));
    },
    findById: async (any, ids) => new Map((await containersWhere(any, sql`c.id = ${anyOf(ids)}`)).map((one) => [one.id, one])),
    usedOf: usedContainers,
    validate: async (wanted) => {
      const changed = wanted.flatMap(({ before, form }) => (before ? { id: before.id, before: before.form, after: form } : []));
      const outside = await findGridRefusals(db, changed);
      const facts = ({ key, name, type, warehouseId }: Row) => ({
        code: codeOf(key),
        name,
        type,
        warehouse: places.codes.get(warehouseId) ?? null,
      });
      const recalled = await coverageFaults(
        db,
        asked.caller.userId,
        'WMS_CONTAINER',
        changed.map(({ id, before, after }) => ({ id, before: facts(before), after: facts(after) })),
      );
      return wanted.map(({ before, form, isRefused, row }) => {
        const kept = before?.form.conditionsOffered ?? [];
        const faults = checkDicCodes(
          words.offered,
          [{ path: 'conditionsOffered', dic: CONDITION, codes: form.conditionsOffered, kept }],
          locale,
        );
        const coverage = before && recalled.get(before.id);
        if (coverage) faults.push(coverage);
        const found = faults.length > 0 ? [new AppError('INVALID', { faults })] : [];
        const left = before && outside.get(before.id);
        if (left) found.push(left);
        const refuse = (path: string, key: Fault['key'], params: PhraseParams = {}): void =>
          void found.push(new AppError('INVALID', { faults: [{ path, key, params }] }));
        if (before && before.form.warehouseId !== form.warehouseId) refuse('warehouseId', 'rule.fixed');
        const above = form.parent === null ? undefined : refusedRows.get(form.parent);
        if (form.parent !== null && !tree.has(form.parent)) {
          if (above === undefined) refuse('parent', 'rule.parentFirst');
          else refuse('parent', 'rule.parentRefused', { row: above });
        } else found.push(...tree.refusalsOf(form.key, form.parent));
        // In row order, so that later rows see the effect of earlier ones.
        if (isRefused !== true && found.length === 0) tree.put(form.key, form.parent);
        else if (row !== undefined) refusedRows.set(form.key, row);
        return found;
      });
    },
    validateAll: (wanted) => findGoodsRefusals(db, asked, wanted),
    missing: async (keys) => {
      const named = new Set(keys);
      return [...places.containers.keys()].filter((key) => !named.has(key)).length;
    },
    write: writeContainers,
    remove: async (context, records) => {
      // Newest first, so that children go before their parents.
      for (const { id } of [...records].reverse()) await removeContainer(context, { id });
    },
  };
}

type ProposedContainer = { before: Stored<Row> | null; form: Row };

/** Refusals because of stored goods: only a trial write finds them, with all earlier rows applied. */
async function findGoodsRefusals(
  db: Db | Trx,
  asked: CallContext,
  wanted: readonly ProposedContainer[],
): Promise<ReadonlyMap<number, AppError>> {
  const changed = wanted.flatMap(({ before, form }) =>
    before && Object.keys(changesOf(before.form, form)).length > 0 ? before.id : [],
  );
  if (!(await holdGoods(db, changed))) return new Map();
  const refused = await dryRun(db, asked, async (context) => {
    await lockTree(context);
    return writeEachInSavepoint(context.trx, wanted, ({ before, form }) =>
      writeContainers(context, [{ id: before?.id ?? null, rev: before?.rev ?? null, form }]),
    );
  });
  return new Map(
    [...refused].map(([at, fault]) => [
      at,
      fault.field === undefined ? refuseAtFirstChange(fault, causesOf(fault), wanted[at]!) : fault,
    ]),
  );
}

async function holdGoods(db: Kysely<DB>, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`
    with recursive inside as (
      select id from wms_container where id = ${anyOf(ids)}
      union select c.id from inside join wms_container c on c.parent_id = inside.id
    )
    select exists (select from inside join wms_warehouse_box b on b.container_id = inside.id
                     join wms_product_box s on s.box_id = b.id where s.qty > 0) as found`.execute(db);
  return rows[0]!.found;
}

/** Fields that a rule for stored goods depends on; the first one changed by the row is reported. */
function causesOf({ code, data }: AppError): (keyof Row)[] {
  if (code === 'BOX_CAPACITY') return [data?.['kind'] === 'mass' ? 'maxMassKg' : 'maxVolumeL', 'parent'];
  if (code === 'BOX_INCOMPATIBLE') return ['type', 'parent'];
  if (code !== 'BOX_CONDITION') return [];
  if (data?.['missing'] !== undefined) return ['conditionsOffered', 'parent'];
  return [data?.['allowedGroups'] === undefined ? 'hazardAllowed' : 'allowedGroups', 'parent'];
}

async function treeOf(db: Kysely<DB>, orgId: string): Promise<Tree> {
  const { rows } = await sql<{ warehouseId: string; code: string; parent: string | null }>`
    select c.warehouse_id as "warehouseId", c.code, p.code as parent
      from wms_container c join wms_warehouse w on w.id = c.warehouse_id left join wms_container p on p.id = c.parent_id
     where w.org_id = ${orgId} and w.deleted_at is null and c.deleted_at is null`.execute(db);
  const tree = new Tree();
  for (const { warehouseId, code, parent } of rows)
    tree.put(placeKey(warehouseId, code), parent === null ? null : placeKey(warehouseId, parent));
  return tree;
}

const removeContainer = (context: WriteContext<Caller>, { id }: Pick<Versioned, 'id'>): Promise<void> =>
  deleteContainer(context, id);

type StoredRow = Omit<Row, 'key' | 'parent'> & { id: string; rev: number; code: string; parentCode: string | null };
const STORED = {
  ...pick(CONTAINER, 'id', 'rev', 'code', 'warehouseId', 'type', 'name', 'nameEn', 'conditionsOffered', 'allowedGroups'),
  ...pick(CONTAINER, 'hazardAllowed', 'dualLock', 'maxVolumeL', 'maxMassKg', 'rows', 'cols', 'remark'),
  parentCode: 'p.code',
} as const;

async function containersWhere(db: Kysely<DB>, which: ReturnType<typeof sql>): Promise<Stored<Row>[]> {
  const { rows } = await rowsOf<StoredRow, { c: ContainerTable; p: Joined<WmsContainer> }>(
    STORED,
    sql`wms_container c left join wms_container p on p.id = c.parent_id where c.deleted_at is null and ${which}`,
  ).execute(db);
  return rows.map(({ id, rev, code, parentCode, ...form }) => ({
    id,
    rev,
    form: {
      key: placeKey(form.warehouseId, code),
      parent: parentCode === null ? null : placeKey(form.warehouseId, parentCode),
      ...form,
    },
  }));
}

/** Sequential: a container may be in one of an earlier row. */
async function writeContainers(context: WriteContext<Caller>, proposals: readonly Proposal<Row>[]): Promise<Written[]> {
  const written: Written[] = [];
  for (const { id, rev, form } of proposals) {
    const { key, parent, ...rest } = form;
    const body = { ...rest, code: codeOf(key), parentId: parent === null ? null : await idOf(context, parent) };
    if (id === null) {
      const made = await createContainer(context, body);
      written.push({ id: made.id, rev: made.rev, isNew: true, change: {} });
      continue;
    }
    const [before] = await containersWhere(context.trx, sql`c.id = ${id}`);
    if (!before) throw new AppError('NOT_FOUND');
    const change = changesOf(before.form, form);
    const isChanged = Object.keys(change).length > 0;
    const after = isChanged ? await updateContainer(context, id, { ...body, rev: rev ?? before.rev }) : before;
    written.push({ id, rev: after.rev, isNew: false, change });
  }
  return written;
}

async function idOf({ trx }: WriteContext<Caller>, key: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from wms_container where warehouse_id = ${warehouseOf(key)} and code = ${codeOf(key)} and deleted_at is null`.execute(
    trx,
  );
  if (!rows[0]) throw new AppError('STALE');
  return rows[0].id;
}

async function usedContainers(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from wms_container c where c.id = ${anyOf(ids)}
       and (exists (select from wms_container o where o.parent_id = c.id and o.deleted_at is null and o.id <> all(${[...ids]}::uuid[]))
         or exists (select from wms_warehouse_box b where b.container_id = c.id and b.state <> 'RETIRED'))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** An empty sheet with an example row, which imports skip. */
export async function containerTemplate(db: Kysely<DB>, orgId: string, locale: Locale): Promise<Download> {
  const words = await wordsOf(db, locale);
  const fields = fieldsFor(await placesOf(db, orgId), words, locale);
  const example: Record<string, Cell> = {
    warehouse: say(locale, 'workbook.example', { text: 'W1' }),
    code: 'C01',
    name: say(locale, 'wms.container.example'),
    parent: 'R1',
    type: say(locale, 'wms.container.type.CABINET'),
    conditionsOffered: words.nameOf('VENTED'),
    allowedGroups: STORAGE_GROUPS.slice(0, 2).join('; '),
    hazardAllowed: yesNo(true, locale),
    dualLock: yesNo(false, locale),
    maxVolumeL: 500,
    rows: 4,
    cols: 6,
  };
  return templateSheet('containers', fields, example, locale);
}
