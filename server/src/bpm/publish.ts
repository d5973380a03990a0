// Publishes definitions: parses and validates them, and makes them the version that new requests follow. Running requests keep the
// version they began with.
import type { Graph } from '@kuwei/contract/bpm/graph';
import { AppError, type Fault } from '@kuwei/contract/error';
import { DEFAULT_LOCALE, type Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import { newId } from '../db/id.ts';
import type { Trx } from '../db/open.ts';
import type { DB } from '../db/types.ts';
import { checkModel } from './check.ts';
import { nameElements, placeFaults } from './element-names.ts';
import type { Kind } from './kind.ts';
import type { Model } from './model.ts';
import { readDefinition } from './read.ts';

export interface Checked {
  /** As far as it could be parsed. */
  graph: Graph | null;
  /** Null if anything could not be parsed. */
  model: Model | null;
  faults: Fault[];
  notes: Fault[];
}

/** All faults of a kind's definition, found before any request uses it; elements are named in a language. */
export async function checkDefinition(db: Kysely<DB>, kind: Kind, xml: string, locale: Locale): Promise<Checked> {
  const { graph, model, faults, notes: drawn } = await readDefinition(xml);
  const notes = nameElements(drawn, graph, locale);
  if (model === null) return { graph, model, faults: nameElements(faults, graph, locale), notes };
  const roles = await db.selectFrom('sys_role').select('code').execute();
  const named = Object.values(model.nodes).flatMap(({ step, copies }) =>
    [...(step?.candidates ?? []), ...(step?.limit?.candidates ?? []), ...copies].flatMap((each) =>
      each.kind === 'PERSON' ? [each.person] : [],
    ),
  );
  const people =
    named.length === 0
      ? []
      : await db
          .selectFrom('sys_user')
          .where('username', 'in', named)
          .where('state', '=', 'ACTIVE')
          .where('deleted_at', 'is', null)
          .select('username')
          .execute();
  const codes = await kind.codes(db, DEFAULT_LOCALE);
  const found = checkModel(model, {
    variables: kind.variables,
    groups: kind.groups,
    fields: kind.fields,
    codes: Object.fromEntries(Object.entries(codes).map(([fact, of]) => [fact, new Set(of.map(({ code }) => code))])),
    ...(kind.single && { single: kind.single }),
    roles: new Set(roles.map(({ code }) => code)),
    people: new Set(people.map(({ username }) => username)),
  });
  return { graph, model: { ...model, variables: kind.variables }, faults: nameElements(found, graph, locale), notes };
}

/** @throws AppError INVALID with a message per fault */
export async function assertComplete(
  db: Kysely<DB>,
  kind: Kind,
  xml: string,
  locale: Locale,
): Promise<{ graph: Graph; model: Model }> {
  const { graph, model, faults } = await checkDefinition(db, kind, xml, locale);
  if (graph === null || model === null || faults.length > 0) throw refusedXml(placeFaults(faults, graph, locale));
  return { graph, model };
}

export const refusedXml = (faults: readonly Fault[]): AppError =>
  new AppError('INVALID', {
    faults: faults.map(({ path, ...fault }) => ({ path: path === '' ? 'xml' : `xml.${path}`, ...fault })),
  });

/** Names of a definition: those of its process, or of its kind. */
export const namesIn = (kind: Pick<Kind, 'name'>, graph: Pick<Graph, 'name' | 'nameEn'> | null) =>
  graph === null || graph.name.trim() === ''
    ? { name: kind.name.zh, name_en: kind.name.en }
    : { name: graph.name.trim().slice(0, 200), name_en: graph.nameEn?.trim().slice(0, 200) || null };

/** Serialises publishing, restoring and deleting versions of one workflow. */
export const lockDefinitions = (trx: Trx, key: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bpm definition ${key}`}, 0))`.execute(trx);

/** Call under the workflow's lock. @returns the next version number; the version in force is kept for running requests */
export async function replaceInForce(trx: Trx, key: string): Promise<number> {
  await trx
    .updateTable('bpm_definition')
    .set({ state: 'ARCHIVED' })
    .where('key', '=', key)
    .where('state', '=', 'PUBLISHED')
    .execute();
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(version), 0)::int + 1 as next from bpm_definition where key = ${key}`.execute(trx);
  return rows[0]!.next;
}

/** Publishes a definition that ships with the product. @throws AppError INVALID */
export async function publishShipped(trx: Trx, kind: Kind, xml: string): Promise<void> {
  const { graph, model } = await assertComplete(trx, kind, xml, DEFAULT_LOCALE);
  await lockDefinitions(trx, kind.key);
  const version = await replaceInForce(trx, kind.key);
  await trx
    .insertInto('bpm_definition')
    .values({
      id: newId(),
      key: kind.key,
      version,
      ...namesIn(kind, graph),
      xml,
      model: JSON.stringify(model),
      state: 'PUBLISHED',
      published_at: new Date(),
    })
    .execute();
}
