// Imported rows written one by one, each like its form.
import { AppError } from '@kuwei/contract/error';
import type { Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf } from '../../db/columns.ts';
import type { DB } from '../../db/types.ts';
import type { Importer, Proposal, Stored, Written } from './kind.ts';

/** `writeHandlers` of the entity. */
interface FormHandlers<F> {
  create: (input: { body: F }, context: WriteContext<Caller>) => Promise<{ id: string; rev: number }>;
  update: (
    input: { params: { id: string }; body: F & { rev: number } },
    context: WriteContext<Caller>,
  ) => Promise<{ rev: number }>;
  remove: (input: { params: { id: string } }, context: WriteContext<Caller>) => Promise<null>;
}

/**
 * For entities of few rows: each is locked, checked and logged like a save of its form.
 * @param find the stored record; undefined if it was deleted
 * @throws AppError NOT_FOUND, and what the handlers refuse
 */
export function writeByForm<F extends object>(
  { create, update, remove }: FormHandlers<F>,
  find: (db: Kysely<DB>, id: string) => Promise<Stored<F> | undefined>,
): Pick<Importer<F>, 'write' | 'remove'> {
  const writeOne = async (context: WriteContext<Caller>, { id, rev, form }: Proposal<F>): Promise<Written> => {
    if (id === null) {
      const made = await create({ body: form }, context);
      return { id: made.id, rev: made.rev, isNew: true, change: {} };
    }
    const before = await find(context.trx, id);
    if (!before) throw new AppError('NOT_FOUND');
    const change = changesOf(before.form, form) as Written['change'];
    if (Object.keys(change).length === 0) return { id, rev: before.rev, isNew: false, change };
    const after = await update({ params: { id }, body: { ...form, rev: rev ?? before.rev } }, context);
    return { id, rev: after.rev, isNew: false, change };
  };
  return {
    write: async (context, proposals) => {
      const written: Written[] = [];
      for (const proposal of proposals) written.push(await writeOne(context, proposal));
      return written;
    },
    remove: async (context, records) => {
      for (const { id } of records) await remove({ params: { id } }, context);
    },
  };
}
