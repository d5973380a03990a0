// Monitoring of approvals: all requests, lead times, tasks of people who left, delegations, and a document's position in its
// diagram.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { REQUEST_STATES, workItem } from './work.ts';

const ADMIN = ['ROLE_ADMIN'] as const;
const reason = f.requiredText(500);

const requestQuery = listQuery(['at'], {
  /** Workflows. */
  key: z.optional(f.texts(64, 50)),
  state: z.optional(f.choices(REQUEST_STATES)),
  from: z.optional(f.day),
  to: z.optional(f.day),
  overdue: z.optional(f.flag),
  /** Keyset pagination: the last row of the previous page. */
  after: z.optional(f.id),
});

/** Decimal hours; null without decisions. */
const hours = f.maybe(z.number());
const times = { count: z.int(), p50: hours, p90: hours };

const statistics = z.object({
  /** Requests started in the period. */
  requests: z.object({
    ...times,
    running: z.int(),
    approved: z.int(),
    rejected: z.int(),
    returned: z.int(),
    canceled: z.int(),
  }),
  steps: z.array(
    z.object({
      /** Element id; names may have changed since. */
      element: z.string(),
      name: z.string(),
      ...times,
      returned: z.int(),
      rejected: z.int(),
      /** Decided automatically. */
      automatic: z.int(),
      /** Decided late, or open and overdue. */
      late: z.int(),
      open: z.int(),
    }),
  ),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      ...times,
      returned: z.int(),
      rejected: z.int(),
      /** Tasks assigned to them by name only. */
      open: z.int(),
      oldestOpen: f.maybe(z.string()),
    }),
  ),
  months: z.array(z.object({ month: z.string(), ...times })),
});
export type FlowStatistics = z.infer<typeof statistics>;
/** People with figures, slowest first. */
export const STATISTICS_PEOPLE_MAX = 50;

const waitingTask = z.object({
  id: z.string(),
  key: z.string(),
  workflow: z.string(),
  no: z.string(),
  step: z.string(),
  since: z.string(),
  overdue: z.boolean(),
  /** Shared with other candidates: reassigning affects only their own place. */
  shared: z.boolean(),
});
/** Tasks shown and reassigned at a time. */
export const WAITING_MAX = 200;

const waiting = z.object({
  person: z.object({ id: z.string(), name: z.string(), username: z.string(), active: z.boolean() }),
  tasks: z.array(waitingTask),
  total: z.int(),
  /** Roles through which open tasks have them as the only candidate. */
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Active definitions and drafts that refer to them by name. */
  definitions: z.array(z.object({ id: z.string(), name: z.string(), version: f.maybe(z.int()) })),
  delegations: z.int(),
});
export type Waiting = z.infer<typeof waiting>;

const move = z.strictObject({ fromId: f.id, toId: f.id, taskIds: f.list(f.id, WAITING_MAX), note: reason });

const delegationRow = z.object({
  id: z.string(),
  fromId: z.string(),
  fromName: z.string(),
  toId: z.string(),
  toName: z.string(),
  /** Workflows it applies to; empty: all. */
  workflows: z.array(z.string()),
  fromAt: z.string(),
  untilAt: z.string(),
  reason: f.maybe(z.string()),
  state: z.enum(['COMING', 'RUNNING', 'ENDED']),
  createdAt: z.string(),
});
export const DELEGATION_STATES = ['COMING', 'RUNNING', 'ENDED'] as const;

const requestProgress = z.object({
  name: z.string(),
  version: z.int(),
  /** Including the diagram. */
  xml: z.string(),
  marks: z.array(z.object({ element: z.string(), state: z.enum(['DONE', 'OPEN']), people: z.array(z.string()) })),
  /** Flows taken. */
  flows: z.array(z.string()),
});
export type RequestProgress = z.infer<typeof requestProgress>;

export const overviewRoutes = routes({
  listRequests: {
    method: 'GET',
    path: '/sys/bpm/instance',
    summary: 'Every request for approval, on its way or ended',
    needs: ADMIN,
    query: requestQuery,
    reply: pageOf(workItem),
  },
  getFlowStatistics: {
    method: 'GET',
    path: '/sys/bpm/statistics',
    summary: 'Lead times of the steps of a workflow, and of their reviewers',
    needs: ADMIN,
    /** At most 400 days. */
    query: z.strictObject({ key: f.requiredText(64), from: f.day, to: f.day, definitionId: z.optional(f.id) }),
    reply: statistics,
    errors: ['STAT_PERIOD'],
  },
  getWaiting: {
    method: 'GET',
    path: '/sys/bpm/waiting/{id}',
    summary: 'Tasks that wait for a user by name, who may have left',
    needs: ADMIN,
    params: z.strictObject({ id: f.id }),
    reply: waiting,
  },
  lookAtMove: {
    method: 'POST',
    asks: true,
    path: '/sys/bpm/waiting/look',
    summary: 'Which of these tasks can be reassigned to a user, and why not',
    needs: ADMIN,
    body: z.strictObject({ fromId: f.id, toId: f.id, taskIds: f.list(f.id, WAITING_MAX) }),
    reply: z.array(z.object({ id: z.string(), message: f.maybe(z.string()) })),
  },
  moveWaiting: {
    method: 'PUT',
    path: '/sys/bpm/waiting/move',
    summary: "Reassign a user's tasks to another user, one by one",
    needs: ADMIN,
    bodyMax: 32 * 1024,
    body: move,
    reply: z.object({
      done: z.int(),
      refused: z.array(z.object({ id: z.string(), label: z.string(), message: z.string() })),
    }),
    errors: ['ASK_ANOTHER'],
  },
  listAllDelegations: {
    method: 'GET',
    path: '/sys/bpm/delegation/all',
    summary: 'Who decides for whom, and did or will',
    needs: ADMIN,
    query: listQuery(['fromAt'], { state: z.optional(f.choices(DELEGATION_STATES)) }),
    reply: pageOf(delegationRow),
  },
  endAnyDelegation: {
    method: 'PUT',
    path: '/sys/bpm/delegation/{id}/end',
    summary: 'End a delegation early; both users are notified',
    needs: ADMIN,
    params: z.strictObject({ id: f.id }),
    body: z.strictObject({ reason }),
    reply: z.null(),
  },
  getStanding: {
    method: 'GET',
    path: '/sys/bpm/work/{bizType}/{id}/standing',
    summary: 'Position of a document in the diagram of its workflow, for users who may open it',
    needs: 'signed-in',
    params: z.strictObject({ bizType: f.requiredText(64), id: f.id }),
    reply: requestProgress,
  },
});
