import type { Locale } from '@kuwei/contract/constants';
import type { Mail, mailRoutes } from '@kuwei/contract/sys/mail';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely } from 'kysely';
import { conditionsOf, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, SysMail, SysMessage, SysUser } from '../../db/types.ts';
import type { Params } from '../msg-inbox/notify.ts';
import { renderMessage } from '../msg-inbox/render.ts';

type Query = QueryOf<(typeof mailRoutes)['listMails']>;
type Row = Mail & { template: string | null; params: Params | null; content: string | null };

interface Tables {
  x: SysMail;
  u: SysUser;
  m: Narrowed<Joined<SysMessage>, { params: Params | null }>;
}

const rows = rowsOf<Row, Tables>(
  {
    id: 'x.id',
    kind: 'x.kind',
    how: 'x.how',
    state: 'x.state',
    userId: 'x.user_id',
    userName: 'u.name',
    username: 'u.username',
    address: 'x.address',
    tries: 'x.tries',
    fault: 'x.fault',
    answer: 'x.answer',
    dueAt: 'x.due_at',
    sentAt: 'x.sent_at',
    createdAt: 'x.created_at',
    title: 'm.title',
    content: 'm.content',
    template: 'm.template',
    params: 'm.params',
  },
  sql`page join sys_mail x on x.id = page.id join sys_user u on u.id = x.user_id
    left join sys_message_copy c on c.id = x.id left join sys_message m on m.id = c.message_id`,
);

const SORTS: SortsOf<Query> = { createdAt: { by: sql`x.created_at` } };

const mailList = (query: Query): List<Row> => {
  const conditions = conditionsOf(query, {
    state: (states) => (states.length === 1 ? sql`x.state = ${sql.lit(states[0])}` : sql`x.state = any(${states}::text[])`),
    // Finds users first: they are few.
    q: (q) => sql`x.user_id = any(array(select u.id from sys_user u where ${matchesText(sql`u.search`, q)} limit 1000))`,
  });
  return {
    id: sql`x.id`,
    from: sql`sys_mail x where ${all(conditions)}`,
    order: orderOf(query.sort ?? '-createdAt', SORTS, sql`x.id`),
    rows,
  };
};

const shown = ({ template, params, content, ...row }: Row, locale: Locale): Mail => ({
  ...row,
  title:
    row.title === null
      ? null
      : renderMessage(locale, { template, params: params ?? {}, title: row.title, content: content ?? '' }).title,
});

export async function listMails(db: Kysely<DB>, query: Query, locale: Locale): Promise<Page<Mail>> {
  const page = await listPage(db, query, mailList(query));
  return { ...page, list: page.list.map((row) => shown(row, locale)) };
}

/** @throws AppError NOT_FOUND */
export const getMail = async (db: Kysely<DB>, id: string, locale: Locale): Promise<Mail> =>
  shown(await oneRow(db, sql`select x.id from sys_mail x where x.id = ${id}`, rows), locale);

/** Counted up to the cap of lists. */
export async function countMails(db: Kysely<DB>): Promise<{ queued: number; failed: number }> {
  const { rows: counted } = await sql<{ queued: number; failed: number }>`
    select (select count(*)::int from (select from sys_mail where state = 'QUEUED' limit 1001) q) as queued,
           (select count(*)::int from (select from sys_mail where state = 'FAILED' limit 1001) f) as failed`.execute(db);
  return counted[0]!;
}
