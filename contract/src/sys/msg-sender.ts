// Sending messages to people, roles and organisations: immediately or scheduled, free text or from a template.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routesOn, TEXT_MAX_BYTES } from '../kit/route.ts';
import { orgOption } from '../wms/org.ts';
import { MESSAGE_KINDS } from './msg-inbox.ts';

/** PLANNED: scheduled. A recalled message remains with those who have read it. */
export const SENDING_STATES = ['PLANNED', 'SENT', 'RECALLED'] as const;

const title = f.name(200);
const content = f.requiredText(10_000);
/** Console address. */
const link = f.maybe(z.string().check(z.trim(), z.regex(/^\/(?![/\\])\S{0,500}$/)));
const kind = z._default(z.enum(MESSAGE_KINDS), 'NOTICE');
const roleCode = z.string().check(z.regex(/^ROLE_\w{1,60}$/));

/** Recipients, deduplicated. */
const receivers = {
  everyone: z._default(z.boolean(), false),
  userIds: z._default(f.list(f.id, 1_000), []),
  roles: z._default(f.list(roleCode, 50), []),
  orgIds: z._default(f.list(f.id, 200), []),
};
const receiversForm = z.strictObject(receivers);
export type Receivers = z.infer<typeof receiversForm>;

/** Send time, to the minute; default: immediately. A past minute is rejected, the current one is not. */
const sendAt = f.maybe(f.moment);

const named = z.object({ id: z.string(), name: z.string() });

const sending = z.object({
  id: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  state: z.enum(SENDING_STATES),
  senderName: z.string(),
  templateName: f.maybe(z.string()),
  /** People who have a copy, or had one before the recall. */
  recipients: z.int(),
  read: z.int(),
  sendAt: f.maybe(z.string()),
  sentAt: f.maybe(z.string()),
  recalledAt: f.maybe(z.string()),
  createdAt: z.string(),
});
export type Sending = z.infer<typeof sending>;

const sendingWhole = z.extend(sending, {
  content: z.string(),
  link: f.maybe(z.string()),
  everyone: z.boolean(),
  users: z.array(named),
  roles: z.array(named),
  orgs: z.array(named),
});
export type SendingWhole = z.infer<typeof sendingWhole>;

const receipt = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  readAt: f.maybe(z.string()),
  recalled: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;

/** Placeholders of a text, in order: `{date}` is `date`. */
export const placeholdersOf = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w{1,40})\}/g)].map((match) => match[1]!))),
];
export const PLACEHOLDERS_MAX = 20;

const templateForm = z.strictObject({
  code: f.code,
  name: f.name(100),
  kind,
  title,
  content,
  link,
  valid: z._default(z.boolean(), true),
});
export type TemplateForm = z.infer<typeof templateForm>;

const template = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  content: z.string(),
  link: f.maybe(z.string()),
  valid: z.boolean(),
  /** Its placeholders. */
  params: z.array(z.string()),
  ...stamps,
});
export type Template = z.infer<typeof template>;

const ADMIN = ['ROLE_ADMIN'] as const;
const params = z.strictObject({ id: f.id });

const path = '/sys/msg-inbox/template';
const templates = readRoutes({
  path,
  called: ['a template', 'Templates of messages'],
  needs: ADMIN,
  query: listQuery(['code', 'name', 'updatedAt'], { valid: z.optional(f.flag), kind: z.optional(f.choices(MESSAGE_KINDS)) }),
  record: template,
});
const write = writeRoutes({
  path,
  called: 'a template',
  needs: ADMIN,
  form: templateForm,
  record: template,
  bodyMax: TEXT_MAX_BYTES,
});

export const msgSenderRoutes = routesOn('SYS_MESSAGE', {
  listSendings: {
    method: 'GET',
    path: '/sys/msg-inbox/sender',
    summary: 'Messages that people have sent, or planned',
    needs: ADMIN,
    query: listQuery(['createdAt', 'sentAt'], {
      state: z.optional(f.choices(SENDING_STATES)),
      kind: z.optional(f.choices(MESSAGE_KINDS)),
    }),
    reply: pageOf(sending),
  },
  selectPeople: {
    method: 'GET',
    path: '/sys/msg-inbox/sender/user',
    summary: 'People to choose from',
    needs: ADMIN,
    query: listQuery(['name'], {}),
    reply: pageOf(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  },
  selectReceiverOrgs: {
    method: 'GET',
    path: '/sys/msg-inbox/sender/org',
    summary: 'Organisations to choose from',
    needs: ADMIN,
    query: listQuery(['name'], {}),
    reply: pageOf(orgOption),
  },
  countReceivers: {
    method: 'POST',
    power: 'EDIT',
    path: '/sys/msg-inbox/sender/count',
    summary: 'How many people a message would reach, and some of them',
    needs: ADMIN,
    bodyMax: TEXT_MAX_BYTES,
    body: receiversForm,
    reply: z.object({ count: z.int(), names: z.array(z.string()) }),
  },
  sendText: {
    method: 'POST',
    path: '/sys/msg-inbox/sender',
    summary: 'Send a message, or plan it',
    needs: ADMIN,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({ kind, title, content, link, ...receivers, sendAt }),
    reply: sendingWhole,
  },
  getSending: {
    method: 'GET',
    path: '/sys/msg-inbox/sender/{id}',
    summary: 'A message that was sent or planned, with its receivers',
    needs: ADMIN,
    params,
    reply: sendingWhole,
  },
  listReceipts: {
    method: 'GET',
    path: '/sys/msg-inbox/sender/{id}/copy',
    summary: 'Who received a message, and when they read it',
    needs: ADMIN,
    params,
    query: listQuery(['name', 'readAt'], { read: z.optional(f.flag) }),
    reply: pageOf(receipt),
  },
  recall: {
    method: 'PUT',
    path: '/sys/msg-inbox/sender/{id}/recall',
    summary: 'Take a message back from all who have not read it',
    needs: ADMIN,
    params,
    reply: sendingWhole,
    errors: ['ILLEGAL_TRANSITION'],
  },
  listTemplates: templates.list,
  createTemplate: write.create,
  getTemplate: templates.get,
  /** Messages already sent from it don't change. */
  updateTemplate: write.update,
  deleteTemplate: { ...write.remove, errors: [] },
  sendTemplate: {
    method: 'POST',
    path: '/sys/msg-inbox/template/{id}/send',
    summary: 'Send a message made from a template, or plan it',
    needs: ADMIN,
    params,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({
      params: z._default(f.list(z.strictObject({ name: f.name(40), value: f.requiredText(500) }), PLACEHOLDERS_MAX), []),
      ...receivers,
      sendAt,
    }),
    reply: sendingWhole,
    errors: ['CONFLICT'],
  },
});
