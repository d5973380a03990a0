import type { DicForm, DicRecord, dicRoutes } from '@kuwei/contract/auth/dic';
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, conditionsOf, jsonOf, rowsOf, valuesOf, type Narrowed } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { all, listPage, oneRow, orderOf, type SortsOf } from '../../db/list.ts';
import type { Trx } from '../../db/open.ts';
import { insertRows } from '../../db/rows.ts';
import { like } from '../../db/search.ts';
import { mustBeRev, refuseTaken } from '../../db/stale.ts';
import type { SysDic, SysDicField } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { dictionaries } from '../../seed/dictionaries.ts';

/** Codes of the fields that come with the product, by dictionary: rules of the product name them. */
const builtIn = new Map(dictionaries.map(({ code, fields }) => [code, fields.map(([field]) => field)]));

type Field = DicRecord['fields'][number];

const FIELD = { code: 'f.code', label: 'f.label', labels: 'f.labels', props: 'f.props', valid: 'f.valid' } as const;
const field = jsonOf<Field, { f: Narrowed<SysDicField, Pick<Field, 'labels' | 'props'>> }>(FIELD);

const DIC = {
  id: 'd.id',
  code: 'd.code',
  name: 'd.name',
  public: 'd.public',
  rev: 'd.rev',
  updatedAt: 'd.updated_at',
  fields: sql<Field[]>`coalesce((
    select json_agg(${field} order by f.sort, f.code) from sys_dic_field f where f.dic_id = d.id), '[]')`,
} as const;

const rows = rowsOf<Omit<DicRecord, 'builtIn'>, { d: SysDic }>(DIC, sql`page join sys_dic d on d.id = page.id`);
const shown = (row: Omit<DicRecord, 'builtIn'>): DicRecord => ({ ...row, builtIn: builtIn.has(row.code) });

const SORTS: SortsOf<QueryOf<(typeof dicRoutes)['listDics']>> = {
  code: { by: sql`d.code` },
  name: { by: sql`d.name collate "zh-x-icu"` },
  updatedAt: { by: sql`d.updated_at` },
};

/** Fields stand in a table of their own. */
const columnsOf = (form: DicForm) => valuesOf('d', DIC, form, 'fields');

/** @throws AppError NOT_FOUND */
const get = async (db: Trx | WriteContext['services']['db'], id: string): Promise<DicRecord> =>
  shown(await oneRow(db, sql`select d.id from sys_dic d where d.id = ${id}`, rows));

export const dicHandlers: Handlers<typeof dicRoutes> = {
  listDics: async ({ query }, { db }) => {
    const conditions = conditionsOf(query, {
      code: (code) => sql`d.code = ${code}`,
      q: (q) => sql`(d.code ilike ${like(q)} or d.name ilike ${like(q)})`,
    });
    const page = await listPage(db, query, {
      id: sql`d.id`,
      from: sql`sys_dic d where ${all(conditions)}`,
      order: orderOf(query.sort ?? 'code', SORTS, sql`d.id`),
      rows,
    });
    return { ...page, list: page.list.map(shown) };
  },

  getDic: ({ params }, { db }) => get(db, params.id),

  createDic: async ({ body }, context) => {
    const { trx } = context;
    const id = newId();
    await refuseTaken('sys_dic_code_key', body.code, () =>
      trx
        .insertInto('sys_dic')
        .values({ id, ...columnsOf(body) })
        .execute(),
    );
    await putFields(trx, id, body.fields);
    context.logChange({ entity: 'sys_dic', id, change: body });
    return get(trx, id);
  },

  updateDic: async ({ params: { id }, body: { rev, ...form } }, context) => {
    const { trx } = context;
    const before = await lock(trx, id);
    mustBeRev(before.rev, rev);
    const kept = builtIn.get(before.code);
    if (kept && (form.code !== before.code || kept.some((code) => !form.fields.some((field) => field.code === code))))
      throw new AppError('IN_USE');
    await refuseTaken('sys_dic_code_key', form.code, () =>
      trx
        .updateTable('sys_dic')
        .set({ ...columnsOf(form), rev: rev + 1, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute(),
    );
    const former = await namesUntilNow(trx, id);
    await trx.deleteFrom('sys_dic_field').where('dic_id', '=', id).execute();
    await putFields(trx, id, form.fields, former);
    context.logChange({ entity: 'sys_dic', id, change: changesOf(before, form) });
    return get(trx, id);
  },

  deleteDic: async ({ params: { id } }, context: WriteContext<Caller>) => {
    const { code } = await lock(context.trx, id);
    if (builtIn.has(code)) throw new AppError('IN_USE');
    await context.trx.deleteFrom('sys_dic').where('id', '=', id).execute();
    context.logChange({ entity: 'sys_dic', id, change: { code } });
    return null;
  },
};

async function lock(trx: Trx, id: string): Promise<DicRecord> {
  await trx.selectFrom('sys_dic').where('id', '=', id).select('id').forUpdate().execute();
  return get(trx, id);
}

/** Names by the code of the field. */
type Former = Readonly<Record<string, readonly string[]>>;

/** What every field is called, and was before. */
async function namesUntilNow(trx: Trx, dicId: string): Promise<Former> {
  const fields = await trx
    .selectFrom('sys_dic_field')
    .where('dic_id', '=', dicId)
    .select(['code', 'label', 'labels', 'former'])
    .execute();
  return Object.fromEntries(fields.map(({ code, former, ...names }) => [code, [...new Set([...former, ...namesIn(names)])]]));
}

const namesIn = ({ label, labels }: { label: string; labels: unknown }): string[] => [
  label,
  ...(labels as { label: string }[]).map((each) => each.label),
];

/** @throws AppError CODE_TAKEN at the second of two fields with one code, or two labels in one language */
async function putFields(trx: Trx, dicId: string, fields: DicForm['fields'], former: Former = {}): Promise<void> {
  const twice = secondOf(fields.map(({ code }) => code));
  if (twice !== -1) throw new AppError('CODE_TAKEN', { params: { code: fields[twice]!.code }, field: `fields.${twice}.code` });
  for (const [at, { labels }] of fields.entries()) {
    const second = secondOf(labels.map(({ language }) => language));
    if (second !== -1)
      throw new AppError('CODE_TAKEN', {
        params: { code: labels[second]!.language },
        field: `fields.${at}.labels.${second}.language`,
      });
  }
  const rows = fields.map((field, at) => ({
    dic_id: dicId,
    ...valuesOf('f', FIELD, field),
    sort: at + 1,
    former: (former[field.code] ?? []).filter((name) => !namesIn(field).includes(name)),
  }));
  await insertRows(trx, 'sys_dic_field', rows);
}

const secondOf = (values: readonly string[]): number => values.findIndex((value, at) => values.indexOf(value) !== at);
