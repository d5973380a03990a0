import type { definitionRoutes, DefinitionRow, DefinitionIssue } from '@kuwei/contract/bpm/definition';
import { PEOPLE_SHOWN } from '@kuwei/contract/bpm/definition';
import type { Fact } from '@kuwei/contract/bpm/condition';
import type { Locale } from '@kuwei/contract/constants';
import { AppError, type Fault } from '@kuwei/contract/error';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { byName, named } from '../db/named.ts';
import type { DB } from '../db/types.ts';
import type { Handlers } from '../http/register.ts';
import { say, phraseOrKey } from '../phrase.ts';
import { deleteDefinition, createDraft, kindOf, publishDraft, saveDraft } from './drafts.ts';
import type { DecidableKind, Kinds } from './kind.ts';
import type { Node } from './model.ts';
import { checkDefinition, assertComplete } from './publish.ts';
import { nameElements } from './element-names.ts';
import { readDefinition } from './read.ts';
import { findStaffingGaps } from './staffing.ts';
import { listCandidatesOfEach, buildTrialSubject } from './sample.ts';
import { searchOrgs, searchPeople } from './search-people.ts';
import { replayPastDocuments, runTrial } from './dry-run.ts';

type Row = DefinitionRow & { xml: string };

async function loadRows(db: Kysely<DB>, kinds: Kinds, locale: Locale, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.key, d.version, ${named(locale, 'd')} as name, d.state, d.rev, d.note, d.updated_at as "updatedAt", c.name as "updatedBy",
           d.published_at as "publishedAt", u.name as "publishedBy", d.xml,
           (select count(*)::int from bpm_instance i where i.definition_id = d.id and i.state = 'RUNNING') as running,
           exists (select from bpm_instance i where i.definition_id = d.id) as used
      from bpm_definition d left join sys_user u on u.id = d.published_by left join sys_user c on c.id = d.updated_by
     where ${which} order by d.key, d.version desc nulls first, d.id desc`.execute(db);
  return rows.map((row) => ({ ...row, shipped: row.xml === kinds.find(row.key)?.shipped }));
}

const nameIn =
  (locale: Locale) =>
  ({ name, nameEn }: Node): string =>
    (locale === 'en' ? nameEn : null) || name;

const remarks = (locale: Locale, faults: readonly Fault[]): DefinitionIssue[] =>
  faults.map(({ path, key, params }) => ({ element: path, message: say(locale, key, params) }));

async function loadOffer(db: Kysely<DB>, locale: Locale, kind: DecidableKind) {
  const codes = await kind.codes(db, locale);
  const inOrder = (group: 'fact' | 'group' | 'field', code: string): string => {
    return phraseOrKey(locale, `flow.${group}.${code}`);
  };
  return {
    key: kind.key,
    name: kind.name[locale],
    facts: Object.entries(kind.variables).map(([name, type]) => ({
      name,
      type,
      label: inOrder('fact', name),
      codes: [...(codes[name] ?? [])],
    })),
    groups: kind.groups.map((code) => ({ code, name: inOrder('group', code) })),
    fields: kind.fields.map((code) => ({ code, name: inOrder('field', code) })),
    places: (await kind.places(db, locale)).map(({ id, name }) => ({ id, name })),
  };
}

/** @param kinds registered kinds */
export const definitionHandlers = (kinds: Kinds): Handlers<typeof definitionRoutes> => ({
  listDefinitions: async (_, { db, origin }) =>
    (await loadRows(db, kinds, origin.locale, sql`true`)).map(({ xml: _xml, ...row }) => row),
  listDefinitionKinds: async (_, { db, origin: { locale } }) => {
    const { rows: roles } = await sql<{ code: string; name: string }>`
      select r.code, ${named(locale, 'r')} as name from sys_role r where not r.reserved or r.code = 'ROLE_ADMIN'
       order by r.sort, ${byName(locale, 'r')}, r.code`.execute(db);
    const offered = [];
    for (const kind of kinds.all) offered.push(await loadOffer(db, locale, kind));
    return { kinds: offered, roles };
  },
  getShippedDefinition: async ({ params }) => {
    const { shipped } = kindOf(kinds, params.key);
    return { xml: shipped, graph: (await readDefinition(shipped)).graph };
  },
  getDefinition: async ({ params }, { db, origin }) => {
    const [row] = await loadRows(db, kinds, origin.locale, sql`d.id = ${params.id}`);
    if (!row) throw new AppError('NOT_FOUND');
    return { ...row, graph: (await readDefinition(row.xml)).graph };
  },
  checkDefinition: async ({ body }, { db, origin: { locale } }) => {
    const kind = kindOf(kinds, body.key);
    const { graph, model, faults, notes } = await checkDefinition(db, kind, body.xml, locale);
    const gaps = model !== null && faults.length === 0 ? await findStaffingGaps(db, kind, model, locale) : [];
    const warnings = remarks(locale, nameElements(gaps, graph, locale));
    return { graph, faults: remarks(locale, faults), warnings, notes: remarks(locale, notes) };
  },
  findAsked: async ({ body: { key, sample, candidates } }, { db, origin }) => {
    const found = await listCandidatesOfEach(db, kindOf(kinds, key), sample, candidates, origin.locale);
    return found.map((people) => ({ people: people.slice(0, PEOPLE_SHOWN), count: people.length }));
  },
  findPeople: ({ query }, { db, origin }) => searchPeople(db, query, origin.locale),
  findOrgs: ({ query }, { db, origin }) => searchOrgs(db, query, origin.locale),
  tryDefinition: async ({ body: { key, xml, sample, facts } }, { db, origin: { locale } }) => {
    const kind = kindOf(kinds, key);
    const { model } = await assertComplete(db, kind, xml, locale);
    const vars = Object.fromEntries(
      facts.flatMap(({ name, flag, number, codes }): [string, Fact][] => {
        const type = kind.variables[name];
        if (type === undefined) return [];
        return [[name, type === 'boolean' ? flag === true : type === 'number' ? (number ?? 0) : codes]];
      }),
    );
    return runTrial(db, kind, model, await buildTrialSubject(db, kind, sample, locale), vars, nameIn(locale));
  },
  lookAtPast: async ({ body: { key, xml } }, { db, caller, origin: { locale } }) => {
    const kind = kindOf(kinds, key);
    const { model } = await assertComplete(db, kind, xml, locale);
    const found = await replayPastDocuments(db, kind, model, { caller, isAsked: false, locale }, nameIn(locale));
    return { ...found, lacking: found.lacking.map((name) => say(locale, `flow.fact.${name}`)) };
  },
  createDefinition: ({ body }, context) => createDraft(context, kinds, body),
  saveDefinition: ({ params, body }, context) => saveDraft(context, kinds, params.id, body),
  publishDefinition: ({ params, body }, context) => publishDraft(context, kinds, params.id, body),
  deleteDefinition: async ({ params }, context) => {
    await deleteDefinition(context, kinds, params.id);
    return null;
  },
});
