import { AppError } from '@kuwei/contract/error';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { msgSenderRoutes, Receipt, Receivers, Sending, SendingWhole } from '@kuwei/contract/sys/msg-sender';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import { conditionsOf, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { all, materializeKeys, listPage, orderOf, type SortsOf } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { like, matchesPerson } from '../../db/search.ts';
import type { DB, SysMessage, SysMessageCopy, SysMessageTemplate, SysUser, WmsOrg } from '../../db/types.ts';

/** Written by a person. Messages of the product about documents also have a sender, but use a template. */
const BY_PEOPLE = sql`m.sender_id is not null and m.template is null`;

type Routes = typeof msgSenderRoutes;
type OrgOption = ReplyOf<Routes['selectReceiverOrgs']>['list'][number];

const SENDING = {
  id: 'm.id',
  kind: 'm.kind',
  title: 'm.title',
  state: 'm.state',
  senderName: 'u.name',
  templateName: 't.name',
  recipients: 'c.recipients',
  read: 'c.read',
  sendAt: 'm.send_at',
  sentAt: 'm.sent',
  recalledAt: 'm.recalled_at',
  createdAt: 'm.created_at',
} as const;

interface Tables {
  m: Narrowed<SysMessage, { receivers: Receivers | null }>;
  u: SysUser;
  t: Joined<SysMessageTemplate>;
  c: { recipients: number; read: number };
}

const JOINS = sql`join sys_user u on u.id = m.sender_id
  left join sys_message_template t on t.id = m.template_id
  cross join lateral (select count(*)::int as recipients, count(x.read_at)::int as read
                        from sys_message_copy x where x.message_id = m.id) c`;

type SendingQuery = QueryOf<Routes['listSendings']>;

const SENDING_SORTS: SortsOf<SendingQuery> = {
  createdAt: { by: sql`m.created_at` },
  sentAt: { by: sql`m.sent`, nullable: true },
};

export function listSendings(db: Kysely<DB>, query: SendingQuery): Promise<Page<Sending>> {
  const conditions = conditionsOf(query, {
    state: (states) => sql`m.state = any(${states}::text[])`,
    kind: (kinds) => sql`m.kind = any(${kinds}::text[])`,
    q: (q) => sql`(m.title ilike ${like(q)} or m.content ilike ${like(q)})`,
  });
  return listPage(db, query, {
    id: sql`m.id`,
    from: sql`sys_message m where ${all([BY_PEOPLE, ...conditions])}`,
    order: orderOf(query.sort ?? '-createdAt', SENDING_SORTS, sql`m.id`),
    rows: rowsOf<Sending, Tables>(SENDING, sql`page join sys_message m on m.id = page.id ${JOINS}`),
  });
}

type Whole = Omit<SendingWhole, 'everyone' | 'users' | 'roles' | 'orgs'> & { receivers: Receivers | null };

/** @throws AppError NOT_FOUND, also for messages sent by the product */
export async function getSending(db: Kysely<DB>, id: string, locale: Locale): Promise<SendingWhole> {
  const { rows } = await rowsOf<Whole, Tables>(
    { ...SENDING, content: 'm.content', link: 'm.link', receivers: 'm.receivers' },
    sql`sys_message m ${JOINS} where m.id = ${id} and ${BY_PEOPLE}`,
  ).execute(db);
  const row = rows[0];
  if (!row) throw new AppError('NOT_FOUND');
  const { receivers, ...rest } = row;
  return { ...rest, ...(await loadNames(db, receivers, id, locale)) };
}

/** Messages sent by other calls have no stored selection: their copies name the recipients. */
async function loadNames(db: Kysely<DB>, receivers: Receivers | null, id: string, locale: Locale) {
  const users = receivers
    ? sql`u.id = any(${receivers.userIds}::uuid[])`
    : sql`u.id in (select c.user_id from sys_message_copy c where c.message_id = ${id} limit 1000)`;
  const { rows } = await sql<Pick<SendingWhole, 'users' | 'roles' | 'orgs'>>`
    select coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id) from sys_user u where ${users}), '[]') as users,
           coalesce((select json_agg(json_build_object('id', r.code, 'name', ${named(locale, 'r')}) order by r.sort, r.code)
                       from sys_role r where r.code = any(${receivers?.roles ?? []}::text[])), '[]') as roles,
           coalesce((select json_agg(json_build_object('id', o.id, 'name', ${named(locale, 'o')}) order by o.code)
                       from wms_org o where o.id = any(${receivers?.orgIds ?? []}::uuid[])), '[]') as orgs`.execute(db);
  return { everyone: receivers?.everyone ?? false, ...rows[0]! };
}

type ReceiptQuery = QueryOf<Routes['listReceipts']>;

const RECEIPT_SORTS: SortsOf<ReceiptQuery> = {
  name: { by: sql`u.name collate "zh-x-icu"` },
  readAt: { by: sql`c.read_at`, nullable: true },
};

const receiptRows = rowsOf<Receipt, { c: SysMessageCopy; u: SysUser }>(
  { id: 'c.id', name: 'u.name', username: 'u.username', readAt: 'c.read_at', recalled: sql<boolean>`c.state = 'RECALLED'` },
  sql`page join sys_message_copy c on c.id = page.id join sys_user u on u.id = c.user_id`,
);

export async function listReceipts(db: Kysely<DB>, id: string, query: ReceiptQuery): Promise<Page<Receipt>> {
  const known = await db
    .selectFrom('sys_message')
    .where('id', '=', id)
    .where('sender_id', 'is not', null)
    .where('template', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!known) throw new AppError('NOT_FOUND');
  const conditions = conditionsOf(query, {
    read: (is) => (is ? sql`c.read_at is not null` : sql`c.read_at is null`),
    q: (q) => matchesPerson('u', q),
  });
  return listPage(db, query, {
    id: sql`c.id`,
    from: sql`sys_message_copy c join sys_user u on u.id = c.user_id where ${all([sql`c.message_id = ${id}`, ...conditions])}`,
    order: orderOf(query.sort ?? 'name', RECEIPT_SORTS, sql`c.id`),
    rows: receiptRows,
  });
}

type SelectQuery = QueryOf<Routes['selectPeople']>;
type PersonOption = ReplyOf<Routes['selectPeople']>['list'][number];

export function selectPeople(db: Kysely<DB>, query: SelectQuery): Promise<Page<PersonOption>> {
  const sorts: SortsOf<SelectQuery> = { name: { by: sql`u.name collate "zh-x-icu"` } };
  const conditions = conditionsOf(query, { q: (q) => matchesPerson('u', q) });
  return listPage(db, query, {
    ...materializeKeys(
      sql`sys_user u where ${all([sql`u.deleted_at is null and u.state = 'ACTIVE'`, ...conditions])}`,
      orderOf(query.sort ?? 'name', sorts, sql`u.id`),
      query.q !== undefined,
    ),
    rows: rowsOf<PersonOption, { u: SysUser }>(
      { id: 'u.id', name: 'u.name', username: 'u.username' },
      sql`page join sys_user u on u.id = page.id`,
    ),
  });
}

type OrgQuery = QueryOf<Routes['selectReceiverOrgs']>;

export function selectOrgs(db: Kysely<DB>, query: OrgQuery, locale: Locale): Promise<Page<OrgOption>> {
  const sorts: SortsOf<OrgQuery> = { name: { by: byName(locale, 'o') } };
  const conditions = conditionsOf(query, { q: (q) => matchesNameOrCode('o', q) });
  return listPage(db, query, {
    id: sql`o.id`,
    from: sql`wms_org o where ${all([sql`o.valid`, ...conditions])}`,
    order: orderOf(query.sort ?? 'name', sorts, sql`o.id`),
    rows: orgOptionRows(locale),
  });
}

const orgOptionRows = (locale: Locale) =>
  rowsOf<OrgOption, { o: WmsOrg }>(
    { id: 'o.id', code: 'o.code', name: named(locale, 'o'), type: 'o.type' },
    sql`page join wms_org o on o.id = page.id`,
  );
