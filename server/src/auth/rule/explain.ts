// Why somebody may see something, and why not: the facts that every reader goes by, told with where to look further.
import type { ExplainedSight, RuleReason } from '@kuwei/contract/auth/rule';
import type { RuleOwner, RuleSubject } from '@kuwei/contract/auth/rule-words';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { listed } from '@kuwei/contract/phrase';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { isPerson } from '../account/record.ts';
import { orgsWithPages, subjectsOf } from './queries.ts';

interface Asked {
  userId: string;
  subjectType: RuleSubject;
  subjectId: string;
}

/** @throws AppError NOT_FOUND */
export async function explainSight(db: Kysely<DB>, asked: Asked, locale: Locale): Promise<ExplainedSight> {
  const [person, subject] = await Promise.all([personOf(db, asked.userId), subjectOf(db, asked, locale)]);
  const [own, rules, orgs] = await Promise.all([
    ownReasons(db, asked, locale),
    rulesAbout(db, asked, locale),
    orgsWithPages(db, asked.userId),
  ]);
  // Rules open rows of pages, and nothing else.
  const pages = orgs.length > 0;
  const reasons = [...own, ...rules.filter(({ why }) => why === null).map(reasonOf)];
  const obstacles: ExplainedSight['obstacles'] = [
    ...(person.active ? [] : [{ kind: 'ACCOUNT' as const, id: null, name: person.name, day: null }]),
    ...(pages ? [] : [{ kind: 'NO_PAGE' as const, id: null, name: person.name, day: null }]),
    ...rules.flatMap(({ id, name, why, day }) => (why === null ? [] : [{ kind: why, id, name, day }])),
  ];
  const sees = person.active && pages && reasons.length > 0;
  const exports = sees && reasons.some((reason) => reason.exports);
  const { active: _, ...who } = person;
  const answer = { person: who, subject: { ...subject, type: asked.subjectType }, sees, exports, reasons, obstacles };
  return { ...answer, sentence: sentenceOf(answer, locale) };
}

async function personOf(db: Kysely<DB>, id: string) {
  const { rows } = await sql<ExplainedSight['person'] & { active: boolean }>`
    select u.id, u.name, u.username, u.state = 'ACTIVE' and (u.until_day is null or u.until_day >= current_date) as active
      from sys_user u where u.id = ${id} and u.deleted_at is null and ${isPerson}`.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND', { field: 'userId' });
  return rows[0];
}

async function subjectOf(db: Kysely<DB>, { subjectType, subjectId }: Asked, locale: Locale) {
  const { rows } = await subjectsOf(subjectType, sql`x.id = ${subjectId}`, locale).execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND', { field: 'subjectId' });
  return rows[0];
}

/** Of an organisation its members, of places whoever works for the organisation that runs them. */
async function ownReasons(db: Kysely<DB>, { userId, subjectType, subjectId }: Asked, locale: Locale): Promise<RuleReason[]> {
  const which = {
    WMS_ORG: sql`o.id = ${subjectId}`,
    WMS_WAREHOUSE: sql`o.id = (select org_id from wms_warehouse where id = ${subjectId})`,
    WMS_CONTAINER: sql`o.id = (select w.org_id from wms_container c join wms_warehouse w on w.id = c.warehouse_id where c.id = ${subjectId})`,
    // Goods of a category are their owners' and their warehouses': nobody's for the category's sake.
    CATEGORY: sql`false`,
  }[subjectType];
  const { rows } = await sql<{ id: string; name: string; untilDay: string | null }>`
    select o.id, ${named(locale, 'o')} as name, m.until_day as "untilDay"
      from wms_org_user h join wms_org_member m on m.org_id = h.org_id and m.user_id = h.user_id join wms_org o on o.id = h.org_id
     where h.user_id = ${userId} and o.valid and ${which}`.execute(db);
  const kind = subjectType === 'WMS_ORG' ? 'MEMBER' : 'WORKS';
  return rows.map((row) => ({ ...row, kind, ownerType: null, exports: true }));
}

type Why = Exclude<ExplainedSight['obstacles'][number]['kind'], 'ACCOUNT' | 'NO_PAGE'>;

interface About {
  id: string;
  ownerType: RuleOwner;
  /** Who has it. */
  name: string;
  exports: boolean;
  untilDay: string | null;
  why: Why | null;
  day: string | null;
}

/** Rules about a thing that are given to the person, a role of theirs or an organisation of theirs, and why one does not count. */
async function rulesAbout(db: Kysely<DB>, { userId, subjectType, subjectId }: Asked, locale: Locale): Promise<About[]> {
  const { rows } = await sql<About>`
    select k.id, k.owner_type as "ownerType", coalesce(u.name, ${named(locale, 'r')}, ${named(locale, 'o')}) as name,
           'EXPORT' = any(k.actions) as exports, k.until_day as "untilDay", x.why,
           case x.why when 'LATER' then k.from_day when 'OVER' then least(k.until_day, k.ended_at::date) end as day
      from sys_rule k
      left join sys_user u on u.id = k.user_id left join sys_role r on r.code = k.role_code left join wms_org o on o.id = k.org_id
      left join wms_org_user m on m.org_id = k.org_id and m.user_id = ${userId}
     cross join lateral (select case
           when k.ended_at is not null or k.until_day < current_date then 'OVER'
           when k.from_day > current_date then 'LATER'
           when r.code is not null and not r.valid then 'ROLE_OFF'
           when o.id is not null and not o.valid then 'ORG_OFF'
           when k.relation is not null and k.relation <> m.relation then 'RELATION' end as why) x
     where k.subject_type = ${subjectType}
       and (k.user_id = ${userId} or m.user_id is not null
            or exists (select from sys_role_grant g where g.user_id = ${userId} and g.role_code = k.role_code
                         and (g.from_day is null or g.from_day <= current_date) and (g.until_day is null or g.until_day >= current_date)))
       and sys_rule_covers(k, ${subjectId})
     order by x.why nulls first, k.created_at desc limit 50`.execute(db);
  return rows;
}

const reasonOf = ({ id, name, ownerType, exports, untilDay }: About): RuleReason => ({
  kind: 'RULE',
  id,
  name,
  ownerType,
  exports,
  untilDay,
});

function sentenceOf(
  { person, subject, sees, exports, reasons, obstacles }: Omit<ExplainedSight, 'sentence'>,
  locale: Locale,
): string {
  const words = { person: person.name, subject: subject.name };
  const by = reasons.map(({ kind, name, ownerType }) =>
    say(locale, kind === 'RULE' ? `rights.rule.why.RULE.${ownerType!}` : `rights.rule.why.${kind}`, { name }),
  );
  if (sees) return say(locale, exports ? 'rights.rule.sees' : 'rights.rule.seesOnly', { ...words, why: listed(locale, by) });
  const but = obstacles.map(({ kind, name, day }) => say(locale, `rights.rule.obstacle.${kind}`, { name, day: day ?? '' }));
  return but.length === 0
    ? say(locale, 'rights.rule.nothing', words)
    : say(locale, 'rights.rule.seesNot', { ...words, why: listed(locale, but) });
}
