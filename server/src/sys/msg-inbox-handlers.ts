import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Locale } from '@kuwei/contract/constants';
import type { everyInboxRoutes, Message, MessageState, msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { mustFitSheet } from '../db/list.ts';
import { orderBy, pageOf } from '../db/page.ts';
import { anyOf } from '../db/rows.ts';
import { like } from '../db/search.ts';
import type { DB } from '../db/types.ts';
import type { Handlers } from '../http/register.ts';
import { say } from '../phrase.ts';
import { templatesEndedBy } from './messages.ts';
import { notify, type Params } from './notify.ts';
import { cellsOf, sheetOf, type Cells, type Column } from './workbook.ts';

const SORTS = { createdAt: sql.ref('c.created_at') };
/** Messages of an export that are read at once. */
const CHUNK = 1_000;

interface Filter {
  userId?: string;
  q?: string | undefined;
  state?: MessageState[] | undefined;
  kind?: Message['kind'][] | undefined;
}

type Row = Omit<Message, 'title' | 'content'> & { template: string | null; params: unknown; title: string; content: string };

/**
 * Without a state asked for, the recycle bin is left out. Every copy has its message and its reader: joined so, a count that
 * asks nothing of them does not look them up.
 */
function messages(db: Kysely<DB>, filter: Filter, withBin = false) {
  return db
    .selectFrom('sys_message_copy as c')
    .leftJoin('sys_message as m', 'm.id', 'c.message_id')
    .leftJoin('sys_user as r', 'r.id', 'c.user_id')
    .leftJoin('sys_user as s', 's.id', 'm.sender_id')
    .where('c.state', 'in', filter.state ?? (withBin ? ['NEW', 'READ', 'DELETED'] : ['NEW', 'READ']))
    .$if(filter.userId !== undefined, (qb) => qb.where('c.user_id', '=', filter.userId!))
    .$if(filter.kind !== undefined, (qb) => qb.where('m.kind', 'in', filter.kind!))
    .$if(filter.q !== undefined, (qb) =>
      qb.where((eb) =>
        eb.or(
          ['m.title', 'm.content', sql.raw<string>('m.params::text')].map((column) =>
            eb(column as 'm.title', 'ilike', like(filter.q!)),
          ),
        ),
      ),
    );
}

type Selectable = ReturnType<typeof messages>;

const select = (query: Selectable): SelectQueryBuilder<never, never, Row> =>
  query.select([
    'c.id',
    'c.state',
    'm.kind',
    'm.template',
    'm.params',
    'm.title',
    'm.content',
    'm.sender_id as senderId',
    's.name as senderName',
    'c.user_id as recipientId',
    'r.name as recipientName',
    'm.bc',
    'm.fc',
    'm.object_id as objectId',
    'm.link',
    'm.sent',
    'c.read_at as readAt',
    'c.deleted',
    'c.ended_at as ended',
    'c.created_at as createdAt',
  ]) as never;

/** The copy in the reader's language. */
function shown({ template, params, ...row }: Row, locale: Locale): Message {
  if (template === null) return row;
  const given = Object.entries(params as Params);
  const values = Object.fromEntries(given.map(([key, value]) => [key, typeof value === 'object' ? value[locale] : value]));
  return { ...row, title: say(locale, template, values), content: say(locale, `${template}.text`, values) };
}

async function list(db: Kysely<DB>, query: Filter & { page: number; size: number; sort?: string | undefined }, locale: Locale) {
  const page = await pageOf(db, query, select(messages(db, query)), SORTS, '-createdAt', sql`c.id`);
  return { ...page, list: page.list.map((row) => shown(row, locale)) };
}

/** Copies that are still there, in the order of their ids. */
async function* messagesOf(db: Kysely<DB>, ids: readonly string[], locale: Locale): AsyncGenerator<Message> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const part = ids.slice(from, from + CHUNK);
    const rows = await select(messages(db, {}, true).where('c.id', '=', anyOf(part))).execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of part) {
      const row = found.get(id);
      if (row) yield shown(row, locale);
    }
  }
}

const columns: Column[] = [
  { key: 'createdAt', phrase: 'inbox.sent', width: 18, as: 'moment' },
  { key: 'kind', phrase: 'inbox.kind', width: 8 },
  { key: 'state', phrase: 'inbox.state', width: 10 },
  { key: 'title', phrase: 'inbox.message', width: 40 },
  { key: 'content', phrase: 'inbox.content', width: 60 },
  { key: 'senderName', phrase: 'inbox.sender', width: 14 },
  { key: 'readAt', phrase: 'inbox.readAt', width: 18, as: 'moment' },
];

const messageCells =
  (locale: Locale) =>
  (row: Message): Cells => ({
    createdAt: row.createdAt,
    kind: say(locale, `inbox.kind.${row.kind}`),
    state: say(locale, `inbox.state.${row.state}`),
    title: row.title,
    content: row.content,
    senderName: row.senderName,
    readAt: row.readAt,
  });

async function count(db: Kysely<DB>, filter: Filter): Promise<number> {
  const { total } = await messages(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** @throws AppError NOT_FOUND where the copy is another user's, or cleared */
async function get(db: Kysely<DB>, id: string, locale: Locale, userId?: string): Promise<Message> {
  const row = await select(messages(db, userId === undefined ? {} : { userId }, true).where('c.id', '=', id)).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return shown(row, locale);
}

const TO: Record<'notify' | 'del' | 'clear', { state: 'READ' | 'DELETED' | 'CLEARED'; from: MessageState[] }> = {
  notify: { state: 'READ', from: ['NEW', 'DELETED'] },
  del: { state: 'DELETED', from: ['NEW', 'READ'] },
  clear: { state: 'CLEARED', from: ['DELETED'] },
};

/** Moves copies on; one that is already there stays as it is. The number of unread messages follows in every window. */
async function change(
  context: WriteContext<Caller>,
  action: keyof typeof TO,
  which: { userId?: string; ids?: readonly string[] | undefined; state?: MessageState | undefined },
): Promise<number> {
  const { state, from } = TO[action];
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
        .where('state', 'in', which.state ? from.filter((each) => each === which.state) : from)
        .$if(which.userId !== undefined, (qb) => qb.where('user_id', '=', which.userId!))
        .$if(which.ids !== undefined, (qb) => qb.where('id', 'in', [...which.ids!, sql<string>`null`]))
        .select('id')
        // In one order: the end of what many were told locks copies of several people.
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

/** What is not in the recycle bin goes there first: from there it can be restored. @throws AppError ILLEGAL_TRANSITION */
function mustBeInBin({ state }: Message): void {
  if (state !== 'DELETED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: state, to: 'CLEARED' } });
}

/** @throws AppError FORBIDDEN for what a person is told about their account: who acts as them cannot hide it, in either name */
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
  listMine: ({ query }, { db, caller, origin }) => list(db, { ...query, userId: caller.userId }, origin.locale),
  exportMine: async ({ query }, { db, caller, origin: { locale } }) => {
    const filter = { ...query, userId: caller.userId };
    const keys = await messages(db, filter)
      .select('c.id')
      .orderBy(orderBy(query.sort ?? '-createdAt', SORTS, sql`c.id`))
      .limit(EXPORT_ROWS_MAX + 1)
      .execute();
    mustFitSheet(keys.length);
    const ids = keys.map(({ id }) => id);
    return sheetOf('messages', columns, cellsOf(messagesOf(db, ids, locale), messageCells(locale)), locale);
  },
  countMine: ({ query }, { db, caller }) => count(db, { ...query, userId: caller.userId }),
  // Marking all read leaves the recycle bin alone: only a message named one by one is restored.
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
    mustBeInBin(await get(trx, params.id, origin.locale, caller.userId));
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
    mustBeInBin(await getOthers(context, params.id));
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
