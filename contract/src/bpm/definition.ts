// Definitions of workflows: which there are, and what publishes a further version.
import * as z from 'zod/mini';
import * as f from '../field.ts';
import { routes } from '../route.ts';

/** Characters of a definition in BPMN. */
const XML_MAX = 1024 * 1024;
const XML_MAX_BYTES = 4 * XML_MAX;

const definitionRow = z.object({
  id: z.string(),
  key: z.string(),
  version: z.int(),
  name: z.string(),
  state: z.enum(['DRAFT', 'PUBLISHED', 'SUSPENDED', 'ARCHIVED']),
  publishedAt: f.maybe(z.string()),
  /** Null: came with the product. */
  publishedBy: f.maybe(z.string()),
  /** Requests on their way in this version. */
  running: z.int(),
});
export type DefinitionRow = z.infer<typeof definitionRow>;

/** What a kind of document offers to its definitions: a modeler lets choose among it. */
const definitionKind = z.object({
  key: z.string(),
  name: z.string(),
  variables: z.record(z.string(), z.enum(['boolean', 'number'])),
  groups: z.array(z.string()),
  fields: z.array(z.string()),
});

const ADMIN = ['ROLE_ADMIN'] as const;
const xml = z.string().check(z.maxLength(XML_MAX));

export const definitionRoutes = routes({
  listDefinitions: {
    method: 'GET',
    path: '/sys/bpm/definition',
    summary: 'Every version of every workflow',
    needs: ADMIN,
    reply: z.array(definitionRow),
  },
  listDefinitionKinds: {
    method: 'GET',
    path: '/sys/bpm/definition/kinds',
    summary: 'What may be decided about, and what its definitions may ask',
    needs: ADMIN,
    reply: z.array(definitionKind),
  },
  getDefinition: {
    method: 'GET',
    path: '/sys/bpm/definition/{id}',
    summary: 'A version with its BPMN',
    needs: ADMIN,
    params: z.strictObject({ id: f.id }),
    reply: z.extend(definitionRow, { xml: z.string() }),
  },
  checkDefinition: {
    method: 'POST',
    asks: true,
    path: '/sys/bpm/definition/check',
    summary: 'What is wrong with a definition, before it is published',
    needs: ADMIN,
    bodyMax: XML_MAX_BYTES,
    body: z.strictObject({ key: f.requiredText(64), xml }),
    /** `element`: id in the BPMN; empty where it is about the whole. */
    reply: z.array(z.object({ element: z.string(), message: z.string() })),
  },
  publishDefinition: {
    method: 'POST',
    path: '/sys/bpm/definition',
    summary: 'Publish a further version: new requests follow it, those on their way keep theirs',
    needs: ADMIN,
    bodyMax: XML_MAX_BYTES,
    body: z.strictObject({ key: f.requiredText(64), xml }),
    reply: z.object({ id: z.string(), version: z.int() }),
  },
});
