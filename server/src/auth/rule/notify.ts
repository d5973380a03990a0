// Notifications about granted and widened rules.
import type { RuleForm } from '@kuwei/contract/auth/rule';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import { joinList } from '@kuwei/contract/phrase';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { say } from '../../phrase.ts';
import { notifyAll } from '../../platform/msg-inbox/notify.ts';

type Context = WriteContext<Caller>;

/** Notifies the people whom rules concern, in this process at once; the database notifies the other processes. */
export async function notifyAffectedPeople({ trx, emit }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct p as id from sys_rule k, sys_rule_people(k.user_id, k.role_code, k.org_id) p where k.id = ${anyOf(ids)}`.execute(
    trx,
  );
  if (rows.length > 0) emit({ to: rows.map(({ id }) => id), ...EVENTS.rights, d: {} });
}

const OWNERS_NAMED = 3;

/**
 * Notifies leaders of the organisations whose goods or places the rules open to others. Categories, reports and menu entries
 * belong to no organisation.
 * @param ids rules that differ only in their owners
 */
export async function notifyLeaders(context: Context, ids: readonly string[], form: RuleForm): Promise<void> {
  const { trx, caller } = context;
  const covered = sql`(k.subject_model = 'all' or x.id = any(i.ids))`;
  const { rows } = await sql<{ org: BothNames; to: string[] }>`
    with rule as materialized (select k.subject_type, k.subject_model, sys_rule_ids(k) as ids from sys_rule k where k.id = ${ids[0]!}),
    opened (id) as (
      select x.id from rule k cross join lateral (select k.ids) i join wms_org x on ${covered} where k.subject_type = 'WMS_ORG'
      union
      select x.org_id from rule k cross join lateral (select k.ids) i join wms_warehouse x on ${covered} and x.deleted_at is null
       where k.subject_type = 'WMS_WAREHOUSE'
      union
      select w.org_id from rule k cross join lateral (select k.ids) i join wms_container x on ${covered} and x.deleted_at is null
        join wms_warehouse w on w.id = x.warehouse_id where k.subject_type = 'WMS_CONTAINER')
    select ${bothNames('o')} as org, array_agg(u.id) as to
      from opened join wms_org o on o.id = opened.id and o.valid and not o.id = ${anyOf(form.ownerIds)}
      join wms_org_user m on m.org_id = o.id and m.relation = 'LEADER'
      join sys_user u on u.id = m.user_id and u.state = 'ACTIVE' and u.deleted_at is null
     where u.id <> ${caller.userId} and not u.id = ${anyOf(form.ownerIds)}
     group by o.id order by o.code`.execute(trx);
  if (rows.length === 0) return;
  const params = await loadParams(context, ids, form);
  await notifyAll(
    context,
    rows.map(({ org, to }) => ({ to, template: 'msg.ruleGiven', params: { ...params, org } })),
  );
}

/** Grantor, owners, subject and last day, as message parameters. */
async function loadParams({ trx, caller }: Context, ids: readonly string[], form: RuleForm) {
  const { rows } = await sql<{ by: string; owners: BothNames[] }>`
    select (select name from sys_user where id = ${caller.userId}) as by, array(
      select coalesce(json_build_object('zh', u.name, 'en', u.name),
               (select ${bothNames('r')} from sys_role r where r.code = k.role_code), (select ${bothNames('o')} from wms_org o where o.id = k.org_id))
        from sys_rule k left join sys_user u on u.id = k.user_id
       where k.id = ${anyOf(ids)} order by k.id limit ${OWNERS_NAMED}) as owners`.execute(trx);
  const { by, owners } = rows[0]!;
  const both = (words: (locale: Locale) => string): BothNames =>
    Object.fromEntries(LOCALES.map((locale) => [locale, words(locale)])) as unknown as BothNames;
  return {
    by,
    owner: both((locale) => {
      const names = joinList(
        locale,
        owners.map((owner) => owner[locale]),
      );
      return ids.length > OWNERS_NAMED ? say(locale, 'part.ruleOwners', { names, n: ids.length }) : names;
    }),
    what: both((locale) => say(locale, form.actions.includes('EXPORT') ? 'part.ruleExports' : 'part.ruleSees')),
    days: both((locale) =>
      form.untilDay === null ? say(locale, 'part.ruleLasts') : say(locale, 'part.ruleUntil', { day: form.untilDay }),
    ),
  };
}
