// Tasks of approval, whatever they are about: what waits for a person, and what they do with it.
import * as z from 'zod/mini';
import * as f from '../field.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX, OFFSET_MAX, pageOf } from '../page.ts';
import { routes } from '../route.ts';

const params = z.strictObject({ id: f.id });
const opinion = f.maybeText(1_000);
const reason = f.requiredText(1_000);

const workItem = z.object({
  /** The task; of what the caller has applied for, the first that is open. */
  taskId: f.maybe(z.string()),
  instanceId: z.string(),
  bizType: z.string(),
  bizId: z.string(),
  /** What people call the document, who applied for it, and where it is decided. */
  title: z.string(),
  applicant: z.string(),
  link: z.string(),
  workflow: z.string(),
  step: f.maybe(z.string()),
  level: f.maybe(z.int()),
  /** Of the request; of what the caller has decided, their decision. */
  state: z.string(),
  at: z.string(),
  /** Until when it has to be decided. */
  dueAt: f.maybe(z.string()),
  /** Of a copy: when it was looked at. */
  readAt: f.maybe(z.string()),
});
export type WorkItem = z.infer<typeof workItem>;

const delegation = z.object({
  id: z.string(),
  fromId: z.string(),
  fromName: z.string(),
  toId: z.string(),
  toName: z.string(),
  /** Workflows that it is for; empty: all. */
  keys: z.array(z.string()),
  fromAt: z.string(),
  untilAt: z.string(),
  reason: f.maybe(z.string()),
});

const query = z.strictObject({
  page: z._default(f.whole.check(z.gte(1), z.lte(OFFSET_MAX)), 1),
  size: z._default(f.whole.check(z.gte(1), z.lte(PAGE_SIZE_MAX)), PAGE_SIZE),
});
const list = pageOf(workItem);
const onward = z.strictObject({ userId: f.id, note: opinion });
const DECISION_ERRORS = ['ILLEGAL_TRANSITION', 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER'] as const;

export const workRoutes = routes({
  listTodo: {
    method: 'GET',
    path: '/sys/bpm/todo',
    summary: 'What waits for the caller',
    needs: 'signed-in',
    query,
    reply: list,
  },
  listDone: {
    method: 'GET',
    path: '/sys/bpm/done',
    summary: 'What the caller has decided',
    needs: 'signed-in',
    query,
    reply: list,
  },
  listApplied: {
    method: 'GET',
    path: '/sys/bpm/mine',
    summary: 'What the caller has applied for',
    needs: 'signed-in',
    query,
    reply: list,
  },
  listCopied: {
    method: 'GET',
    path: '/sys/bpm/copied',
    summary: 'What the caller was told of',
    needs: 'signed-in',
    query,
    reply: list,
  },
  readCopy: {
    method: 'PUT',
    path: '/sys/bpm/copied/{id}/read',
    summary: 'Note that a copy was looked at',
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
    body: z.strictObject({ comment: opinion }),
    reply: z.null(),
    errors: [...DECISION_ERRORS, 'EXPIRED_BATCH'],
  },
  returnTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/return',
    summary: 'Give a request back to who applied, or to a step before',
    needs: 'signed-in',
    params,
    /** `to`: id of that step. */
    body: z.strictObject({ comment: reason, to: f.maybeText(64) }),
    reply: z.null(),
    errors: [...DECISION_ERRORS],
  },
  rejectTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/reject',
    summary: 'Refuse a request',
    needs: 'signed-in',
    params,
    body: z.strictObject({ comment: reason }),
    reply: z.null(),
    errors: [...DECISION_ERRORS],
  },
  transferTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/transfer',
    summary: 'Hand a task over to somebody else',
    needs: 'signed-in',
    params,
    body: onward,
    reply: z.null(),
    errors: [...DECISION_ERRORS, 'ASK_ANOTHER'],
  },
  reassignTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/reassign',
    summary: 'Hand over a task of others that nobody else can move',
    needs: ['ROLE_ADMIN'],
    params,
    body: z.strictObject({ userId: f.id, note: reason }),
    reply: z.null(),
    errors: ['ILLEGAL_TRANSITION', 'ASK_ANOTHER'],
  },
  signTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/sign',
    summary: 'Ask somebody besides: the step waits for them as well',
    needs: 'signed-in',
    params,
    body: onward,
    reply: z.null(),
    errors: [...DECISION_ERRORS, 'ASK_ANOTHER'],
  },
  remindTask: {
    method: 'PUT',
    path: '/sys/bpm/task/{id}/remind',
    summary: 'Remind those who have to decide what the caller applied for',
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
    summary: 'Have somebody decide for the caller for a time',
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
