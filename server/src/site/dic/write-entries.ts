// Writes imported entries by dictionary, through the validation of every write, and undoes them.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { dicForm, type DicForm, type DicRecord } from '@kuwei/contract/auth/dic';
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { anyOf } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { DB } from '../../db/types.ts';
import type { Importer, ImportField, Proposal, Stored, Versioned, Written } from '../../platform/import/kind.ts';
import { codeOf } from '../../platform/import/combined-key.ts';
import { buildDicForm, propsCell, type EntryRow } from './entry-rows.ts';
import { dicsWhere } from './queries.ts';
import { dicWrites, checkDic, assertUnique, assertEntriesKept } from './save.ts';

type Context = WriteContext<Caller>;

/** Locks the dictionaries, in one order, until the commit. */
async function lockDics({ trx }: Context, which: ReturnType<typeof sql>): Promise<void> {
  await sql`select from sys_dic d where ${which} order by d.id for no key update`.execute(trx);
}

/**
 * @throws AppError STALE if a dictionary or entry has changed since the preview; INVALID
 * @returns one for each row; the outcome of a dictionary is at the first of its rows
 */
export async function writeEntries(context: Context, proposals: readonly Proposal<EntryRow>[]): Promise<Written[]> {
  const byDic = Map.groupBy(proposals, ({ form }) => form.dic);
  const which = sql`d.code = any(${[...byDic.keys()]}::text[])`;
  await lockDics(context, which);
  const stored = await dicsWhere(context.trx, which);
  const written = new Map<string, Written>();
  for (const dic of stored) written.set(dic.code, await changeDic(context, dic, byDic.get(dic.code)!));
  for (const [code, rows] of byDic) if (!written.has(code)) written.set(code, await makeDic(context, rows));
  const reported = new Set<string>();
  return proposals.map(({ form: { dic } }) => {
    const one = written.get(dic)!;
    if (reported.has(dic)) return { ...one, isNew: false, change: {} };
    reported.add(dic);
    return one;
  });
}

async function changeDic(context: Context, before: DicRecord, rows: readonly Proposal<EntryRow>[]): Promise<Written> {
  for (const { id, rev, form } of rows) {
    if (id !== null && rev !== null) assertRevision(before.rev, rev);
    const isThere = before.fields.some(({ code }) => code === codeOf(form.key));
    if (isThere === (id === null)) throw new AppError('STALE');
  }
  const form = buildDicForm(
    before,
    rows.map((row) => row.form),
  );
  const { rev, fields } = await dicWrites.update({ params: { id: before.id }, body: { ...form, rev: before.rev } }, context);
  return { id: before.id, rev, isNew: false, change: { fields: [before.fields, fields] } };
}

async function makeDic(context: Context, rows: readonly Proposal<EntryRow>[]): Promise<Written> {
  if (rows.some(({ id }) => id !== null)) throw new AppError('STALE');
  const body = buildDicForm(
    null,
    rows.map(({ form }) => form),
  );
  const { id, rev } = await dicWrites.create({ body }, context);
  return { id, rev, isNew: true, change: {} };
}

interface StoredDic extends Stored<DicForm> {
  record: DicRecord;
}

const storedOf = (record: DicRecord): StoredDic => {
  const { id, rev, code, name, nameEn, public: isPublic, fields } = record;
  return { id, rev, form: { code, name, nameEn, public: isPublic, fields }, record };
};

/** Errors of a whole dictionary. */
async function checkStoredDic(db: Kysely<DB>, { record }: StoredDic, form: DicForm, locale: Locale): Promise<AppError[]> {
  try {
    assertUnique(form.fields);
    await assertEntriesKept(db, form, record, locale);
  } catch (error) {
    if (error instanceof AppError) return [error];
    throw error;
  }
  const faults = checkDic(form, record);
  return faults.length > 0 ? [new AppError('INVALID', { faults })] : [];
}

/** Whole dictionaries, for undo; each entry is a column of its own. */
export async function dicKind(db: Kysely<DB>, locale: Locale): Promise<Importer<DicForm, StoredDic>> {
  const rows = await db.selectFrom('sys_dic_field').select('code').distinct().orderBy('code').execute();
  const entry = (code: string): ImportField<DicForm> => ({
    key: code,
    field: 'fields',
    // Not a phrase, so it is shown as is.
    phrase: code as PhraseKey,
    read: (cell) => cell,
    write: ({ fields }) => {
      const found = fields.find((each) => each.code === code);
      if (!found) return null;
      const names = [found.label, ...found.labels.map(({ label }) => label)];
      return [...new Set(names), propsCell(found.props), ...(found.valid ? [] : ['–'])].filter(Boolean).join(' · ');
    },
  });
  return {
    entity: 'sys_dic',
    fields: rows.map(({ code }) => entry(code)),
    infos: [],
    key: 'code',
    schema: dicForm,
    blank: dicForm.parse({ code: 'X', name: '-' }),
    titleOf: ({ name, code }) => `${name} ${code}`,
    asNew: (form) => ({ id: '', rev: 0, form, record: null as never }),
    find: async () => new Map(),
    findById: async (inside, ids) =>
      new Map((await dicsWhere(inside, sql`d.id = ${anyOf(ids)}`)).map((dic) => [dic.id, storedOf(dic)])),
    usedOf: async () => new Set(),
    validate: (wanted) => Promise.all(wanted.map(({ before, form }) => checkStoredDic(db, before!, form, locale))),
    missing: async () => 0,
    write: updateWholeDic,
    remove: deleteWholeDic,
  };
}

async function updateWholeDic(context: Context, proposals: readonly Proposal<DicForm>[]): Promise<Written[]> {
  await lockDics(context, sql`d.id = ${anyOf(proposals.map(({ id }) => id!))}`);
  const written: Written[] = [];
  for (const { id, rev, form } of proposals) {
    const after = await dicWrites.update({ params: { id: id! }, body: { ...form, rev: rev! } }, context);
    written.push({ id: id!, rev: after.rev, isNew: false, change: {} });
  }
  return written;
}

async function deleteWholeDic(context: Context, records: readonly Versioned[]): Promise<void> {
  const which = sql`d.id = ${anyOf(records.map(({ id }) => id))}`;
  await lockDics(context, which);
  const stored = new Map((await dicsWhere(context.trx, which)).map((dic) => [dic.id, dic]));
  for (const { id, rev } of records) {
    const dic = stored.get(id);
    if (!dic) throw new AppError('NOT_FOUND');
    assertRevision(dic.rev, rev);
    await dicWrites.remove({ params: { id } }, context);
  }
}
