// Workflow definitions: drafts, versions, validation and publishing.
import * as z from 'zod/mini';
import { POWERS } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import { VARIABLE_TYPES } from './condition.ts';
import { candidate, graph } from './graph.ts';

/** Length limit of the BPMN. */
export const XML_MAX = 1024 * 1024;

const definitionRow = z.object({
  id: z.string(),
  key: z.string(),
  /** Null: a draft. */
  version: f.maybe(z.int()),
  name: z.string(),
  state: z.enum(['DRAFT', 'PUBLISHED', 'SUSPENDED', 'ARCHIVED']),
  rev: z.int(),
  /** The publisher's change note; of a draft, its origin. */
  note: f.maybe(z.string()),
  updatedAt: z.string(),
  updatedBy: f.maybe(z.string()),
  publishedAt: f.maybe(z.string()),
  /** Null: built in. */
  publishedBy: f.maybe(z.string()),
  /** Open requests of this version. */
  running: z.int(),
  /** Whether any request has used it. */
  used: z.boolean(),
  /** Identical to the built-in definition. */
  shipped: z.boolean(),
});
export type DefinitionRow = z.infer<typeof definitionRow>;

const coded = z.object({ code: z.string(), name: z.string() });

/** What a document type offers to its definitions, as choices for the designer. */
const definitionKind = z.object({
  key: z.string(),
  name: z.string(),
  /** `codes`: values of a `set`. */
  facts: z.array(z.object({ name: z.string(), type: z.enum(VARIABLE_TYPES), label: z.string(), codes: z.array(coded) })),
  groups: z.array(coded),
  fields: z.array(coded),
  /** Where its documents can be. */
  places: z.array(z.object({ id: z.string(), name: z.string() })),
});

export type DefinitionKind = z.infer<typeof definitionKind>;

/** `element`: BPMN id; empty if it concerns the whole. */
const definitionIssue = z.object({ element: z.string(), message: z.string() });
export type DefinitionIssue = z.infer<typeof definitionIssue>;

const definitionCheck = z.object({
  /** The diagram, as far as it could be read. */
  graph: f.maybe(graph),
  /** Errors that prevent publishing. */
  faults: z.array(definitionIssue),
  /** Steps without deciders today: publishing has to confirm each. Empty while there are errors. */
  warnings: z.array(definitionIssue),
  /** Drawn, but not executed. */
  notes: z.array(definitionIssue),
});

export type DefinitionCheck = z.infer<typeof definitionCheck>;

/** Place, owner and applicant of a sample document for a trial run. */
const sample = z.strictObject({
  placeId: f.maybe(f.id),
  applicantId: f.maybe(f.id),
  applicantOrgId: f.maybe(f.id),
  /** Default: the applicant's organisation. */
  ownerOrgId: f.maybe(f.id),
});
export type Sample = z.infer<typeof sample>;

const person = z.object({ id: z.string(), name: z.string() });
/** People listed by name. */
export const PEOPLE_SHOWN = 8;
const people = z.object({ people: z.array(person), count: z.int() });

/** Values of facts in a trial run. */
const trialFacts = f.list(
  z.strictObject({
    name: f.name(64),
    flag: f.maybe(z.boolean()),
    number: f.maybe(z.number()),
    codes: z._default(f.list(f.requiredText(64), 50), []),
  }),
  50,
);

/** Result at an element of the path. */
const trialRow = z.object({
  element: z.string(),
  name: z.string(),
  level: z.int(),
  kind: z.enum(['STEP', 'TELL', 'END']),
  /** Who would be asked or notified. */
  ...people.shape,
  /** Steps only: number of tasks that must approve. */
  needed: z.int(),
  asked: z.int(),
  /** Who approved in the trial; notified when the step begins. */
  by: z.array(z.string()),
  told: z.array(z.string()),
  /** If it was not approved: candidates who may not decide, because they applied for the document or decided an earlier step. */
  excluded: z.array(z.object({ name: z.string(), step: f.maybe(z.string()) })),
  /** `PASSED`, `REFUSED`: no candidates were found, and the step is configured so; `STUCK`: no eligible reviewer remains. */
  outcome: z.enum(['APPROVED', 'PASSED', 'REFUSED', 'STUCK', 'TOLD']),
});
export type TrialRow = z.infer<typeof trialRow>;

const trial = z.object({
  rows: z.array(trialRow),
  /** Ids of the flows taken. */
  flows: z.array(z.string()),
  levels: z.int(),
  outcome: z.enum(['APPROVED', 'REJECTED', 'STUCK']),
});
export type Trial = z.infer<typeof trial>;

/** Documents whose chain is recomputed. */
export const PAST_MAX = 50;
const pastTrial = z.object({
  /** Most recently submitted documents of the type. */
  looked: z.int(),
  /** Facts that some of them lack, which then count as zero or false. */
  lacking: z.array(z.string()),
  /** Those that would pass through other steps. */
  changed: z.array(
    z.object({
      bizId: z.string(),
      no: z.string(),
      startedAt: z.string(),
      before: z.array(z.string()),
      after: z.array(z.string()),
    }),
  ),
});
export type PastTrial = z.infer<typeof pastTrial>;

const EITHER = [POWERS.flow, POWERS.flowPublish] as const;
const DRAW = [POWERS.flow] as const;
const params = z.strictObject({ id: f.id });
const xml = z.string().check(z.maxLength(XML_MAX));
const key = f.requiredText(64);
const definitionSource = z.strictObject({ key, xml });
/** Part of a name; left out, the first ones. @property usernames exactly these people, by user name */
const candidateQuery = z.strictObject({
  q: z.optional(f.text(100)),
  usernames: z.optional(f.texts(100, 50)),
  /** Including those who can no longer sign in. */
  gone: z.optional(f.flag),
});
/** Per search. */
export const CANDIDATE_SEARCH_MAX = 20;

export const definitionRoutes = routes({
  listDefinitions: {
    method: 'GET',
    path: '/sys/bpm/definition',
    summary: 'Every version and every draft of every workflow',
    needs: EITHER,
    reply: z.array(definitionRow),
  },
  listDefinitionKinds: {
    method: 'GET',
    path: '/sys/bpm/definition/kinds',
    summary: 'Document types, the facts their definitions may use, and all roles',
    needs: EITHER,
    reply: z.object({ kinds: z.array(definitionKind), roles: z.array(coded) }),
  },
  getShippedDefinition: {
    method: 'GET',
    path: '/sys/bpm/definition/shipped/{key}',
    summary: 'The definition of a kind as it comes with the product',
    needs: EITHER,
    params: z.strictObject({ key }),
    reply: z.object({ xml: z.string(), graph: f.maybe(graph) }),
  },
  getDefinition: {
    method: 'GET',
    path: '/sys/bpm/definition/{id}',
    summary: 'A version, or a draft, with its BPMN, and how it is drawn',
    needs: EITHER,
    params,
    reply: z.extend(definitionRow, { xml: z.string(), graph: f.maybe(graph) }),
  },
  checkDefinition: {
    method: 'POST',
    asks: true,
    path: '/sys/bpm/definition/check',
    summary: 'Validate a definition, and return its graph',
    needs: EITHER,
    bodyMax: LINES_MAX_BYTES,
    body: definitionSource,
    reply: definitionCheck,
  },
  findAsked: {
    method: 'POST',
    asks: true,
    path: '/sys/bpm/definition/people',
    summary: 'Whom a step would ask now',
    needs: EITHER,
    body: z.strictObject({ key, sample, candidates: f.list(candidate, 50) }),
    /** Per candidate, in order. */
    reply: z.array(people),
  },
  findPeople: {
    method: 'GET',
    path: '/sys/bpm/definition/person',
    summary: 'People who can be asked by name: by a part of their name or user name',
    needs: EITHER,
    query: candidateQuery,
    reply: z.array(z.object({ id: z.string(), username: z.string(), name: z.string(), group: f.maybe(z.string()) })),
  },
  findOrgs: {
    method: 'GET',
    path: '/sys/bpm/definition/org',
    summary: 'Organisations to try a definition with',
    needs: EITHER,
    query: candidateQuery,
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
  },
  tryDefinition: {
    method: 'POST',
    asks: true,
    path: '/sys/bpm/definition/trial',
    summary: 'Which way a document with these facts would take, and whom it would ask',
    needs: EITHER,
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({ key, xml, sample, facts: trialFacts }),
    reply: trial,
  },
  lookAtPast: {
    method: 'POST',
    asks: true,
    path: '/sys/bpm/definition/past',
    summary: 'Recent documents of a type that would have taken another path',
    needs: EITHER,
    bodyMax: LINES_MAX_BYTES,
    body: definitionSource,
    reply: pastTrial,
  },
  createDefinition: {
    method: 'POST',
    path: '/sys/bpm/definition',
    summary: 'Create a draft: from a file, from a version, or from the built-in definition',
    needs: DRAW,
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({
      key,
      /** A file, version or draft; none: the built-in one. */
      xml: f.maybe(xml),
      /** Name of the file, which tells drafts apart. */
      file: f.maybeText(200),
      from: f.maybe(f.id),
    }),
    reply: z.object({ id: z.string(), rev: z.int() }),
  },
  saveDefinition: {
    method: 'PUT',
    path: '/sys/bpm/definition/{id}',
    summary: 'Change a draft',
    needs: DRAW,
    params,
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({ xml, rev: f.rev }),
    reply: z.object({ id: z.string(), rev: z.int() }),
    errors: ['STALE', 'FLOW_PUBLISHED'],
  },
  publishDefinition: {
    method: 'PUT',
    path: '/sys/bpm/definition/{id}/publish',
    summary: 'Publish a draft: new requests follow it, those on their way keep theirs',
    needs: [POWERS.flowPublish],
    params,
    body: z.strictObject({
      rev: f.rev,
      note: f.requiredText(500),
      /** The active version it was compared with; null: there was none. */
      over: z.nullable(f.id),
      /** Elements whose warnings the publisher has confirmed. */
      confirmed: z.optional(f.list(f.requiredText(200), 200)),
    }),
    reply: z.object({ id: z.string(), version: z.int() }),
    errors: ['STALE', 'FLOW_PUBLISHED', 'FLOW_NEWER', 'FLOW_OWN', 'FLOW_UNMANNED'],
  },
  deleteDefinition: {
    method: 'DELETE',
    path: '/sys/bpm/definition/{id}',
    summary: 'Delete a draft, or a version that no request has followed',
    needs: DRAW,
    params,
    reply: z.null(),
    errors: ['FLOW_IN_FORCE', 'FLOW_USED'],
  },
});
