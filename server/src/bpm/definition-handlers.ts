import type { definitionRoutes, DefinitionRow } from '@kuwei/contract/bpm/definition';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { mustStillMay } from '../auth/session/still.ts';
import { named } from '../db/named.ts';
import type { DB } from '../db/types.ts';
import type { Handlers } from '../http/register.ts';
import { say } from '../phrase.ts';
import type { Kinds } from './kind.ts';
import { checkDefinition, publish } from './publish.ts';

async function rowsOf(db: Kysely<DB>, locale: Locale, which: RawBuilder<unknown>): Promise<(DefinitionRow & { xml: string })[]> {
  const { rows } = await sql<DefinitionRow & { xml: string }>`
    select d.id, d.key, d.version, ${named(locale, 'd')} as name, d.state, d.published_at as "publishedAt", u.name as "publishedBy",
           (select count(*)::int from bpm_instance i where i.definition_id = d.id and i.state = 'RUNNING') as running, d.xml
      from bpm_definition d left join sys_user u on u.id = d.created_by
     where ${which} order by d.key, d.version desc`.execute(db);
  return rows;
}

/** @throws AppError NOT_FOUND */
function kindOf(kinds: Kinds, key: string) {
  const kind = kinds.find(key);
  if (!kind) throw new AppError('NOT_FOUND', { field: 'key' });
  return kind;
}

/** @param kinds that this program knows */
export const definitionHandlers = (kinds: Kinds): Handlers<typeof definitionRoutes> => ({
  listDefinitions: async (_, { db, origin }) => (await rowsOf(db, origin.locale, sql`true`)).map(({ xml: _xml, ...row }) => row),
  listDefinitionKinds: async (_, { origin }) =>
    kinds.all.map(({ key, name, variables, groups, fields }) => ({
      key,
      name: name[origin.locale],
      variables: { ...variables },
      groups: [...groups],
      fields: [...fields],
    })),
  getDefinition: async ({ params }, { db, origin }) => {
    const [row] = await rowsOf(db, origin.locale, sql`d.id = ${params.id}`);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  },
  checkDefinition: async ({ body }, { db, origin }) => {
    const { faults } = await checkDefinition(db, kindOf(kinds, body.key), body.xml);
    return faults.map(({ path, key, params }) => ({ element: path, message: say(origin.locale, key, params) }));
  },
  publishDefinition: async ({ body }, { trx, caller, logChange }) => {
    const { id, version } = await publish(trx, kindOf(kinds, body.key), body.xml, caller.userId);
    // It has waited for another one.
    await mustStillMay(trx, caller);
    logChange({ entity: 'bpm_definition', id, change: { key: body.key, version } });
    return { id, version };
  },
});
