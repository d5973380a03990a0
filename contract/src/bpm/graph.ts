// A definition as a graph: read from BPMN by the server, drawn and written back by the designer. Flat, with a parent
// reference, so that it is not nested.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { LEADER_SCOPES, LIMIT_ACTIONS, NO_CANDIDATE_ACTIONS, QUORUMS, ROLE_PLACES } from './extension.ts';

const code = f.requiredText(100);
/** Whom a step asks. */
export const candidate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ROLE'), role: code, at: z.enum(ROLE_PLACES) }),
  z.object({ kind: z.literal('LEADER'), of: z.enum(LEADER_SCOPES) }),
  z.object({ kind: z.literal('PERSON'), person: code }),
  z.object({ kind: z.literal('GROUP'), group: code }),
  z.object({ kind: z.literal('FIELD'), field: code }),
]);
export type Candidate = z.infer<typeof candidate>;

const limit = z.object({
  hours: z.number(),
  action: z.enum(LIMIT_ACTIONS),
  /** Additional candidates after an escalation. */
  candidates: z.array(candidate),
});
export type Limit = z.infer<typeof limit>;

/** Settings of a user task: candidates and quorum. */
const step = z.object({
  candidates: z.array(candidate),
  quorum: z.enum(QUORUMS),
  /** Percent for SHARE, number of people for COUNT. */
  amount: z.number(),
  nobody: z.enum(NO_CANDIDATE_ACTIONS),
  limit: f.maybe(limit),
});
export type Step = z.infer<typeof step>;

/** `tell`: notification only; `group`: subprocess; `other`: not supported. */
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
  /** BPMN element name, such as `UserTask`. */
  type: z.string(),
  /** Id of the enclosing group. */
  parent: f.maybe(z.string()),
  /** Documentation. */
  about: f.maybe(z.string()),
  step: f.maybe(step),
  /** Notified when a step begins or an end is reached; for `tell`, on entry. */
  copies: z.array(candidate),
});
export type GraphNode = z.infer<typeof node>;

const flow = z.object({
  ...named,
  from: z.string(),
  to: z.string(),
  /** Taken if it is true; null: always, or as the default. */
  condition: f.maybe(z.string()),
  /** Taken if no other is. */
  isDefault: z.boolean(),
});
export type GraphFlow = z.infer<typeof flow>;

export const graph = z.object({ ...named, about: f.maybe(z.string()), nodes: z.array(node), flows: z.array(flow) });
export type Graph = z.infer<typeof graph>;

/** A new step, without candidates. */
export const BLANK_STEP: Step = { candidates: [], quorum: 'ONE', amount: 0, nobody: 'WAIT', limit: null };
