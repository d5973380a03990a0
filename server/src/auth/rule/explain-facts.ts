// What opens a record to a person, and what would if it were in force: memberships and rules.
import type { VisibilityExplanation, RuleReason } from '@kuwei/contract/auth/rule';
import type {
  MEMBERSHIP_INACTIVE_REASONS,
  RecordSubject,
  RowSubject,
  RULE_INACTIVE_REASONS,
  RuleOwner,
  RuleSubject,
} from '@kuwei/contract/auth/rule-words';
import type { Locale } from '@kuwei/contract/constants';
import { ORG_TYPE_OF, type OrgType } from '@kuwei/contract/org';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { isHolder } from '../../platform/people.ts';

export interface SightQuestion {
  userId: string;
  subjectType: RuleSubject;
  subjectId: string;
}

export type RecordSightQuestion<S extends RecordSubject> = SightQuestion & { subjectType: S };

export type Obstacle = VisibilityExplanation['obstacles'][number];
export const of = (kind: Obstacle['kind'], name = ''): Obstacle => ({ kind, id: null, name, day: null, of: [] });

interface Place {
  id: string;
  name: string;
  type: OrgType;
  untilDay: string | null;
  why: Exclude<(typeof MEMBERSHIP_INACTIVE_REASONS)[number], `MEMBER_ROLE${string}`> | null;
  day: string | null;
}

/**
 * Members of the organisation; for places, members of the organisation that runs them; with the reason why a membership does not
 * count.
 */
export async function findMatchingOrgs(
  db: Kysely<DB>,
  { userId, subjectType, subjectId }: RecordSightQuestion<RowSubject>,
  orgs: readonly string[],
  locale: Locale,
): Promise<{ reasons: RuleReason[]; obstacles: Obstacle[] }> {
  const which = {
    WMS_ORG: sql`o.id = ${subjectId}`,
    WMS_WAREHOUSE: sql`o.id = (select org_id from wms_warehouse where id = ${subjectId})`,
    WMS_CONTAINER: sql`o.id = (select w.org_id from wms_container c join wms_warehouse w on w.id = c.warehouse_id where c.id = ${subjectId})`,
    // Goods of a category belong to their owners and warehouses; a category has no members.
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
  const roles = await loadWorkRoles(db, userId, rows, locale);
  return {
    reasons: rows
      .filter(counts)
      .map(({ id, name, untilDay }) => ({ kind, id, name, ownerType: null, exports: true, untilDay, of: [] })),
    obstacles: rows.flatMap((place): Obstacle[] => {
      const { id, name, type, why, day } = place;
      if (counts(place)) return [];
      return [why === null ? { ...buildRoleObstacle(roles(type)), id, name } : { ...of(why, name), id, day }];
    }),
  };
}

interface WorkRole {
  code: string;
  name: string;
  /** Dates of its grant to the person; both null without one. */
  fromDay: string | null;
  overDay: string | null;
}

/** The role that an organisation type requires, and from when the person has it, or until when they had it. */
async function loadWorkRoles(
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

function buildRoleObstacle(roles: readonly WorkRole[]): Obstacle {
  const { fromDay = null, overDay = null } = roles[0] ?? {};
  const kind = fromDay !== null ? 'MEMBER_ROLE_LATER' : overDay !== null ? 'MEMBER_ROLE_OVER' : 'MEMBER_ROLE';
  return { ...of(kind), day: fromDay ?? overDay, of: roles.map(({ code, name }) => ({ code, name })) };
}

export interface RuleAbout {
  id: string;
  ownerType: RuleOwner;
  /** Id of the person or organisation, or code of the role. */
  ownerId: string;
  /** The owner's name. */
  name: string;
  exports: boolean;
  untilDay: string | null;
  why: (typeof RULE_INACTIVE_REASONS)[number] | null;
  day: string | null;
}

/**
 * Rules about a subject granted to the person or to a role or organisation of theirs, including ones not in force, with the
 * reason.
 * @param orgs organisations they work for, if the rule opens rows: a rule of an organisation counts only for these
 */
export async function findRulesAbout(
  db: Kysely<DB>,
  { userId, subjectType, orgs }: SightQuestion & { orgs?: readonly string[] },
  covers: RawBuilder<unknown>,
  locale: Locale,
): Promise<RuleAbout[]> {
  const below = orgs ? sql`not ${isHolder(sql`${userId}::uuid`, sql`array[k.role_code]`, null)}` : sql`false`;
  const elsewhere = orgs ? sql`not o.id = any(${[...orgs]}::uuid[])` : sql`false`;
  const { rows } = await sql<RuleAbout>`
    select k.id, k.owner_type as "ownerType", coalesce(k.role_code, k.user_id::text, k.org_id::text) as "ownerId", coalesce(u.name, ${named(locale, 'r')}, ${named(locale, 'o')}) as name,
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
