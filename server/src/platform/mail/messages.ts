// Mails for inbox messages: a single one, or a daily digest.
import type { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import { t } from '../../phrase.ts';
import type { Params } from '../msg-inbox/notify.ts';
import { renderMessage } from '../msg-inbox/render.ts';
import type { Paragraph } from './letter.ts';
import { canBeMailed, mailChoiceOf } from './outbox.ts';
import { DAILY_MAX, type LetterOf } from './queue.ts';

interface Row {
  kind: (typeof MESSAGE_KINDS)[number];
  template: string | null;
  params: Params;
  title: string;
  content: string;
  link: string | null;
}

const INBOX = '/def/base/msg-inbox';

export const messageLetter: LetterOf = async (trx, { ids, how }, { name, email, active, locale }) => {
  const rows = await unread(trx, ids);
  if (!active || email === null || rows.length === 0) return null;
  const parts = rows.slice(0, DAILY_MAX).map((row): Paragraph => {
    const { title, content } = renderMessage(locale, row);
    const link = row.link === null ? {} : { link: { to: row.link, label: t(locale, 'mail.open') } };
    return how === 'DAILY' ? { title, text: content, ...link } : { text: content, ...link };
  });
  const [first] = rows;
  return {
    locale,
    to: { name, address: email },
    subject: how === 'DAILY' ? t(locale, 'mail.daily', { count: rows.length }) : renderMessage(locale, first!).title,
    parts: [
      ...(how === 'DAILY' ? [{ text: t(locale, 'mail.dailyText', { count: rows.length }) }] : []),
      ...parts,
      ...(how === 'DAILY' || first!.link === null ? [{ text: '', link: { to: INBOX, label: t(locale, 'mail.inbox') } }] : []),
    ],
    foot: t(locale, 'mail.foot'),
  };
};

/** Those still unread, not closed, and still wanted by e-mail. */
async function unread(trx: Trx, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.kind, m.template, m.params, m.title, m.content, m.link
      from sys_message_copy c join sys_message m on m.id = c.message_id join sys_user u on u.id = c.user_id
      left join sys_mail_choice h on h.user_id = c.user_id and h.kind = m.kind
     where c.id = ${anyOf(ids)} and c.state = 'NEW' and ${canBeMailed} and ${mailChoiceOf(sql`m.kind`)} <> 'NONE'
     order by c.created_at, c.id`.execute(trx);
  return rows;
}
