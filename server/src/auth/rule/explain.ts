// Explains why a person can or cannot see something, from the same facts that every reader uses, with links to look further.
import { POWERS } from '@kuwei/contract/access';
import {
  VISIBILITY_LISTS,
  VISIBILITY_LEVELS,
  type VisibilityExplanation,
  type RuleReason,
  type VisibilityLevel,
  type VisibilityList,
} from '@kuwei/contract/auth/rule';
import { isRowSubject, type RecordSubject, type RowSubject } from '@kuwei/contract/auth/rule-words';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import * as f from '@kuwei/contract/field';
import { joinList } from '@kuwei/contract/phrase';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { isRuleOpeningLast } from '../../platform/menu/rules.ts';
import { isPerson } from '../account/record.ts';
import { isInEffect } from '../../session/sessions.ts';
import { checkEntryVisibility } from './explain-entry.ts';
import {
  of,
  findMatchingOrgs,
  findRulesAbout,
  type RuleAbout,
  type SightQuestion,
  type Obstacle,
  type RecordSightQuestion,
} from './explain-facts.ts';
import { sentenceOf, type Answer, type PartialSight } from './explain-sentence.ts';
import { subjectsOf } from './queries.ts';
import { loadWorkContexts, type WorkContext } from './work-contexts.ts';

/** @throws AppError NOT_FOUND */
export async function explainSight(db: Kysely<DB>, asked: SightQuestion, locale: Locale): Promise<VisibilityExplanation> {
  const { subjectType: type } = asked;
  const { active, ...person } = await personOf(db, asked.userId);
  const account = active ? [] : [of('ACCOUNT', person.name)];
  const found = isRowSubject(type)
    ? await explainRow(db, { ...asked, subjectType: type }, locale)
    : type === 'REPORT'
      ? await explainReport(db, { ...asked, subjectType: type }, locale)
      : await explainMenuEntry(db, asked, locale);
  const { subject, parts = NO_PARTS, ...seen } = found;
  const lists = active ? seen.lists : seen.lists.map(({ list }) => ({ list, sees: 'NONE' as const }));
  const answer: Answer = {
    ...seen,
    person,
    subject: { ...subject, type },
    lists,
    sees: active ? seen.sees : 'NONE',
    exports: active && seen.exports,
    obstacles: [...account, ...seen.obstacles],
  };
  return { ...answer, sentence: sentenceOf(answer, parts, locale) };
}

/** Lists that contain rows of each kind of subject. */
const LISTS_OF: Readonly<Record<RowSubject, readonly VisibilityList[]>> = {
  WMS_ORG: VISIBILITY_LISTS,
  WMS_WAREHOUSE: VISIBILITY_LISTS,
  WMS_CONTAINER: ['STOCK'],
  CATEGORY: ['STOCK'],
};

interface Found {
  subject: Omit<VisibilityExplanation['subject'], 'type'>;
  sees: VisibilityLevel;
  lists: VisibilityExplanation['lists'];
  exports: boolean;
  reasons: RuleReason[];
  obstacles: Obstacle[];
  parts?: PartialSight;
}

const NO_PARTS: PartialSight = { orgs: [], byRules: false };

async function explainRow(db: Kysely<DB>, asked: RecordSightQuestion<RowSubject>, locale: Locale): Promise<Found> {
  const { subjectType: type } = asked;
  const subject = await subjectOf(db, asked, locale);
  const ways = await loadWorkContexts(db, asked.userId, LISTS_OF[type], locale);
  const reading = ways.filter(({ lists }) => lists.length > 0);
  const orgs = ways.map(({ org }) => org.id);
  const [places, rules] = await Promise.all([
    findMatchingOrgs(db, asked, orgs, locale),
    // Rules open rows of lists, not the lists themselves.
    findRulesAbout(db, { ...asked, orgs }, sql`sys_rule_covers(k, ${asked.subjectId})`, locale),
  ]);
  const isWhole = (way: WorkContext): boolean =>
    places.reasons.some(({ id }) => id === way.org.id) ||
    rules.some(
      ({ why, ownerType, ownerId }) => why === null && isInEffect({ owner: ownerType, of: ownerId }, way.effective, way.org.id),
    );
  const others = reading.filter((way) => !isWhole(way));
  const sightIn = (list: VisibilityList): VisibilityLevel => {
    const opens = (way: WorkContext): boolean => way.lists.includes(list);
    const opensPart = (way: WorkContext): boolean =>
      opens(way) && (seesPartWithoutRules(type, way) || doRulesOpenPart(type, way, list));
    return reading.some((way) => opens(way) && isWhole(way)) ? 'ALL' : others.some(opensPart) ? 'PART' : 'NONE';
  };
  const lists = LISTS_OF[type].map((list) => ({ list, sees: sightIn(list) }));
  const sees = VISIBILITY_LEVELS.find((each) => lists.some((one) => one.sees === each))!;
  const all = [...places.reasons, ...collectReasons(rules)];
  const noList = ways.length === 0 ? [of('NO_PAGE')] : reading.length === 0 ? [of('NO_LIST')] : [];
  return {
    subject,
    sees,
    lists,
    exports: sees === 'ALL' && all.some((reason) => reason.exports),
    // A membership or rule that opens no list row explains nothing.
    reasons: sees === 'ALL' ? all : [],
    obstacles: [...noList, ...places.obstacles, ...collectObstacles(rules)],
    parts: {
      orgs: others.filter((way) => seesPartWithoutRules(type, way)).map(({ org }) => org),
      byRules: others.some((way) => way.lists.some((list) => doRulesOpenPart(type, way, list))),
    },
  };
}

/** Owners see their goods wherever they are stored; warehouse staff see what is stored there, whoever owns it. */
const seesPartWithoutRules = (type: RowSubject, { org }: WorkContext): boolean =>
  type === 'CATEGORY' || (org.type === 'WAREHOUSE') === (type === 'WMS_ORG');

/** Rules about other subjects may open part of this one. */
const doRulesOpenPart = (type: RowSubject, { rules }: WorkContext, list: VisibilityList): boolean =>
  rules.some(
    ({ subject }) =>
      (subject !== type || type === 'WMS_CONTAINER' || type === 'CATEGORY') &&
      (list === 'STOCK' || subject === 'WMS_ORG' || subject === 'WMS_WAREHOUSE'),
  );

/** @throws AppError NOT_FOUND */
async function explainReport(db: Kysely<DB>, asked: RecordSightQuestion<'REPORT'>, locale: Locale): Promise<Found> {
  const subject = await subjectOf(db, asked, locale);
  const [{ rows }, rules] = await Promise.all([
    sql<{ published: boolean; roles: { code: string; name: string }[] }>`
      select p.state = 'PUBLISHED' as published, coalesce((
               select json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}) order by r.sort, r.code)
                 from sys_user_role h join sys_role r on r.code = h.role_code
                where h.user_id = ${asked.userId} and (r.code = any(p.roles)
                   or exists (select from sys_role_power x where x.role_code = r.code and x.power_code = ${POWERS.report}))), '[]') as roles
        from sys_report p where p.id = ${asked.subjectId}`.execute(db),
    findRulesAbout(db, asked, sql`sys_rule_covers(k, ${asked.subjectId})`, locale),
  ]);
  const { published, roles } = rows[0]!;
  const byRole = {
    kind: 'ROLE' as const,
    id: subject.id,
    name: joinList(
      locale,
      roles.map(({ name }) => name),
    ),
    ownerType: null,
    exports: true,
    untilDay: null,
    of: roles,
  };
  const reasons = [...(roles.length > 0 ? [byRole] : []), ...collectReasons(rules)];
  const draft = published ? [] : [of('DRAFT')];
  const runs = published && reasons.length > 0;
  const exports = runs && reasons.some((reason) => reason.exports);
  return { subject, sees: whole(runs), lists: [], exports, reasons, obstacles: [...draft, ...collectObstacles(rules)] };
}

const whole = (isSeen: boolean): VisibilityLevel => (isSeen ? 'ALL' : 'NONE');

/** @throws AppError NOT_FOUND */
async function explainMenuEntry(db: Kysely<DB>, asked: SightQuestion, locale: Locale): Promise<Found> {
  const { subject, chain, seen, reasons, obstacles } = await checkEntryVisibility(db, asked, locale);
  const rules = await findRulesAbout(db, asked, isRuleOpeningLast(chain), locale);
  return {
    subject,
    sees: whole(seen),
    lists: [],
    exports: false,
    reasons: [...reasons, ...collectReasons(rules)],
    obstacles: [...obstacles, ...collectObstacles(rules)],
  };
}

async function personOf(db: Kysely<DB>, id: string) {
  const { rows } = await sql<VisibilityExplanation['person'] & { active: boolean }>`
    select u.id, u.name, u.username, u.state = 'ACTIVE' and (u.until_day is null or u.until_day >= current_date) as active
      from sys_user u where u.id = ${id} and u.deleted_at is null and ${isPerson}`.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND', { field: 'userId' });
  return rows[0];
}

async function subjectOf(db: Kysely<DB>, { subjectType, subjectId }: RecordSightQuestion<RecordSubject>, locale: Locale) {
  const isId = f.id.safeParse(subjectId).success;
  const { rows } = isId ? await subjectsOf(subjectType, sql`x.id = ${subjectId}`, locale).execute(db) : { rows: [] };
  if (!rows[0]) throw new AppError('NOT_FOUND', { field: 'subjectId' });
  return rows[0];
}

const collectReasons = (rules: readonly RuleAbout[]): RuleReason[] => rules.filter(({ why }) => why === null).map(reasonOf);
const collectObstacles = (rules: readonly RuleAbout[]): Obstacle[] =>
  rules.flatMap(({ id, name, why, day }) => (why === null ? [] : [{ ...of(why, name), id, day }]));

const reasonOf = ({ id, name, ownerType, exports, untilDay }: RuleAbout): RuleReason => ({
  kind: 'RULE',
  id,
  name,
  ownerType,
  exports,
  untilDay,
  of: [],
});
