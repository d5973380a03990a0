// Why somebody may see something, and why not: the facts that every reader goes by, told with where to look further.
import { POWERS } from '@kuwei/contract/access';
import type { ExplainedSight, RuleReason } from '@kuwei/contract/auth/rule';
import {
  opensRows,
  type MEMBER_WHY_NOT,
  type RecordSubject,
  type RowSubject,
  type RULE_WHY_NOT,
  type RuleOwner,
  type RuleSubject,
} from '@kuwei/contract/auth/rule-words';
import { whyKey } from '@kuwei/contract/auth/rule-why';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import * as f from '@kuwei/contract/field';
import { ORG_TYPE_OF, type OrgType } from '@kuwei/contract/org';
import { listed } from '@kuwei/contract/phrase';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { holds } from '../../sys/people.ts';
import { opensLast } from '../../sys/menu/opened.ts';
import { isPerson } from '../account/record.ts';
import { lookAtEntry } from './explain-entry.ts';
import { orgsWithPages, subjectsOf } from './queries.ts';

interface Asked {
  userId: string;
  subjectType: RuleSubject;
  subjectId: string;
}

type Obstacle = ExplainedSight['obstacles'][number];
const of = (kind: Obstacle['kind'], name = ''): Obstacle => ({ kind, id: null, name, day: null, of: [] });

/** What is known but for the sentence. */
type Answer = Omit<ExplainedSight, 'sentence'>;

/** @throws AppError NOT_FOUND */
export async function explainSight(db: Kysely<DB>, asked: Asked, locale: Locale): Promise<ExplainedSight> {
  const { subjectType: type } = asked;
  const { active, ...person } = await personOf(db, asked.userId);
  const account = active ? [] : [of('ACCOUNT', person.name)];
  const { sees, exports, reasons, obstacles, ...found } = opensRows(type)
    ? await rowSeen(db, { ...asked, subjectType: type }, locale)
    : type === 'REPORT'
      ? await reportSeen(db, { ...asked, subjectType: type }, locale)
      : await entrySeen(db, asked, locale);
  const atWork = active && !sees && type === 'WMS_ORG' ? await departmentsOf(db, asked.userId, locale) : [];
  const answer: Answer = {
    person,
    subject: { ...found.subject, type },
    sees: active && sees,
    exports: active && exports,
    reasons,
    obstacles: [...account, ...obstacles],
  };
  const sentence = sentenceOf(answer, locale);
  return {
    ...answer,
    sentence: atWork.length === 0 ? sentence : sentence + say(locale, 'rights.rule.atWork', { names: atWork }),
  };
}

/** Names of the departments that somebody works for: what comes to their warehouses is seen there, whoever owns it. */
async function departmentsOf(db: Kysely<DB>, userId: string, locale: Locale): Promise<string[]> {
  const orgs = await orgsWithPages(db, userId);
  const { rows } = await sql<{ name: string }>`
    select ${named(locale, 'o')} as name from wms_org o where o.id = any(${orgs}::uuid[]) and o.type = 'WAREHOUSE' order by o.code`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

type RecordAsked<S extends RecordSubject> = Asked & { subjectType: S };

async function rowSeen(db: Kysely<DB>, asked: RecordAsked<RowSubject>, locale: Locale) {
  const subject = await subjectOf(db, asked, locale);
  // Rules open rows of pages, and nothing else.
  const orgs = await orgsWithPages(db, asked.userId);
  const pages = orgs.length > 0;
  const [places, rules] = await Promise.all([
    placesIn(db, asked, orgs, locale),
    rulesAbout(db, { ...asked, orgs }, sql`sys_rule_covers(k, ${asked.subjectId})`, locale),
  ]);
  const reasons = [...places.reasons, ...reasonsIn(rules)];
  const noPage = pages ? [] : [of('NO_PAGE')];
  const sees = pages && reasons.length > 0;
  const exports = sees && reasons.some((reason) => reason.exports);
  return { subject, sees, exports, reasons, obstacles: [...noPage, ...places.obstacles, ...obstaclesIn(rules)] };
}

/** @throws AppError NOT_FOUND */
async function reportSeen(db: Kysely<DB>, asked: RecordAsked<'REPORT'>, locale: Locale) {
  const subject = await subjectOf(db, asked, locale);
  const [{ rows }, rules] = await Promise.all([
    sql<{ published: boolean; roles: { code: string; name: string }[] }>`
      select p.state = 'PUBLISHED' as published, coalesce((
               select json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}) order by r.sort, r.code)
                 from sys_user_role h join sys_role r on r.code = h.role_code
                where h.user_id = ${asked.userId} and (r.code = any(p.roles)
                   or exists (select from sys_role_power x where x.role_code = r.code and x.power_code = ${POWERS.report}))), '[]') as roles
        from sys_report p where p.id = ${asked.subjectId}`.execute(db),
    rulesAbout(db, asked, sql`sys_rule_covers(k, ${asked.subjectId})`, locale),
  ]);
  const { published, roles } = rows[0]!;
  const byRole = {
    kind: 'ROLE' as const,
    id: subject.id,
    name: listed(
      locale,
      roles.map(({ name }) => name),
    ),
    ownerType: null,
    exports: true,
    untilDay: null,
    of: roles,
  };
  const reasons = [...(roles.length > 0 ? [byRole] : []), ...reasonsIn(rules)];
  const draft = published ? [] : [of('DRAFT')];
  const sees = published && reasons.length > 0;
  const exports = sees && reasons.some((reason) => reason.exports);
  return { subject, sees, exports, reasons, obstacles: [...draft, ...obstaclesIn(rules)] };
}

/** @throws AppError NOT_FOUND */
async function entrySeen(db: Kysely<DB>, asked: Asked, locale: Locale) {
  const { subject, chain, seen, reasons, obstacles } = await lookAtEntry(db, asked, locale);
  const rules = await rulesAbout(db, asked, opensLast(chain), locale);
  return {
    subject,
    sees: seen,
    exports: false,
    reasons: [...reasons, ...reasonsIn(rules)],
    obstacles: [...obstacles, ...obstaclesIn(rules)],
  };
}

async function personOf(db: Kysely<DB>, id: string) {
  const { rows } = await sql<ExplainedSight['person'] & { active: boolean }>`
    select u.id, u.name, u.username, u.state = 'ACTIVE' and (u.until_day is null or u.until_day >= current_date) as active
      from sys_user u where u.id = ${id} and u.deleted_at is null and ${isPerson}`.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND', { field: 'userId' });
  return rows[0];
}

async function subjectOf(db: Kysely<DB>, { subjectType, subjectId }: RecordAsked<RecordSubject>, locale: Locale) {
  const isId = f.id.safeParse(subjectId).success;
  const { rows } = isId ? await subjectsOf(subjectType, sql`x.id = ${subjectId}`, locale).execute(db) : { rows: [] };
  if (!rows[0]) throw new AppError('NOT_FOUND', { field: 'subjectId' });
  return rows[0];
}

interface Place {
  id: string;
  name: string;
  type: OrgType;
  untilDay: string | null;
  why: Exclude<(typeof MEMBER_WHY_NOT)[number], `MEMBER_ROLE${string}`> | null;
  day: string | null;
}

/** Of an organisation its members, of places whoever works for the organisation that runs them; and which of these do not count, and why. */
async function placesIn(
  db: Kysely<DB>,
  { userId, subjectType, subjectId }: RecordAsked<RowSubject>,
  orgs: readonly string[],
  locale: Locale,
): Promise<{ reasons: RuleReason[]; obstacles: Obstacle[] }> {
  const which = {
    WMS_ORG: sql`o.id = ${subjectId}`,
    WMS_WAREHOUSE: sql`o.id = (select org_id from wms_warehouse where id = ${subjectId})`,
    WMS_CONTAINER: sql`o.id = (select w.org_id from wms_container c join wms_warehouse w on w.id = c.warehouse_id where c.id = ${subjectId})`,
    // Goods of a category are their owners' and their warehouses': nobody's for the category's sake.
    CATEGORY: sql`false`,
  }[subjectType];
  const { rows } = await sql<Place>`
    select o.id, ${named(locale, 'o')} as name, o.type, m.until_day as "untilDay", x.why,
           case x.why when 'MEMBER_LATER' then m.from_day when 'MEMBER_OVER' then m.until_day end as day
      from wms_org_member m join wms_org o on o.id = m.org_id
     cross join lateral (select case
           when m.until_day < current_date then 'MEMBER_OVER'
           when m.from_day > current_date then 'MEMBER_LATER'
           when not o.valid then 'MEMBER_OFF' end as why) x
     where m.user_id = ${userId} and ${which}`.execute(db);
  const working = new Set(orgs);
  const kind = subjectType === 'WMS_ORG' ? 'MEMBER' : 'WORKS';
  const counts = (place: Place): boolean => place.why === null && working.has(place.id);
  const roles = await rolesFor(db, userId, rows, locale);
  return {
    reasons: rows
      .filter(counts)
      .map(({ id, name, untilDay }) => ({ kind, id, name, ownerType: null, exports: true, untilDay, of: [] })),
    obstacles: rows.flatMap((place): Obstacle[] => {
      const { id, name, type, why, day } = place;
      if (counts(place)) return [];
      return [why === null ? { ...lacking(roles(type)), id, name } : { ...of(why, name), id, day }];
    }),
  };
}

interface WorkRole {
  code: string;
  name: string;
  /** Of its grant to the person; both null where there is none. */
  fromDay: string | null;
  overDay: string | null;
}

/** The role that works for an organisation of a kind, and from when the person has it, or until when they had it. */
async function rolesFor(
  db: Kysely<DB>,
  userId: string,
  places: readonly Place[],
  locale: Locale,
): Promise<(type: OrgType) => WorkRole[]> {
  const codes = Object.entries(ORG_TYPE_OF).flatMap(([code, type]) => (places.some((place) => place.type === type) ? code : []));
  const { rows } = await sql<WorkRole>`
    select r.code, ${named(locale, 'r')} as name, case when g.from_day > current_date then g.from_day end as "fromDay",
           case when g.until_day < current_date then g.until_day end as "overDay"
      from sys_role r left join sys_role_grant g on g.role_code = r.code and g.user_id = ${userId}
     where r.code = any(${codes}::text[])`.execute(db);
  return (type) => rows.filter(({ code }) => ORG_TYPE_OF[code] === type);
}

function lacking(roles: readonly WorkRole[]): Obstacle {
  const { fromDay = null, overDay = null } = roles[0] ?? {};
  const kind = fromDay !== null ? 'MEMBER_ROLE_LATER' : overDay !== null ? 'MEMBER_ROLE_OVER' : 'MEMBER_ROLE';
  return { ...of(kind), day: fromDay ?? overDay, of: roles.map(({ code, name }) => ({ code, name })) };
}

interface About {
  id: string;
  ownerType: RuleOwner;
  /** Who has it. */
  name: string;
  exports: boolean;
  untilDay: string | null;
  why: (typeof RULE_WHY_NOT)[number] | null;
  day: string | null;
}

/**
 * Rules about a thing that are given to the person, a role of theirs or an organisation of theirs, be it not now, and why one does not
 * count.
 * @param orgs that they work for, where a rule opens rows: one of an organisation counts while they do
 */
async function rulesAbout(
  db: Kysely<DB>,
  { userId, subjectType, orgs }: Asked & { orgs?: readonly string[] },
  covers: RawBuilder<unknown>,
  locale: Locale,
): Promise<About[]> {
  const below = orgs ? sql`not ${holds(sql`${userId}::uuid`, sql`array[k.role_code]`, null)}` : sql`false`;
  const elsewhere = orgs ? sql`not o.id = any(${[...orgs]}::uuid[])` : sql`false`;
  const { rows } = await sql<About>`
    select k.id, k.owner_type as "ownerType", coalesce(u.name, ${named(locale, 'r')}, ${named(locale, 'o')}) as name,
           'EXPORT' = any(k.actions) as exports, k.until_day as "untilDay", x.why,
           case x.why when 'LATER' then k.from_day when 'OVER' then least(k.until_day, k.ended_at::date)
             when 'HOLDS_LATER' then g.from_day when 'HOLDS_OVER' then g.until_day
             when 'IN_LATER' then m.from_day when 'IN_OVER' then m.until_day end as day
      from sys_rule k
      left join sys_user u on u.id = k.user_id left join sys_role r on r.code = k.role_code left join wms_org o on o.id = k.org_id
      left join sys_role_grant g on g.role_code = k.role_code and g.user_id = ${userId}
      left join wms_org_member m on m.org_id = k.org_id and m.user_id = ${userId}
     cross join lateral (select case
           when k.ended_at is not null or k.until_day < current_date then 'OVER'
           when k.from_day > current_date then 'LATER'
           when r.code is not null and not r.valid then 'ROLE_OFF'
           when o.id is not null and not o.valid then 'ORG_OFF'
           when g.until_day < current_date then 'HOLDS_OVER'
           when g.from_day > current_date then 'HOLDS_LATER'
           when m.until_day < current_date then 'IN_OVER'
           when m.from_day > current_date then 'IN_LATER'
           when k.relation is not null and k.relation <> m.relation then 'RELATION'
           when r.code is not null and ${below} then 'HOLDS_BELOW'
           when o.id is not null and ${elsewhere} then 'IN_ROLE' end as why) x
     where k.subject_type = ${subjectType}
       and (k.user_id = ${userId} or m.user_id is not null or g.user_id is not null)
       and ${covers}
     order by x.why nulls first, k.created_at desc, k.id desc limit 50`.execute(db);
  return rows;
}

const reasonsIn = (rules: readonly About[]): RuleReason[] => rules.filter(({ why }) => why === null).map(reasonOf);
const obstaclesIn = (rules: readonly About[]): Obstacle[] =>
  rules.flatMap(({ id, name, why, day }) => (why === null ? [] : [{ ...of(why, name), id, day }]));

const reasonOf = ({ id, name, ownerType, exports, untilDay }: About): RuleReason => ({
  kind: 'RULE',
  id,
  name,
  ownerType,
  exports,
  untilDay,
  of: [],
});

function sentenceOf({ person, subject, sees, exports, reasons, obstacles }: Answer, locale: Locale): string {
  const { type } = subject;
  const words = { person: person.name, subject: subject.name };
  const by = reasons.map((reason) => say(locale, whyKey(reason, type), { name: reason.name }));
  const but = obstacles.map(({ kind, name, day, of: about }) =>
    say(locale, `rights.rule.obstacle.${kind}`, { name, day: day ?? '', of: about.map((each) => each.name) }),
  );
  if (type === 'MENU')
    return sees
      ? say(locale, 'rights.rule.seesEntry', { ...words, why: listed(locale, by) })
      : say(locale, 'rights.rule.seesNoEntry', { ...words, why: listed(locale, but) });
  const why = but.length > 0 ? listed(locale, but) : say(locale, `rights.rule.nothing.${type}`);
  if (type === 'REPORT') {
    if (!sees) return say(locale, 'rights.rule.runsNot', { ...words, why });
    return say(locale, exports ? 'rights.rule.runs' : 'rights.rule.runsOnly', { ...words, why: listed(locale, by) });
  }
  const what = say(locale, `rights.rule.what.${type}`, words);
  if (sees)
    return say(locale, exports ? 'rights.rule.sees' : 'rights.rule.seesOnly', { ...words, what, why: listed(locale, by) });
  const not = say(locale, 'rights.rule.seesNot', { ...words, what, why });
  // What is their own they see there all the same.
  const works = !obstacles.some(({ kind }) => kind === 'NO_PAGE' || kind === 'ACCOUNT');
  return works && type !== 'WMS_ORG' ? not + say(locale, 'rights.rule.ownAnyway') : not;
}
