// Definitions that are published: read, looked at from every side, and from then on what new requests follow. Requests on their
// way keep the version they began with.
import { AppError, type Fault } from '@kuwei/contract/error';
import { newId } from '../db/id.ts';
import type { Kysely } from 'kysely';
import type { Trx } from '../db/open.ts';
import type { DB } from '../db/types.ts';
import { faultsOf } from './check.ts';
import type { Kind } from './kind.ts';
import type { Model } from './model.ts';
import { readDefinition } from './read.ts';

export interface Checked {
  model: Model | null;
  name: string;
  nameEn: string | null;
  faults: Fault[];
}

/** Everything that is wrong with a definition of a kind, before anybody's request could find it. */
export async function checkDefinition(db: Kysely<DB>, kind: Kind, xml: string): Promise<Checked> {
  const { model, name, nameEn, faults } = await readDefinition(xml);
  if (model === null) return { model, name, nameEn, faults };
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
  const found = faultsOf(model, {
    variables: kind.variables,
    groups: kind.groups,
    fields: kind.fields,
    roles: new Set(roles.map(({ code }) => code)),
    people: new Set(people.map(({ username }) => username)),
  });
  return { model: { ...model, variables: kind.variables }, name, nameEn, faults: found };
}

/**
 * Publishes the next version; the one before is kept for the requests that follow it.
 * @param by null: comes with the product
 * @throws AppError INVALID with a sentence for each fault
 */
export async function publish(trx: Trx, kind: Kind, xml: string, by: string | null): Promise<{ id: string; version: number }> {
  const { model, name, nameEn, faults } = await checkDefinition(trx, kind, xml);
  if (model === null || faults.length > 0)
    throw new AppError('INVALID', {
      faults: faults.map(({ path, ...fault }) => ({ path: path === '' ? 'xml' : `xml.${path}`, ...fault })),
    });
  const before = await trx
    .selectFrom('bpm_definition')
    .where('key', '=', kind.key)
    .select(['id', 'version', 'state'])
    .orderBy('version', 'desc')
    .forUpdate()
    .execute();
  const published = before.filter(({ state }) => state === 'PUBLISHED').map(({ id }) => id);
  if (published.length > 0)
    await trx.updateTable('bpm_definition').set({ state: 'ARCHIVED' }).where('id', 'in', published).execute();
  const id = newId();
  const version = (before[0]?.version ?? 0) + 1;
  await trx
    .insertInto('bpm_definition')
    .values({
      id,
      key: kind.key,
      version,
      name: name === '' ? kind.name.zh : name,
      name_en: name === '' ? kind.name.en : nameEn,
      xml,
      model: JSON.stringify(model),
      state: 'PUBLISHED',
      published_at: new Date(),
      created_by: by,
    })
    .execute();
  return { id, version };
}
