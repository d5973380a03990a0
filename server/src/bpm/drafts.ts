// Drafts of definitions: edited by several people, then published and immutable.
import type { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { POWERS } from '@kuwei/contract/access';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Candidate } from '@kuwei/contract/bpm/graph';
import { joinList } from '@kuwei/contract/phrase';
import type { BodyOf } from '@kuwei/contract/route';
import { sql, type Selectable } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { notifyPowerHolders } from '../auth/power/notify.ts';
import { recheckAuthorization } from '../session/recheck.ts';
import { actorOf, type Caller, type WriteContext } from '../context.ts';
import { newId } from '../db/id.ts';
import { assertRevision } from '../db/refuse-conflict.ts';
import type { BpmDefinition } from '../db/types.ts';
import { say, t } from '../phrase.ts';
import { nameElements } from './element-names.ts';
import type { DecidableKind, Kinds } from './kind.ts';
import type { Model } from './model.ts';
import { lockDefinitions, assertComplete, namesIn, refusedXml, replaceInForce } from './publish.ts';
import { readDefinition } from './read.ts';
import { findStaffingGaps } from './staffing.ts';

type Context = WriteContext<Caller>;
type Routes = typeof definitionRoutes;
/** Notifies everyone who may draft or publish workflows. */
const notifyWorkflowChange = (context: Context): Promise<void> =>
  notifyPowerHolders(context, [POWERS.flow, POWERS.flowPublish], EVENTS.flow);

export interface LockedDefinition {
  id: string;
  rev: number;
}

/** @throws AppError NOT_FOUND */
export function kindOf(kinds: Kinds, key: string): DecidableKind {
  const kind = kinds.find(key);
  if (!kind) throw new AppError('NOT_FOUND', { field: 'key' });
  return kind;
}

/** Parses BPMN, ignoring other faults. @throws AppError INVALID */
async function parseReadable(xml: string) {
  const { graph, faults } = await readDefinition(xml);
  if (graph === null) throw refusedXml(faults);
  return graph;
}

/** @throws AppError NOT_FOUND, INVALID if it cannot be parsed */
export async function createDraft(
  context: Context,
  kinds: Kinds,
  { key, xml, file, from }: BodyOf<Routes['createDefinition']>,
): Promise<LockedDefinition> {
  const { trx, caller, logChange, origin } = context;
  const kind = kindOf(kinds, key);
  const before =
    from === null
      ? undefined
      : await trx.selectFrom('bpm_definition').where('id', '=', from).where('key', '=', key).selectAll().executeTakeFirst();
  if (from !== null && !before) throw new AppError('NOT_FOUND', { field: 'from' });
  const drawn = xml ?? before?.xml ?? kind.shipped;
  const graph = await parseReadable(drawn);
  const note =
    xml !== null
      ? file
        ? t(origin.locale, 'flow.fromFileNamed', { file })
        : t(origin.locale, 'flow.fromFile')
      : before === undefined
        ? t(origin.locale, 'flow.fromShipped')
        : before.version === null
          ? t(origin.locale, 'flow.fromDraft')
          : t(origin.locale, 'flow.fromVersion', { version: before.version });
  const id = newId();
  await trx
    .insertInto('bpm_definition')
    .values({ id, key, ...namesIn(kind, graph), xml: drawn, note, created_by: caller.userId, updated_by: caller.userId })
    .execute();
  logChange({ entity: 'bpm_definition', id, change: { action: 'draft', key, from: note } });
  await notifyWorkflowChange(context);
  return { id, rev: 1 };
}

/** Locks a definition. @returns it with its kind @throws AppError NOT_FOUND */
async function locked(
  { trx, caller }: Context,
  kinds: Kinds,
  id: string,
): Promise<{ found: Selectable<BpmDefinition>; kind: DecidableKind }> {
  const found = await trx.selectFrom('bpm_definition').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
  await recheckAuthorization(trx, caller);
  if (!found) throw new AppError('NOT_FOUND');
  return { found, kind: kindOf(kinds, found.key) };
}

/** @throws AppError FLOW_PUBLISHED, STALE */
function assertDraft({ state, rev }: Selectable<BpmDefinition>, looked: number): void {
  if (state !== 'DRAFT') throw new AppError('FLOW_PUBLISHED');
  assertRevision(rev, looked);
}

/** @throws AppError NOT_FOUND, FLOW_PUBLISHED, STALE, INVALID if it cannot be parsed */
export async function saveDraft(
  context: Context,
  kinds: Kinds,
  id: string,
  { xml, rev }: BodyOf<Routes['saveDefinition']>,
): Promise<LockedDefinition> {
  const graph = await parseReadable(xml);
  const { found, kind } = await locked(context, kinds, id);
  assertDraft(found, rev);
  await context.trx
    .updateTable('bpm_definition')
    .set({
      xml,
      ...namesIn(kind, graph),
      rev: rev + 1,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: context.caller.userId,
    })
    .where('id', '=', id)
    .execute();
  context.logChange({ entity: 'bpm_definition', id, change: { action: 'save', key: found.key } });
  await notifyWorkflowChange(context);
  return { id, rev: rev + 1 };
}

/**
 * Publishers may not add themselves as approvers, neither by name nor by a role of theirs, unless the version in force has them
 * at the same step already.
 * @throws AppError FLOW_OWN
 */
async function assertNotOwnApprover({ trx, caller, origin }: Context, before: Model | null, model: Model): Promise<void> {
  // Includes the user behind a proxy session.
  const ids = [caller.userId, actorOf(caller)];
  const held = await trx.selectFrom('sys_role_grant').where('user_id', 'in', ids).select('role_code').execute();
  const people = await trx.selectFrom('sys_user').where('id', 'in', ids).select('username').execute();
  const roles = new Set(held.map(({ role_code: code }) => code));
  const names = new Set(people.map(({ username }) => username.toLowerCase()));
  const isOwn = (each: Candidate): boolean =>
    each.kind === 'ROLE' ? roles.has(each.role) : each.kind === 'PERSON' && names.has(each.person.toLowerCase());
  const asked = (of: Model | null, id: string): Candidate[] => {
    const step = of?.nodes[id]?.step;
    return [...(step?.candidates ?? []), ...(step?.limit?.candidates ?? [])];
  };
  for (const [id, { name, nameEn }] of Object.entries(model.nodes)) {
    const known = asked(before, id);
    if (asked(model, id).some((each) => isOwn(each) && !known.some((other) => isDeepStrictEqual(other, each))))
      throw new AppError('FLOW_OWN', { params: { step: (origin.locale === 'en' && nameEn) || name } });
  }
}

/** @throws AppError FLOW_UNMANNED with the warnings that were not confirmed */
async function assertConfirmed(
  { trx, origin: { locale } }: Context,
  kind: DecidableKind,
  { graph, model }: Awaited<ReturnType<typeof assertComplete>>,
  confirmed: readonly string[],
): Promise<void> {
  const gaps = (await findStaffingGaps(trx, kind, model, locale)).filter(({ path }) => !confirmed.includes(path));
  if (gaps.length === 0) return;
  const warnings = nameElements(gaps, graph, locale).map(({ key, params }) => say(locale, key, params));
  throw new AppError('FLOW_UNMANNED', { params: { warnings: joinList(locale, warnings) } });
}

/** @throws AppError NOT_FOUND, FLOW_PUBLISHED, STALE, FLOW_NEWER, FLOW_OWN, FLOW_UNMANNED, INVALID with a message per fault */
export async function publishDraft(
  context: Context,
  kinds: Kinds,
  id: string,
  { rev, note, over, confirmed = [] }: BodyOf<Routes['publishDefinition']>,
): Promise<{ id: string; version: number }> {
  const { trx, caller, logChange } = context;
  const draft = await trx.selectFrom('bpm_definition').where('id', '=', id).select('key').executeTakeFirst();
  if (!draft) throw new AppError('NOT_FOUND');
  // Lock the workflow first, so that concurrent publications see the version that this one creates.
  await lockDefinitions(trx, draft.key);
  const { found, kind } = await locked(context, kinds, id);
  assertDraft(found, rev);
  const inForce = await trx
    .selectFrom('bpm_definition as d')
    .leftJoin('sys_user as u', 'u.id', 'd.published_by')
    .where('d.key', '=', kind.key)
    .where('d.state', '=', 'PUBLISHED')
    .select(['d.id', 'd.version', 'd.model', 'u.name'])
    .executeTakeFirst();
  if ((inForce?.id ?? null) !== over)
    throw new AppError('FLOW_NEWER', { params: { version: inForce?.version ?? 0, name: inForce?.name ?? '' } });
  const complete = await assertComplete(trx, kind, found.xml, context.origin.locale);
  const { graph, model } = complete;
  await assertNotOwnApprover(context, (inForce?.model as Model | undefined) ?? null, model);
  await assertConfirmed(context, kind, complete, confirmed);
  const version = await replaceInForce(trx, kind.key);
  await trx
    .updateTable('bpm_definition')
    .set({
      state: 'PUBLISHED',
      version,
      note,
      ...namesIn(kind, graph),
      model: JSON.stringify(model),
      rev: rev + 1,
      published_at: sql<string>`clock_timestamp()`,
      published_by: caller.userId,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: caller.userId,
    })
    .where('id', '=', id)
    .execute();
  logChange({ entity: 'bpm_definition', id, change: { action: 'publish', key: kind.key, version, note } });
  await notifyWorkflowChange(context);
  return { id, version };
}

/** @throws AppError NOT_FOUND, FLOW_IN_FORCE, FLOW_USED */
export async function deleteDefinition(context: Context, kinds: Kinds, id: string): Promise<void> {
  const { trx, logChange } = context;
  const { found } = await locked(context, kinds, id);
  if (found.state === 'PUBLISHED') throw new AppError('FLOW_IN_FORCE');
  // The row lock keeps new requests from referencing it.
  const { rows } = await sql<{ count: number; running: number }>`
    select count(*)::int as count, count(*) filter (where state = 'RUNNING')::int as running
      from (select state from bpm_instance where definition_id = ${id} limit 10000) i`.execute(trx);
  const { count, running } = rows[0]!;
  if (count > 0) throw new AppError('FLOW_USED', { params: { count, running } });
  await trx.deleteFrom('bpm_definition').where('id', '=', id).execute();
  logChange({ entity: 'bpm_definition', id, change: { action: 'delete', key: found.key, version: found.version } });
  await notifyWorkflowChange(context);
}
