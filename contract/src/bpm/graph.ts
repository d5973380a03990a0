// A definition as it is drawn: what the server reads from BPMN, and what the designer lays out and writes back. Flat, with the group
// that each element stands in, so that it has no depth of its own.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { LED, LIMIT_ACTIONS, NOBODY, QUORUMS, ROLE_PLACES } from './extension.ts';

const code = f.requiredText(100);
/** Whom a step asks. */
export const candidate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ROLE'), role: code, at: z.enum(ROLE_PLACES) }),
  z.object({ kind: z.literal('LEADER'), of: z.enum(LED) }),
  z.object({ kind: z.literal('PERSON'), person: code }),
  z.object({ kind: z.literal('GROUP'), group: code }),
  z.object({ kind: z.literal('FIELD'), field: code }),
]);
export type Candidate = z.infer<typeof candidate>;

const limit = z.object({
  hours: z.number(),
  action: z.enum(LIMIT_ACTIONS),
  /** Whom an escalation asks besides. */
  candidates: z.array(candidate),
});
export type Limit = z.infer<typeof limit>;

/** What of a user task decides who is asked, and how many of them have to approve. */
const step = z.object({
  candidates: z.array(candidate),
  quorum: z.enum(QUORUMS),
  /** Percent for SHARE, people for COUNT. */
  amount: z.number(),
  nobody: z.enum(NOBODY),
  limit: f.maybe(limit),
});
export type Step = z.infer<typeof step>;

/** `tell`: people are told, nobody is asked; `group`: several that go as one; `other`: what is not carried out. */
const GRAPH_KINDS = ['start', 'step', 'tell', 'exclusive', 'inclusive', 'parallel', 'group', 'end', 'other'] as const;
export type GraphKind = (typeof GRAPH_KINDS)[number];

const named = {
  id: z.string(),
  name: z.string(),
  nameEn: f.maybe(z.string()),
};

const node = z.object({
  ...named,
  kind: z.enum(GRAPH_KINDS),
  /** Its element in BPMN, such as `UserTask`. */
  type: z.string(),
  /** Id of the group that it stands in. */
  parent: f.maybe(z.string()),
  /** What is written about it. */
  about: f.maybe(z.string()),
  step: f.maybe(step),
  /** Told when a step begins, or an end has come; of `tell`, when it is reached. */
  copies: z.array(candidate),
});
export type GraphNode = z.infer<typeof node>;

const flow = z.object({
  ...named,
  from: z.string(),
  to: z.string(),
  /** Taken when it holds; null: always, or as the default. */
  condition: f.maybe(z.string()),
  /** Taken where no other is. */
  isDefault: z.boolean(),
});
export type GraphFlow = z.infer<typeof flow>;

export const graph = z.object({ ...named, about: f.maybe(z.string()), nodes: z.array(node), flows: z.array(flow) });
export type Graph = z.infer<typeof graph>;

/** A step as it begins: nobody is asked yet. */
export const BLANK_STEP: Step = { candidates: [], quorum: 'ONE', amount: 0, nobody: 'WAIT', limit: null };
