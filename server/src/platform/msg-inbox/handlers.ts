import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Locale } from '@kuwei/contract/constants';
import type { everyInboxRoutes, Message, MessageState, msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { all, everyRow, listPage, mapRows, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { patternsOf } from '../../db/search.ts';
import type { DB, SysMessage, SysMessageCopy, SysUser } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { templatesEndedBy } from './messages.ts';
import { notify, type Params } from './notify.ts';
import { renderMessage } from './render.ts';
import { sheetOfRows, type SheetColumns } from '../workbook/workbook.ts';

type Query = QueryOf<(typeof msgInboxRoutes)['listMine']>;
/** Copies of one user, or of all. */
type Filter = Pick<Query, 'q' | 'state' | 'kind'> & { userId?: string | undefined };
type Row = Message & { template: string | null; params: Params };

const SORTS: SortsOf<Query> = { createdAt: { by: sql`c.created_at` } };

/**
 * Copies `c`, joined with their message only if a filter needs it: counting works on the index of copies alone. Without a state
 * filter, the recycle bin is excluded.
 */
function selectCopies(filter: Filter, withBin = false): RawBuilder<unknown> {
  const states: Filter['state'] = filter.state ?? (withBin ? ['NEW', 'READ', 'DELETED'] : ['NEW', 'READ']);
  const conditions = conditionsOf(filter, {
    state: null,
    userId: (id) => sql`c.user_id = ${id}`,
    kind: (kinds) => sql`m.kind = any(${kinds}::text[])`,
    q: null,
  });
  const ofText = filter.q === undefined ? [] : [selectCopiesWithText(filter.q, filter.userId)];
  return sql`sys_message_copy c ${filter.kind === undefined ? sql`` : sql`join sys_message m on m.id = c.message_id`}
    where ${all([sql`c.state in (${sql.join(states)})`, ...conditions, ...ofText])}`;
}

/** Copies with matching text: reads each message once, and only those of one person if given. */
function selectCopiesWithText(q: string, userId: string | undefined): RawBuilder<unknown> {
  const own = userId === undefined ? sql`true` : sql`x.id in (select message_id from sys_message_copy where user_id = ${userId})`;
  const has = (pattern: string) =>
    sql`(x.title ilike ${pattern} or x.content ilike ${pattern} or x.params::text ilike ${pattern})`;
  return sql`(c.message_id in (select x.id from sys_message x where ${own} and ${all(patternsOf(q).map(has))})) is true`;
}

interface Tables {
  c: Narrowed<SysMessageCopy, Pick<Message, 'state'>>;
  m: Narrowed<SysMessage, Pick<Row, 'params'>>;
  r: SysUser;
  s: Joined<SysUser>;
}

const rows = rowsOf<Row, Tables>(
  {
    id: 'c.id',
    state: 'c.state',
    kind: 'm.kind',
    template: 'm.template',
    params: 'm.params',
    title: 'm.title',
    content: 'm.content',
    senderId: 'm.sender_id',
    senderName: 's.name',
    recipientId: 'c.user_id',
    recipientName: 'r.name',
    bc: 'm.bc',
    fc: 'm.fc',
    objectId: 'm.object_id',
    link: 'm.link',
    sent: 'm.sent',
    readAt: 'c.read_at',
    deleted: 'c.deleted',
    ended: 'c.ended_at',
    createdAt: 'c.created_at',
  },
  sql`page
    join sys_message_copy c on c.id = page.id
    join sys_message m on m.id = c.message_id
    join sys_user r on r.id = c.user_id
    left join sys_user s on s.id = m.sender_id`,
);

/** The copy in the reader's language. */
const localizeMessage = ({ template, params, ...row }: Row, locale: Locale): Message => ({
  ...row,
  ...renderMessage(locale, { template, params, title: row.title, content: row.content }),
});

const messageList = (query: Omit<Query, 'page' | 'size'>, filter: Filter): List<Row> => ({
  id: sql`c.id`,
  from: selectCopies(filter),
  order: orderOf(query.sort ?? '-createdAt', SORTS, sql`c.id`),
  rows,
});

async function list(db: Kysely<DB>, query: Query, locale: Locale, userId?: string): Promise<Page<Message>> {
  const page = await listPage(db, query, messageList(query, { ...query, userId }));
  return { ...page, list: page.list.map((row) => localizeMessage(row, locale)) };
}

/** For one's own messages, whose recipient is known. */
type UnexportedField =
  | 'id'
  | 'senderId'
  | 'recipientId'
  | 'recipientName'
  | 'bc'
  | 'fc'
  | 'objectId'
  | 'link'
  | 'sent'
  | 'deleted'
  | 'ended';

const sheet = (locale: Locale): SheetColumns<Message, UnexportedField> => ({
  createdAt: { phrase: 'inbox.sent', width: 18, as: 'moment' },
  kind: { phrase: 'inbox.kind', width: 8, cell: ({ kind }) => say(locale, `inbox.kind.${kind}`) },
  state: { phrase: 'inbox.state', width: 10, cell: ({ state }) => say(locale, `inbox.state.${state}`) },
  title: { phrase: 'inbox.message', width: 40 },
  content: { phrase: 'inbox.content', width: 60 },
  senderName: { phrase: 'inbox.sender', width: 14 },
  readAt: { phrase: 'inbox.readAt', width: 18, as: 'moment' },
});

async function count(db: Kysely<DB>, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${selectCopies(filter)}`.execute(db);
  return rows[0]!.total;
}

/** @throws AppError NOT_FOUND if the copy is another user's, or cleared */
const get = async (db: Kysely<DB>, id: string, locale: Locale, userId?: string): Promise<Message> =>
  localizeMessage(await oneRow(db, sql`select c.id from ${selectCopies({ userId }, true)} and c.id = ${id}`, rows), locale);

const TO: Record<'notify' | 'del' | 'clear', { state: 'READ' | 'DELETED' | 'CLEARED'; from: MessageState[] }> = {
  notify: { state: 'READ', from: ['NEW', 'DELETED'] },
  del: { state: 'DELETED', from: ['NEW', 'READ'] },
  clear: { state: 'CLEARED', from: ['DELETED'] },
};

/** Moves copies to a state, skipping those already there. Unread counts update in every window. */
async function change(
  context: WriteContext<Caller>,
  action: keyof typeof TO,
  which: { userId?: string; ids?: readonly string[] | undefined; state?: MessageState | undefined },
): Promise<number> {
  const { state, from } = TO[action];
  const states = which.state ? from.filter((each) => each === which.state) : from;
  if (states.length === 0) return 0;
  const changed = await context.trx
    .updateTable('sys_message_copy')
    .set({
      state,
      ...(state === 'READ' ? { read_at: sql<string>`coalesce(read_at, now())`, deleted: null } : {}),
      ...(state === 'DELETED' ? { deleted: sql<string>`now()` } : {}),
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sys_message_copy')
        .where('state', 'in', states)
        .$if(which.userId !== undefined, (qb) => qb.where('user_id', '=', which.userId!))
        .$if(which.ids !== undefined, (qb) => qb.where('id', 'in', [...which.ids!, sql<string>`null`]))
        .select('id')
        // In one order, since closing messages locks copies of several people.
        .orderBy('id')
        .forUpdate(),
    )
    .returning(['id', 'user_id'])
    .execute();
  for (const userId of new Set(changed.map((row) => row.user_id))) context.emit({ to: [userId], ...EVENTS.message, d: {} });
  if (changed.length > 0)
    context.logChange({ entity: 'sys_message_copy', id: which.ids?.[0] ?? 'all', change: { state, n: changed.length } });
  return changed.length;
}

/** Messages outside the recycle bin go there first, from where they can be restored. @throws AppError ILLEGAL_TRANSITION */
function assertInRecycleBin({ state }: Message): void {
  if (state !== 'DELETED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: state, to: 'CLEARED' } });
}

/** @throws AppError FORBIDDEN for messages about the account itself: a proxy must not be able to hide them */
async function getOthers({ trx, origin, caller }: WriteContext<Caller>, id: string): Promise<Message> {
  const message = await get(trx, id, origin.locale);
  const { template } = await trx
    .selectFrom('sys_message_copy as c')
    .innerJoin('sys_message as m', 'm.id', 'c.message_id')
    .where('c.id', '=', id)
    .select('m.template')
    .executeTakeFirstOrThrow();
  const guarded: readonly string[] = templatesEndedBy('read');
  if (template !== null && guarded.includes(template) && message.recipientId !== caller.userId) throw new AppError('FORBIDDEN');
  return message;
}

export const msgInboxHandlers: Handlers<typeof msgInboxRoutes> = {
  listMine: ({ query }, { db, caller, origin }) => list(db, query, origin.locale, caller.userId),
  exportMine: async ({ query }, { db, caller, origin: { locale } }) => {
    const list = messageList(query, { ...query, userId: caller.userId });
    const rows = async () => mapRows(await everyRow(db, list), (row) => localizeMessage(row, locale));
    return sheetOfRows('messages', sheet(locale), rows, locale);
  },
  countMine: ({ query }, { db, caller }) => count(db, { ...query, userId: caller.userId }),
  // Marking all as read skips the recycle bin: only individual messages are restored.
  notifyAllMine: ({ body }, context) =>
    change(context, 'notify', {
      userId: context.caller.userId,
      ids: body?.ids,
      state: body?.state ?? (body?.ids ? undefined : 'NEW'),
    }),
  deleteAllMine: ({ body }, context) => change(context, 'del', { userId: context.caller.userId, ...body }),
  clearAllMine: ({ body }, context) => change(context, 'clear', { userId: context.caller.userId, ...body }),
  getMine: ({ params }, { db, caller, origin }) => get(db, params.id, origin.locale, caller.userId),
  clearMine: async ({ params }, context) => {
    const { caller, origin, trx } = context;
    assertInRecycleBin(await get(trx, params.id, origin.locale, caller.userId));
    await change(context, 'clear', { userId: caller.userId, ids: [params.id] });
    return null;
  },
  notifyMine: async ({ params }, context) => {
    const { caller, origin, trx } = context;
    await get(trx, params.id, origin.locale, caller.userId);
    await change(context, 'notify', { userId: caller.userId, ids: [params.id] });
    return get(trx, params.id, origin.locale, caller.userId);
  },
  deleteMine: async ({ params }, context) => {
    const { caller, origin, trx } = context;
    await get(trx, params.id, origin.locale, caller.userId);
    await change(context, 'del', { userId: caller.userId, ids: [params.id] });
    return get(trx, params.id, origin.locale, caller.userId);
  },
};

export const everyInboxHandlers: Handlers<typeof everyInboxRoutes> = {
  list: ({ query }, { db, origin }) => list(db, query, origin.locale),
  count: ({ query }, { db }) => count(db, query),
  get: ({ params }, { db, origin }) => get(db, params.id, origin.locale),
  clear: async ({ params }, context) => {
    assertInRecycleBin(await getOthers(context, params.id));
    await change(context, 'clear', { ids: [params.id] });
    return null;
  },
  notify: async ({ params }, context) => {
    await getOthers(context, params.id);
    await change(context, 'notify', { ids: [params.id] });
    return get(context.trx, params.id, context.origin.locale);
  },
  delete: async ({ params }, context) => {
    await getOthers(context, params.id);
    await change(context, 'del', { ids: [params.id] });
    return get(context.trx, params.id, context.origin.locale);
  },
  send: async ({ body }, context) => {
    const [copy] = await send(context, body, [body.userId]);
    return get(context.trx, copy!, context.origin.locale);
  },
  sendBatch: async ({ body }, context) => (await send(context, body, body.userIds)).length,
};

async function send(
  context: WriteContext<Caller>,
  body: { kind: Message['kind']; title: string; content: string; link: string | null },
  to: readonly string[],
): Promise<string[]> {
  const known = await context.trx
    .selectFrom('sys_user')
    .where('id', 'in', [...to])
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  if (known.length !== new Set(to).size) throw new AppError('NOT_FOUND');
  const { kind, title, content, link } = body;
  const copies = await notify(context, { to, kind, title, content, link, senderId: context.caller.userId });
  context.logChange({ entity: 'sys_message', id: copies[0]!, change: { title, recipients: copies.length } });
  return copies;
}
