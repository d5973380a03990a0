import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Category, categoryRoutes } from '@kuwei/contract/wms/category';
import { sql, type Kysely } from 'kysely';
import { assertCoverageKept } from '../../auth/rule/facts.ts';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { BusEvent } from '../../bus.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, rowsOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import type { DB, WmsCategory } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { sheetOfRows, type SheetColumns } from '../../platform/workbook/workbook.ts';

const DEPTH_MAX = 6;
const CODE_KEY = 'wms_category_code_key';
/** Arbitrary advisory-lock id. */
const TREE_LOCK = 7_318_011;

const changedEvent = (id: string): BusEvent => ({ to: 'all', ...EVENTS.category, d: { id } });

const CATEGORY = {
  id: 'c.id',
  parentId: 'c.parent_id',
  code: 'c.code',
  name: 'c.name',
  nameEn: 'c.name_en',
  sort: 'c.sort',
  rev: 'c.rev',
  products: sql<number>`(select count(*)::int from wms_product p where p.category_id = c.id and p.deleted_at is null)`,
} as const;

/** @param codes of categories by id */
const sheet = (codes: ReadonlyMap<string, string>): SheetColumns<Category, 'id' | 'rev'> => ({
  code: { phrase: 'category.fieldCode', width: 18 },
  name: { phrase: 'category.fieldName', width: 24 },
  nameEn: { phrase: 'category.fieldNameEn', width: 24 },
  parentId: { phrase: 'category.parent', width: 18, cell: ({ parentId }) => codes.get(parentId ?? '') ?? null },
  sort: { phrase: 'category.sort', width: 8 },
  products: { phrase: 'category.productCount', width: 10 },
});

export const categoryHandlers: Handlers<typeof categoryRoutes> = {
  listCategories: (_, { db }) => categories(db),

  exportCategories: async (_, { db, origin: { locale } }) => {
    const list = await categories(db);
    return sheetOfRows('categories', sheet(new Map(list.map(({ id, code }) => [id, code]))), list, locale);
  },

  createCategory: async ({ body }, { trx, logChange, emit }) => {
    const id = newId();
    const values = valuesOf('c', CATEGORY, body);
    await withUniqueRefusal(CODE_KEY, body.code, () =>
      trx
        .insertInto('wms_category')
        .values({ id, ...values })
        .execute(),
    );
    await assertTree(trx, id);
    logChange({ entity: 'wms_category', id, change: body });
    emit(changedEvent(id));
    return getCategory(trx, id);
  },

  updateCategory: async ({ params: { id }, body: { rev, ...form } }, context) => {
    const { trx, logChange, emit } = context;
    await lockTree(trx);
    const before = await lockCategory(context, id);
    assertRevision(before.rev, rev);
    await assertCoverageKept(context, 'CATEGORY', { id, before, after: form });
    await withUniqueRefusal(CODE_KEY, form.code, () =>
      trx
        .updateTable('wms_category')
        .set({
          ...valuesOf('c', CATEGORY, form),
          former: sql<string[]>`array(select distinct x from unnest(former || array[code, name, name_en]) x
            where x is not null and x not in (${form.code}, ${form.name}, coalesce(${form.nameEn}::text, '')))`,
          rev: before.rev + 1,
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', id)
        .execute(),
    );
    await assertTree(trx, id);
    logChange({ entity: 'wms_category', id, change: changesOf(before, form) });
    emit(changedEvent(id));
    return getCategory(trx, id);
  },

  deleteCategory: async ({ params: { id } }, context) => {
    const { trx, logChange, emit } = context;
    const before = await lockCategory(context, id);
    await trx.deleteFrom('wms_category').where('id', '=', id).execute();
    logChange({ entity: 'wms_category', id, change: { deleted: before.code } });
    emit(changedEvent(id));
    return null;
  },
};

async function categories(db: Kysely<DB>, id?: string): Promise<Category[]> {
  const from = sql`wms_category c where ${id === undefined ? sql`true` : sql`c.id = ${id}`} order by c.sort, c.code`;
  const { rows } = await rowsOf<Category, { c: WmsCategory }>(CATEGORY, from).execute(db);
  return rows;
}

/** Locks the category until the commit. Fails if the session was revoked while waiting for the lock. */
async function lockCategory({ trx, caller }: WriteContext<Caller>, id: string): Promise<Category> {
  await trx.selectFrom('wms_category').where('id', '=', id).select('id').forUpdate().execute();
  await recheckAuthorization(trx, caller);
  return getCategory(trx, id);
}

async function getCategory(trx: Trx, id: string): Promise<Category> {
  const [found] = await categories(trx, id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** Avoids a deadlock of two categories moved below each other, each waiting for the row of its new parent. */
async function lockTree(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREE_LOCK}::bigint)`.execute(trx);
}

/** Checked after the write, on the stored rows. @throws AppError CYCLE, TOO_DEEP */
async function assertTree(trx: Trx, id: string): Promise<void> {
  const { rows } = await sql<{ depth: number; cycle: boolean }>`
    with recursive up as (
      select id, parent_id, 1 as depth, array[id] as path, false as cycle from wms_category where id = ${id}
      union all
      select c.id, c.parent_id, up.depth + 1, up.path || c.id, c.id = any(up.path)
        from wms_category c join up on c.id = up.parent_id where not up.cycle
    ) select max(depth) as depth, bool_or(cycle) as cycle from up`.execute(trx);
  const [{ depth, cycle }] = rows as [{ depth: number; cycle: boolean }];
  if (cycle) throw new AppError('CYCLE', { field: 'parentId' });
  if (depth > DEPTH_MAX) throw new AppError('TOO_DEEP', { params: { max: DEPTH_MAX }, field: 'parentId' });
}
