import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes, routesOn, TEXT_MAX_BYTES } from '../kit/route.ts';

/** NEW is unread. DELETED copies are not returned by any call. */
const MESSAGE_STATES = ['NEW', 'READ', 'DELETED'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
export const MESSAGE_KINDS = ['NOTICE', 'TODO', 'WARN', 'SYS'] as const;

const message = z.object({
  id: z.string(),
  state: z.enum(MESSAGE_STATES),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  content: z.string(),
  senderId: f.maybe(z.string()),
  senderName: f.maybe(z.string()),
  recipientId: z.string(),
  recipientName: z.string(),
  bc: f.maybe(z.string()),
  fc: f.maybe(z.string()),
  objectId: f.maybe(z.string()),
  /** Console address of the document. */
  link: f.maybe(z.string()),
  sent: f.maybe(z.string()),
  readAt: f.maybe(z.string()),
  deleted: f.maybe(z.string()),
  /** When its task or cause ended; unread copies then leave the inbox. */
  ended: f.maybe(z.string()),
  createdAt: z.string(),
});
export type Message = z.infer<typeof message>;

const filters = { state: z.optional(f.choices(MESSAGE_STATES)), kind: z.optional(f.choices(MESSAGE_KINDS)) };
const list = listQuery(['createdAt'], filters);
const countQuery = z.strictObject({ q: z.optional(f.text(100)), ...filters });
const params = z.strictObject({ id: f.id });
const count = z.int();

/** Own messages that a bulk call applies to; without a body, all. */
const messageSelection = z.nullish(
  z.strictObject({ ids: z.optional(f.list(f.id, 1_000)), state: z.optional(z.enum(MESSAGE_STATES)) }),
);

const compose = {
  kind: z._default(z.enum(MESSAGE_KINDS), 'NOTICE'),
  title: f.name(200),
  content: f.text(10_000),
  link: f.maybe(z.string().check(z.regex(/^\/(?![/\\])\S{0,500}$/))),
};

const ADMIN = ['ROLE_ADMIN'] as const;

export const msgInboxRoutes = routes({
  listMine: {
    method: 'GET',
    path: '/sys/msg-inbox/by-me',
    summary: 'Own messages',
    needs: 'signed-in',
    query: list,
    reply: pageOf(message),
  },
  exportMine: {
    method: 'GET',
    path: '/sys/msg-inbox/by-me/export',
    summary: 'Own messages as a workbook',
    needs: 'signed-in',
    query: list,
    reply: 'sheet',
  },
  countMine: {
    method: 'GET',
    path: '/sys/msg-inbox/by-me/count',
    summary: 'Number of own messages',
    needs: 'signed-in',
    query: countQuery,
    reply: count,
  },
  notifyAllMine: {
    method: 'PUT',
    path: '/sys/msg-inbox/by-me/all/notify',
    summary: 'Mark own messages read',
    needs: 'signed-in',
    bodyMax: TEXT_MAX_BYTES,
    body: messageSelection,
    reply: count,
  },
  deleteAllMine: {
    method: 'PUT',
    path: '/sys/msg-inbox/by-me/all/del',
    summary: 'Own messages to the recycle bin',
    needs: 'signed-in',
    bodyMax: TEXT_MAX_BYTES,
    body: messageSelection,
    reply: count,
  },
  clearAllMine: {
    method: 'DELETE',
    path: '/sys/msg-inbox/by-me/all',
    summary: 'Clear the own recycle bin',
    needs: 'signed-in',
    bodyMax: TEXT_MAX_BYTES,
    body: messageSelection,
    reply: count,
  },
  getMine: {
    method: 'GET',
    path: '/sys/msg-inbox/by-me/{id}',
    summary: 'An own message',
    needs: 'signed-in',
    params,
    reply: message,
  },
  clearMine: {
    method: 'DELETE',
    path: '/sys/msg-inbox/by-me/{id}',
    summary: 'Clear an own message, from the recycle bin',
    needs: 'signed-in',
    params,
    reply: z.null(),
    errors: ['ILLEGAL_TRANSITION'],
  },
  notifyMine: {
    method: 'PUT',
    path: '/sys/msg-inbox/by-me/{id}/notify',
    summary: 'Mark an own message read; a deleted one is restored',
    needs: 'signed-in',
    params,
    reply: message,
  },
  deleteMine: {
    method: 'PUT',
    path: '/sys/msg-inbox/by-me/{id}/del',
    summary: 'An own message to the recycle bin',
    needs: 'signed-in',
    params,
    reply: message,
  },
});

/** Administration of everyone's messages. */
export const everyInboxRoutes = routesOn('SYS_MESSAGE', {
  list: {
    method: 'GET',
    path: '/sys/msg-inbox',
    summary: 'Messages of everyone',
    needs: ADMIN,
    query: list,
    reply: pageOf(message),
  },
  count: {
    method: 'GET',
    path: '/sys/msg-inbox/count',
    summary: 'Number of messages of everyone',
    needs: ADMIN,
    query: countQuery,
    reply: count,
  },
  send: {
    method: 'POST',
    path: '/sys/msg-inbox/send',
    summary: 'Send a message to one user',
    needs: ADMIN,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({ ...compose, userId: f.id }),
    reply: message,
  },
  sendBatch: {
    method: 'POST',
    path: '/sys/msg-inbox/batch/send',
    summary: 'Send a message to several users',
    needs: ADMIN,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({ ...compose, userIds: f.list(f.id, 1_000).check(z.minLength(1)) }),
    reply: count,
  },
  get: { method: 'GET', path: '/sys/msg-inbox/{id}', summary: 'A message', needs: ADMIN, params, reply: message },
  clear: {
    method: 'DELETE',
    path: '/sys/msg-inbox/{id}',
    summary: 'Clear a message',
    needs: ADMIN,
    params,
    reply: z.null(),
    errors: ['ILLEGAL_TRANSITION'],
  },
  notify: {
    method: 'PUT',
    path: '/sys/msg-inbox/{id}/notify',
    summary: 'Mark a message read',
    needs: ADMIN,
    params,
    reply: message,
  },
  delete: {
    method: 'PUT',
    power: 'DELETE',
    path: '/sys/msg-inbox/{id}/del',
    summary: 'A message to the recycle bin',
    needs: ADMIN,
    params,
    reply: message,
  },
});
