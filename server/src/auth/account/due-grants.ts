// Starts and ends grants, memberships, rules and accounts by date. Reads check the dates themselves and do not depend on this
// job; it updates sessions and notifies people.
import type { RuleSubject } from '@kuwei/contract/auth/rule-words';
import { EVENTS } from '@kuwei/contract/event';
import type { LogEntity } from '@kuwei/contract/sys/log';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { say } from '../../phrase.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { updateUndoVersions } from '../../platform/import/undo.ts';
import { notifyAll, type Notice } from '../../platform/msg-inbox/notify.ts';
import { endAllSessions } from '../session/end.ts';
import { ACCOUNTS } from './record.ts';
import { lockRights } from './write.ts';

/** Limit for each kind in one run; the rest follows a minute later. */
const BATCH_MAX = 1_000;

type Context = WriteContext<Caller>;

/** @returns how many have begun or ended */
export async function applyDueGrants(services: Services): Promise<number> {
  const due = await sql`
    select from sys_role_grant where (not begun and from_day <= current_date) or until_day < current_date union all
    select from wms_org_member where (not begun and from_day <= current_date) or until_day < current_date union all
    select from sys_rule where ended_at is null and ((not begun and from_day <= current_date) or until_day < current_date) union all
    select from sys_user where until_day < current_date and state = 'ACTIVE' and deleted_at is null limit 1`.execute(services.db);
  if (due.rows.length === 0) return 0;
  return runAsSystem(services, 'rights that begin and end', async (context) => {
    await lockRights(context);
    const begun = await beginGrants(context);
    const ended = [
      ...(await endRoles(context)),
      ...(await endMemberships(context)),
      ...(await endRules(context)),
      ...(await endAccounts(context)),
    ];
    await notifyAll(context, ended.filter(({ begun = true }) => begun).flatMap(noticesOf));
    return begun + ended.length;
  });
}

/** The database notifies the holders' sessions. */
async function beginGrants({ trx }: Context): Promise<number> {
  const counts = await Promise.all(
    (['sys_role_grant', 'wms_org_member', 'sys_rule'] as const).map(async (table) => {
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set begun = true where not begun and from_day <= current_date`.execute(trx);
      return Number(numAffectedRows ?? 0);
    }),
  );
  return counts.reduce((one, other) => one + other, 0);
}

interface Ended {
  template: 'msg.roleEnded' | 'msg.membershipEnded' | 'msg.accountEnded' | 'msg.ruleEnded';
  /** The holder; for a rule, everyone who is notified, and what the log names. */
  userId: string;
  also?: string[];
  entity?: LogEntity;
  name: string;
  /** The grantor, who is notified as well. */
  by: string | null;
  what: BothNames;
  day: string;
  /** Omitted if it was in force. A grant that never began ends without a notice. */
  begun?: boolean;
}

const nameOf = sql`(select u.name from sys_user u where u.id = d.user_id)`;

async function endRoles(context: Context): Promise<Ended[]> {
  const { rows } = await sql<Omit<Ended, 'template'>>`
    with due as (select user_id, role_code from sys_role_grant where until_day < current_date limit ${BATCH_MAX}),
         d as (delete from sys_role_grant g using due where g.user_id = due.user_id and g.role_code = due.role_code
               returning g.user_id, g.role_code, g.granted_by, g.until_day, g.begun)
    select d.user_id as "userId", ${nameOf} as name, d.granted_by as by, ${bothNames('r')} as what, d.until_day as day, d.begun
      from d join sys_role r on r.code = d.role_code`.execute(context.trx);
  return logEnds(context, rows, 'msg.roleEnded');
}

async function endMemberships(context: Context): Promise<Ended[]> {
  const { rows } = await sql<Omit<Ended, 'template'>>`
    with due as (select user_id, org_id from wms_org_member where until_day < current_date limit ${BATCH_MAX}),
         d as (delete from wms_org_member g using due where g.user_id = due.user_id and g.org_id = due.org_id
               returning g.user_id, g.org_id, g.granted_by, g.until_day, g.begun)
    select d.user_id as "userId", ${nameOf} as name, d.granted_by as by, ${bothNames('o')} as what, d.until_day as day, d.begun
      from d join wms_org o on o.id = d.org_id`.execute(context.trx);
  return logEnds(context, rows, 'msg.membershipEnded');
}

/**
 * Notifies the person, or the leaders of the organisation. Members of a role are not notified; the person who granted the rule
 * always is.
 */
async function endRules(context: Context): Promise<Ended[]> {
  const { rows } = await sql<Omit<Ended, 'template'> & { also: string[]; type: RuleSubject }>`
    with due as (select id from sys_rule where ended_at is null and until_day < current_date order by id limit ${BATCH_MAX})
    update sys_rule k set ended_at = now(), rev = rev + 1, updated_at = now() from due where k.id = due.id
    returning k.id as "userId", k.created_by as by, k.until_day as day, k.subject_type as type,
      coalesce((select u.name from sys_user u where u.id = k.user_id), (select r.name from sys_role r where r.code = k.role_code),
               (select o.name from wms_org o where o.id = k.org_id)) as name,
      array(select k.user_id where k.user_id is not null union
            select m.user_id from wms_org_user m where m.org_id = k.org_id and m.relation = 'LEADER') as also`.execute(
    context.trx,
  );
  const ended = rows.map(({ type, ...row }) => ({ ...row, entity: 'sys_rule' as const, what: bothSubjects(type) }));
  return logEnds(context, ended, 'msg.ruleEnded');
}

const bothSubjects = (type: RuleSubject): BothNames => ({
  zh: say('zh', `part.subject.${type}`),
  en: say('en', `part.subject.${type}`),
});

/** The owner learns of it at the next sign-in; the last editor is notified. */
async function endAccounts(context: Context): Promise<Ended[]> {
  const { trx } = context;
  const { rows } = await sql<Omit<Ended, 'template'> & { rev: number }>`
    with due as (select id from sys_user where until_day < current_date and state = 'ACTIVE' and deleted_at is null
                  order by id limit ${BATCH_MAX} for no key update)
    update sys_user u set state = 'DISABLED', rev = rev + 1 from due where u.id = due.id
    returning u.id as "userId", u.rev, u.name, u.updated_by as by, json_build_object('zh', u.username, 'en', u.username) as what, u.until_day as day`.execute(
    trx,
  );
  await updateUndoVersions(
    trx,
    rows.map(({ userId, rev }) => ({ id: userId, left: rev - 1, rev })),
  );
  for (const { userId } of rows) {
    await endAllSessions(trx, userId, 'DISABLED');
    context.emit({ to: [userId], ...EVENTS.rights, d: {} });
  }
  return logEnds(context, rows, 'msg.accountEnded');
}

function logEnds(context: Context, rows: readonly Omit<Ended, 'template'>[], template: Ended['template']): Ended[] {
  for (const { userId, entity = ACCOUNTS, what, day } of rows)
    context.logChange({ entity, id: userId, change: { expired: what.zh, untilDay: day } });
  return rows.map((row) => ({ ...row, template }));
}

function noticesOf({ template, userId, also = [userId], name, by, what, day }: Ended): Notice[] {
  const params = { name, what, day };
  return [
    ...(template === 'msg.accountEnded' || also.length === 0 ? [] : [{ to: also, template, params }]),
    ...(by === null || also.includes(by) ? [] : [{ to: [by], template, params }]),
  ];
}
