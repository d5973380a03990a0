import { AppError } from '@kuwei/contract/error';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { msgSenderRoutes, Receipt, Receivers, Sending, SendingWhole } from '@kuwei/contract/sys/msg-sender';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, listPage, orderOf } from '../db/list.ts';
import { byName, named, namedLike } from '../db/named.ts';
import { like } from '../db/search.ts';
import type { DB } from '../db/types.ts';

/** Written by a person. What the product tells about documents is theirs as well, but made from phrases. */
const BY_PEOPLE = sql`m.sender_id is not null and m.template is null`;

type Routes = typeof msgSenderRoutes;
type OrgOption = ReplyOf<Routes['selectReceiverOrgs']>['list'][number];

const sendingColumns = sql`m.id, m.kind, m.title, m.state, u.name as "senderName", t.name as "templateName",
  c.recipients, c.read, m.send_at as "sendAt", m.sent as "sentAt", m.recalled_at as "recalledAt", m.created_at as "createdAt"`;
const sendingJoins = sql`join sys_user u on u.id = m.sender_id
  left join sys_message_template t on t.id = m.template_id
  cross join lateral (select count(*)::int as recipients, count(x.read_at)::int as read
                        from sys_message_copy x where x.message_id = m.id) c`;

export function listSendings(db: Kysely<DB>, query: QueryOf<Routes['listSendings']>): Promise<Page<Sending>> {
  const conditions: RawBuilder<unknown>[] = [BY_PEOPLE];
  if (query.state !== undefined) conditions.push(sql`m.state = any(${query.state}::text[])`);
  if (query.kind !== undefined) conditions.push(sql`m.kind = any(${query.kind}::text[])`);
  if (query.q !== undefined) conditions.push(sql`(m.title ilike ${like(query.q)} or m.content ilike ${like(query.q)})`);
  const sorts = { createdAt: { by: sql`m.created_at` }, sentAt: { by: sql`m.sent`, nullable: true } } as const;
  return listPage(db, query, {
    id: sql`m.id`,
    from: sql`sys_message m where ${all(conditions)}`,
    order: orderOf(query.sort ?? '-createdAt', sorts, sql`m.id`),
    rows: sql<Sending>`select ${sendingColumns} from page join sys_message m on m.id = page.id ${sendingJoins}`,
  });
}

/** @throws AppError NOT_FOUND, also for messages that the product itself sent */
export async function getSending(db: Kysely<DB>, id: string, locale: Locale): Promise<SendingWhole> {
  const { rows } = await sql<Omit<SendingWhole, 'everyone' | 'users' | 'roles' | 'orgs'> & { receivers: Receivers | null }>`
    select ${sendingColumns}, m.content, m.link, m.receivers from sys_message m ${sendingJoins} where m.id = ${id} and ${BY_PEOPLE}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new AppError('NOT_FOUND');
  const { receivers, ...rest } = row;
  return { ...rest, ...(await namesOf(db, receivers, id, locale)) };
}

/** A message to people named one by one by another call keeps no choice: its copies say who they are. */
async function namesOf(db: Kysely<DB>, receivers: Receivers | null, id: string, locale: Locale) {
  const users = receivers
    ? sql`u.id = any(${receivers.userIds}::uuid[])`
    : sql`u.id in (select c.user_id from sys_message_copy c where c.message_id = ${id} limit 1000)`;
  const { rows } = await sql<Pick<SendingWhole, 'users' | 'roles' | 'orgs'>>`
    select coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name) from sys_user u where ${users}), '[]') as users,
           coalesce((select json_agg(json_build_object('id', r.code, 'name', ${named(locale, 'r')}) order by r.sort)
                       from sys_role r where r.code = any(${receivers?.roles ?? []}::text[])), '[]') as roles,
           coalesce((select json_agg(json_build_object('id', o.id, 'name', ${named(locale, 'o')}) order by o.code)
                       from wms_org o where o.id = any(${receivers?.orgIds ?? []}::uuid[])), '[]') as orgs`.execute(db);
  return { everyone: receivers?.everyone ?? false, ...rows[0]! };
}

export async function listReceipts(db: Kysely<DB>, id: string, query: QueryOf<Routes['listReceipts']>): Promise<Page<Receipt>> {
  const known = await db
    .selectFrom('sys_message')
    .where('id', '=', id)
    .where('sender_id', 'is not', null)
    .where('template', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!known) throw new AppError('NOT_FOUND');
  const conditions: RawBuilder<unknown>[] = [sql`c.message_id = ${id}`];
  if (query.read !== undefined) conditions.push(query.read ? sql`c.read_at is not null` : sql`c.read_at is null`);
  if (query.q !== undefined) conditions.push(sql`(u.name ilike ${like(query.q)} or u.username ilike ${like(query.q)})`);
  const sorts = { name: { by: sql`u.name collate "zh-x-icu"` }, readAt: { by: sql`c.read_at`, nullable: true } } as const;
  return listPage(db, query, {
    id: sql`c.id`,
    from: sql`sys_message_copy c join sys_user u on u.id = c.user_id where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'name', sorts, sql`c.id`),
    rows: sql<Receipt>`
      select c.id, u.name, u.username, c.read_at as "readAt", c.state = 'RECALLED' as recalled
        from page join sys_message_copy c on c.id = page.id join sys_user u on u.id = c.user_id`,
  });
}

type SelectQuery = QueryOf<Routes['selectPeople']>;

export function selectPeople(db: Kysely<DB>, query: SelectQuery): Promise<Page<{ id: string; name: string; username: string }>> {
  const conditions: RawBuilder<unknown>[] = [sql`u.deleted_at is null and u.state = 'ACTIVE'`];
  if (query.q !== undefined) conditions.push(sql`(u.name ilike ${like(query.q)} or u.username ilike ${like(query.q)})`);
  return listPage(db, query, {
    id: sql`u.id`,
    from: sql`sys_user u where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'name', { name: { by: sql`u.name collate "zh-x-icu"` } }, sql`u.id`),
    rows: sql`select u.id, u.name, u.username from page join sys_user u on u.id = page.id`,
  });
}

export function selectOrgs(db: Kysely<DB>, query: SelectQuery, locale: Locale): Promise<Page<OrgOption>> {
  const conditions: RawBuilder<unknown>[] = [sql`o.valid`];
  if (query.q !== undefined) conditions.push(namedLike('o', like(query.q)));
  return listPage(db, query, {
    id: sql`o.id`,
    from: sql`wms_org o where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'name', { name: { by: byName(locale, 'o') } }, sql`o.id`),
    rows: sql<OrgOption>`select o.id, o.code, ${named(locale, 'o')} as name, o.type from page join wms_org o on o.id = page.id`,
  });
}
