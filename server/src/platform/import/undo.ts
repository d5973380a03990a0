// Undoes an import: restores every record unchanged since, and deletes new ones that are unused. Others stay, with the reason.
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import type { UndoReply } from '@kuwei/contract/workbook/workbook';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Caller, ReadContext, WriteContext } from '../../context.ts';
import { anyOf } from '../../db/rows.ts';
import type { Trx } from '../../db/open.ts';
import type { DB, SysImport, SysImportRecord } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import type { ExtraValues, Importer, Proposal, Stored, Versioned } from './kind.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { cellChanges } from './rows.ts';

/** Records processed at once. */
const CHUNK = 500;
/** Records listed in the reply. */
const SHOWN = 200;

type Entry = Pick<SysImport, 'id' | 'file'>;
type ImportedVersion = Pick<SysImportRecord, 'record_id' | 'title' | 'is_new' | 'rev'> & {
  change: Record<string, [unknown, unknown]>;
  besides: ExtraValues | null;
};

/** Outcome of a record: deleted, restored to its former form, or kept for a reason. */
type UndoOutcome<F> = { kept: ImportedVersion; title: string } & (
  | { is: 'deleted'; record: Versioned }
  | { is: 'restored'; proposal: Proposal<F> & Versioned; now: F }
  | { is: 'left'; reason: string }
);

/**
 * Previews the undo of an import.
 * @throws AppError NOT_FOUND, IMPORT_OTHERS
 */
export async function previewUndo<F extends object, S extends Stored<F>>(
  { db, caller, origin }: ReadContext,
  importer: Importer<F, S>,
  id: string,
): Promise<UndoReply> {
  const entry = await ownImport(db, importer.entity, id, caller);
  return visitOutcomes(db, entry, importer, origin.locale, async () => {});
}

/**
 * Undoes an import as far as possible.
 * @param expected records to be restored according to the preview
 * @throws AppError NOT_FOUND, IMPORT_OTHERS; STALE if other records than previewed can be restored
 */
export async function undoImport<F extends object, S extends Stored<F>>(
  context: WriteContext<Caller>,
  importer: Importer<F, S>,
  id: string,
  expected: number,
): Promise<UndoReply> {
  const { trx, caller, origin, logChange } = context;
  const entry = await ownImport(trx, importer.entity, id, caller, true);
  const reply = await visitOutcomes(trx, entry, importer, origin.locale, (outcomes) =>
    restoreRecords(context, importer, id, outcomes),
  );
  const { restored, deleted } = reply;
  if (restored + deleted !== expected) throw new AppError('STALE', { data: { found: restored + deleted } });
  await trx
    .updateTable('sys_import')
    .set({ undone: sql<number>`undone + ${expected}`, undone_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  logChange({ entity: importer.entity, id: 'undo', change: { import: id, file: entry.file, restored, deleted } });
  return reply;
}

async function ownImport(db: Kysely<DB>, entity: string, id: string, caller: Caller, lock = false): Promise<Entry> {
  const found = await db
    .selectFrom('sys_import')
    .where('id', '=', id)
    .where('entity', '=', entity)
    .select(['id', 'file', 'created_by'])
    .$if(lock, (qb) => qb.forUpdate())
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  // Scheduled imports can be undone by anyone who may import.
  if (found.created_by !== caller.userId && found.created_by !== SYSTEM_ID) throw new AppError('IMPORT_OTHERS');
  return found;
}

/** Visits all records of an import that are not yet restored, by id. */
async function visitOutcomes<F extends object, S extends Stored<F>>(
  db: Kysely<DB>,
  { id, file }: Entry,
  importer: Importer<F, S>,
  locale: Locale,
  then: (outcomes: readonly UndoOutcome<F>[]) => Promise<void>,
): Promise<UndoReply> {
  const reply: UndoReply = { file, restored: 0, deleted: 0, left: 0, changes: [], leftOut: [] };
  for (let after: string | null = null; ;) {
    const records = await nextRecords(db, id, after);
    const outcomes = await undoOutcomes(db, records, importer, locale);
    for (const outcome of outcomes) addToReply(reply, outcome, importer, locale);
    await then(outcomes);
    if (records.length < CHUNK) return reply;
    after = records.at(-1)!.record_id;
  }
}

const nextRecords = (db: Kysely<DB>, id: string, after: string | null): Promise<ImportedVersion[]> =>
  db
    .selectFrom('sys_import_record')
    .where('import_id', '=', id)
    .where('undone_at', 'is', null)
    .$if(after !== null, (qb) => qb.where('record_id', '>', after))
    .select(['record_id', 'title', 'is_new', 'rev', 'change', 'besides'])
    .orderBy('record_id')
    .limit(CHUNK)
    .$castTo<ImportedVersion>()
    .execute();

async function undoOutcomes<F extends object, S extends Stored<F>>(
  db: Kysely<DB>,
  records: readonly ImportedVersion[],
  importer: Importer<F, S>,
  locale: Locale,
): Promise<UndoOutcome<F>[]> {
  const ids = records.map(({ record_id }) => record_id);
  const [stored, used] = await Promise.all([importer.findById(db, ids), importer.usedOf(db, ids)]);
  const outcomes = records.map((kept): UndoOutcome<F> & { before?: S } => {
    const before = stored.get(kept.record_id);
    const title = before ? importer.titleOf(before.form, locale) : kept.title;
    const left = (key: string): UndoOutcome<F> => ({ kept, title, is: 'left', reason: say(locale, `workbook.left.${key}`) });
    if (!before) return left('gone');
    if (before.rev !== kept.rev) return left('changed');
    const { id, rev } = before;
    if (kept.is_new) return used.has(id) ? left('used') : { kept, title, is: 'deleted', record: { id, rev } };
    const form = formerForm(before.form, kept.change, importer);
    if (form === null) return left('changed');
    return { kept, title, is: 'restored', proposal: { id, rev, form, besides: kept.besides ?? {} }, now: before.form, before };
  });
  const restored = outcomes.filter((outcome) => outcome.is === 'restored');
  const faults = await importer.validate(restored.map(({ before, proposal: { form } }) => ({ before: before!, form })));
  const refused = new Map(restored.flatMap(({ kept }, at) => (faults[at]![0] ? [[kept.record_id, faults[at]![0]]] : [])));
  const good = restored.filter(({ kept }) => !refused.has(kept.record_id));
  const whole = await importer.validateAll?.(good.map(({ before, proposal: { form } }) => ({ before: before!, form })));
  for (const [at, fault] of whole ?? []) refused.set(good[at]!.kept.record_id, fault);
  return outcomes.map((outcome) => {
    const fault = refused.get(outcome.kept.record_id);
    return fault ? { kept: outcome.kept, title: outcome.title, is: 'left', reason: faultText(fault, locale) } : outcome;
  });
}

/** The form with its former values; null if a former field is no longer valid. */
function formerForm<F extends object>(
  form: F,
  change: ImportedVersion['change'],
  { schema }: Pick<Importer<F>, 'schema'>,
): F | null {
  const former = Object.fromEntries(Object.entries(change).map(([field, [before]]) => [field, before]));
  const parsed = z.safeParse(schema, { ...form, ...former });
  return parsed.success ? parsed.data : null;
}

const faultText = ({ code, params, faults: [fault] }: AppError, locale: Locale): string =>
  fault ? say(locale, fault.key, fault.params) : say(locale, `error.${code}`, params);

function addToReply<F extends object, S extends Stored<F>>(
  reply: UndoReply,
  outcome: UndoOutcome<F>,
  importer: Importer<F, S>,
  locale: Locale,
): void {
  const { kept, title } = outcome;
  const id = kept.record_id;
  reply[outcome.is]++;
  if (outcome.is === 'left') {
    if (reply.leftOut.length < SHOWN) reply.leftOut.push({ id, title, reason: outcome.reason });
  } else if (reply.changes.length < SHOWN) {
    const fields = outcome.is === 'restored' ? cellChanges(importer, outcome.now, outcome.proposal.form, locale) : [];
    reply.changes.push({ id, title, isDeleted: outcome.is === 'deleted', fields });
  }
}

async function restoreRecords<F extends object, S extends Stored<F>>(
  context: WriteContext<Caller>,
  importer: Importer<F, S>,
  importId: string,
  outcomes: readonly UndoOutcome<F>[],
): Promise<void> {
  const proposals = outcomes.flatMap((outcome) => (outcome.is === 'restored' ? [outcome.proposal] : []));
  const records = outcomes.flatMap((outcome) => (outcome.is === 'deleted' ? [outcome.record] : []));
  const written = await importer.write(context, proposals).catch(asStale);
  await importer.remove(context, records).catch(asStale);
  const done = [...proposals, ...records].map(({ id }) => id);
  await context.trx
    .updateTable('sys_import_record')
    .set({ undone_at: sql<string>`now()` })
    .where('import_id', '=', importId)
    .where('record_id', '=', anyOf(done))
    .execute();
  // The values of an earlier import are current again.
  await updateUndoVersions(
    context.trx,
    written.map(({ id, rev }, at) => ({ id, left: proposals[at]!.rev - 1, rev })),
  );
}

/** A record deleted concurrently no longer matches the preview. */
function asStale(error: unknown): never {
  throw error instanceof AppError && error.code === 'NOT_FOUND' ? new AppError('STALE') : error;
}

/**
 * Keeps imports undoable although records have a newer version that no person made.
 * @param records versions left by imports, and those that replace them
 */
export async function updateUndoVersions(trx: Trx, records: readonly { id: string; left: number; rev: number }[]): Promise<void> {
  await sql`
    update sys_import_record r set rev = n.rev
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) n(id uuid, "left" int, rev int)
     where r.record_id = n.id and r.rev = n."left" and r.undone_at is null`.execute(trx);
}
