// Approval tasks of any document type: a user's task lists, and actions on a task.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';

const params = z.strictObject({ id: f.id });
const opinion = f.maybeText(1_000);
const reason = f.requiredText(1_000);

const DECISIONS = ['APPROVE', 'RETURN', 'REJECT'] as const;

/** A row of the four task lists; details of the document come from its type's `DocumentSummary`. */
export const workItem = z.object({
  /** Id of the row: the task, or the request among the caller's own requests. */
  id: z.string(),
  /** The task; among own requests, the first open one. */
  taskId: f.maybe(z.string()),
  instanceId: z.string(),
  /** Workflow and its name. */
  key: z.string(),
  workflow: z.string(),
  bizType: z.string(),
  bizId: z.string(),
  /** Document number; empty if it was deleted. */
  no: z.string(),
  /** Version of the document, sent back with a decision. */
  rev: z.int(),
  /** Short description, and number of lines. */
  title: z.string(),
  lines: z.int(),
  /** If there is only one line. */
  qty: f.maybe(z.string()),
  unit: f.maybe(z.string()),
  /** CNY. */
  value: f.maybe(z.string()),
  applicant: z.string(),
  /** Owner of the goods, and place. */
  group: z.string(),
  place: z.string(),
  /** Warnings, in the words of the document type. */
  marks: z.array(z.string()),
  /** Console address; null if the caller may not open it. */
  link: f.maybe(z.string()),
  /** Names of all open steps; for a decision or copy, its own. */
  step: f.maybe(z.string()),
  level: f.maybe(z.int()),
  levels: f.maybe(z.int()),
  /** State of the request; for a decided task, the caller's decision. */
  state: z.string(),
  at: z.string(),
  /** Deadline. */
  dueAt: f.maybe(z.string()),
  overdue: z.boolean(),
  /** Copies only: when it was read. */
  readAt: f.maybe(z.string()),
  /** The caller's comment. */
  comment: f.maybe(z.string()),
  /** The first of the other candidates by name. */
  others: z.array(z.string()),
  othersCount: z.int(),
  /** The absent reviewer who delegated to the caller. */
  forName: f.maybe(z.string()),
  /** Who reassigned the task, asked for an additional opinion, or returned the request to this step, with their comment. */
  from: f.maybe(z.object({ kind: z.enum(['DECIDE', 'SIGN', 'RETURN']), name: z.string(), note: f.maybe(z.string()) })),
  /** Opinions of others at this step. */
  opinions: z.array(z.object({ name: z.string(), decision: z.enum(DECISIONS), comment: f.maybe(z.string()) })),
  /** The applicant may send a reminder, or withdraw. */
  remindable: z.boolean(),
  withdrawable: z.boolean(),
});
export type WorkItem = z.infer<typeof workItem>;

/** Candidates listed by name. */
export const CANDIDATES_SHOWN = 3;

/** What the caller can do in the approval of a document. */
const work = z.object({
  /** The caller's open task. */
  task: f.maybe(
    z.object({
      id: z.string(),
      step: z.string(),
      /** Steps that it can be returned to. */
      backTo: z.array(z.object({ id: z.string(), name: z.string(), level: z.int() })),
      /** Approval would be final, so requirements of the final decision apply. */
      isLast: z.boolean(),
    }),
  ),
  /** The task whose candidates they can remind; not `ready` shortly after it was assigned or reminded. */
  remind: f.maybe(z.object({ taskId: z.string(), ready: z.boolean() })),
});
export type Work = z.infer<typeof work>;

const delegation = z.object({
  id: z.string(),
  fromId: z.string(),
  fromName: z.string(),
  toId: z.string(),
  toName: z.string(),
  /** Workflows it applies to; empty: all. */
  keys: z.array(z.string()),
  fromAt: z.string(),
  untilAt: z.string(),
  reason: f.maybe(z.string()),
});

export const REQUEST_STATES = ['RUNNING', 'APPROVED', 'RETURNED', 'REJECTED', 'CANCELED'] as const;
const SORTS = ['at'] as const;
const workFilters = {
  /** Workflows. */
  key: z.optional(f.texts(64, 50)),
  from: z.optional(f.day),
  to: z.optional(f.day),
  /** Keyset pagination: the last row of the previous page. */
  after: z.optional(f.id),
};
const todoQuery = listQuery(SORTS, { ...workFilters, overdue: z.optional(f.flag), delegated: z.optional(f.flag) });
const doneQuery = listQuery(SORTS, { ...workFilters, decision: z.optional(f.choices(DECISIONS)) });
const appliedQuery = listQuery(SORTS, { ...workFilters, state: z.optional(f.choices(REQUEST_STATES)) });
const copiedQuery = listQuery(SORTS, { ...workFilters, unread: z.optional(f.flag) });
const stuckQuery = listQuery(SORTS, workFilters);
const list = pageOf(workItem);
const personOption = z.object({ id: z.string(), name: z.string(), username: z.string(), group: f.maybe(z.string()) });
/** Version of the document that was displayed: reviewers decide only what they have seen (decision 083). */
const reviewedVersion = { rev: f.rev };
const handoverForm = z.strictObject({ userId: f.id, note: opinion, ...reviewedVersion });
const DECISION_ERRORS = ['STALE', 'ILLEGAL_TRANSITION', 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER'] as const;

export const workRoutes = routes({
  listTodo: {
    method: 'GET',
    path: '/sys/bpm/todo',
    summary: 'Tasks of the caller',
    needs: 'signed-in',
    query: todoQuery,
    reply: list,
  },
  listDone: {
    method: 'GET',
    path: '/sys/bpm/done',
    summary: 'Decisions of the caller',
    needs: 'signed-in',
    query: doneQuery,
    reply: list,
  },
  listApplied: {
    method: 'GET',
    path: '/sys/bpm/mine',
    summary: 'Requests of the caller',
    needs: 'signed-in',
    query: appliedQuery,
    reply: list,
  },
  listCopied: {
    method: 'GET',
    path: '/sys/bpm/copied',
    summary: 'Copies sent to the caller',
    needs: 'signed-in',
    query: copiedQuery,
    reply: list,
  },
  listStuck: {
    method: 'GET',
    path: '/sys/bpm/stuck',
    summary: 'Steps without an eligible reviewer',
    needs: ['ROLE_ADMIN'],
    query: stuckQuery,
    reply: list,
  },
  countWork: {
    method: 'GET',
    path: '/sys/bpm/count',
    summary: "Numbers of the caller's tasks, open requests and unread copies",
    needs: 'signed-in',
    /** `stuck`: system-wide, for administrators. */
    reply: z.object({ todo: z.int(), overdue: z.int(), mine: z.int(), copied: z.int(), stuck: z.int() }),
  },
  getWork: {
    method: 'GET',
    path: '/sys/bpm/work/{bizType}/{id}',
    summary: 'What the caller can do about the approval of a document',
    needs: 'signed-in',
    params: z.strictObject({ bizType: f.requiredText(64), id: f.id }),
    reply: work,
  },
  listWorkflows: {
    method: 'GET',
    path: '/sys/bpm/workflow',
    summary: 'Workflows by name, to filter by and to delegate',
    needs: 'signed-in',
    reply: z.array(z.object({ key: z.string(), name: z.string() })),
  },
  selectColleagues: {
    method: 'GET',
    path: '/sys/bpm/people',
    summary: 'People whom a task can be given to: colleagues by a part of their name, anybody by their whole user name',
    needs: 'signed-in',
    query: listQuery(['name'], {
      /** Only people who are eligible for this task. */
      taskId: z.optional(f.id),
    }),
    reply: pageOf(personOption),
  },
  readCopy: {
    method: 'PUT',
    path: '/sys/bpm/copied/{id}/read',
    summary: 'Mark a copy as read',
    needs: 'signed-in',
    params,
    reply: z.null(),
  },
  approveTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/approve',
    summary: 'Approve a task',
    needs: 'signed-in',
    params,
    /** `seen`: the warnings that were displayed. */
    body: z.strictObject({ comment: opinion, ...reviewedVersion, seen: f.list(f.requiredText(64), 50) }),
    reply: z.null(),
    errors: [...DECISION_ERRORS, 'EXPIRED_BATCH', 'RISK_UNSEEN', 'INSUFFICIENT', 'SHARE_OFF', 'WORKFLOW', 'WORKFLOW_REFUSES'],
  },
  returnTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/return',
    summary: 'Give a request back to who applied, or to a step before',
    needs: 'signed-in',
    params,
    /** `to`: id of the step. */
    body: z.strictObject({ comment: reason, to: f.maybeText(64), ...reviewedVersion }),
    reply: z.null(),
    errors: [...DECISION_ERRORS],
  },
  rejectTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/reject',
    summary: 'Refuse a request',
    needs: 'signed-in',
    params,
    body: z.strictObject({ comment: reason, ...reviewedVersion }),
    reply: z.null(),
    errors: [...DECISION_ERRORS],
  },
  transferTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/transfer',
    summary: 'Transfer a task',
    needs: 'signed-in',
    params,
    body: handoverForm,
    reply: z.null(),
    errors: [...DECISION_ERRORS, 'ASK_ANOTHER', 'LAST_REVIEWER', 'DELEGATED', 'WHILE_ACTING'],
  },
  reassignTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/reassign',
    summary: 'Appoint a reviewer for a stuck task',
    needs: ['ROLE_ADMIN'],
    params,
    body: z.strictObject({ userId: f.id, note: reason }),
    reply: z.null(),
    errors: ['ILLEGAL_TRANSITION', 'ASK_ANOTHER'],
  },
  signTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/sign',
    summary: 'Add a reviewer: the step waits for them as well',
    needs: 'signed-in',
    params,
    body: handoverForm,
    reply: z.null(),
    errors: [...DECISION_ERRORS, 'ASK_ANOTHER', 'LAST_REVIEWER'],
  },
  remindTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/remind',
    summary: "Remind the reviewers of the caller's request",
    needs: 'signed-in',
    params,
    reply: z.null(),
    errors: ['REMINDED'],
  },
  listDelegations: {
    method: 'GET',
    path: '/sys/bpm/delegation',
    summary: 'Who decides for the caller, and for whom the caller decides, now or later',
    needs: 'signed-in',
    reply: z.array(delegation),
  },
  addDelegation: {
    method: 'POST',
    path: '/sys/bpm/delegation',
    summary: "Delegate the caller's decisions for a period",
    needs: 'signed-in',
    body: z.strictObject({
      toId: f.id,
      keys: z._default(f.list(f.requiredText(64), 50), []),
      fromAt: f.moment,
      untilAt: f.moment,
      reason: f.maybeText(200),
    }),
    reply: z.object({ id: z.string() }),
    errors: ['ASK_ANOTHER'],
  },
  endDelegation: {
    method: 'DELETE',
    path: '/sys/bpm/delegation/{id}',
    summary: 'End a delegation of the caller before its time',
    needs: 'signed-in',
    params,
    reply: z.null(),
  },
});
