// Candidates of a task: the single definition behind lists, buttons, messages and the decision itself.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller } from '../context.ts';
import { NIL_ID } from '../db/id.ts';
import { preparedStatement } from '../db/prepared.ts';
import type { DB } from '../db/types.ts';
import { holders, isHolder, orgsOf, rolesHeldBy, effectivePersonalRoles } from '../platform/people.ts';

/** A user as SQL, for the conditions below. */
export interface CandidateIdentity {
  id: RawBuilder<unknown>;
  /** The user and the proxy acting as them: uuid[]. */
  selves: RawBuilder<unknown>;
  /** Effective roles and organisations: text[], uuid[]. */
  roles: RawBuilder<unknown>;
  orgs: RawBuilder<unknown>;
}

const isPerson = ({ apiToken }: Caller): boolean => apiToken === null;

/** @param roles effective roles; by default those of the active page role */
export const candidateIdentityOf = (
  caller: Caller,
  roles: readonly { code: string }[] = caller.effective,
): CandidateIdentity => ({
  // Approvals are decided by people, not by API tokens.
  id: sql`${isPerson(caller) ? caller.userId : NIL_ID}::uuid`,
  selves: sql`${[caller.userId, caller.proxyUserId].filter((id) => id !== null)}::uuid[]`,
  roles: sql`${isPerson(caller) ? roles.map(({ code }) => code) : []}::text[]`,
  orgs: sql`${caller.orgs.map(({ id }) => id)}::uuid[]`,
});

/** Whether the caller has applied for the request `i` and still belongs to the organisation it was made for. */
export const isApplicant = ({ userId, orgs }: Caller): RawBuilder<boolean> => sql<boolean>`(
  i.started_by = ${userId} and (i.applicant_org_id is null or i.applicant_org_id = any(${orgs.map(({ id }) => id)}::uuid[])))`;

/** The user on their personal pages: all their roles count, whatever the page role. */
export const ownCandidateIdentity = (caller: Caller): CandidateIdentity =>
  candidateIdentityOf(caller, effectivePersonalRoles(caller.roles));

/** Whether the user is a candidate of the task `k` by name or role. */
const isDirectCandidate = ({ id, roles, orgs }: Omit<CandidateIdentity, 'selves'>): RawBuilder<boolean> => sql<boolean>`(
  k.candidate_ids && array[${id}] or k.candidate_roles && ${roles} and k.org_id = any(${orgs})
  or k.candidate_roles_everywhere && ${roles})`;

/** Whether the delegator in `g` has an active account. A lookup by key: with a join, the planner reads all accounts. */
const isDelegatorActive = sql`(select u.state = 'ACTIVE' and u.deleted_at is null from sys_user u where u.id = g.from_id)`;

/**
 * Current delegations `g` for the task `k` by its candidates. Delegator and delegate must share the deciding organisation, also
 * at the time of the decision.
 */
const selectDelegations = ({ id }: Pick<CandidateIdentity, 'id'>): RawBuilder<unknown> => sql`
  bpm_delegation g
   where ${isDelegatorActive} and g.to_id = ${id} and g.revoked_at is null and now() >= g.from_at and now() < g.until_at
     and not g.from_id = any(k.barred)
     and (g.keys = '{}' or k.key = any(g.keys))
     and ${orgsOf(sql`g.from_id`)} && ${orgsOf(id)}
     and (g.from_id = any(k.candidate_ids)
          or ${isHolder(sql`g.from_id`, sql`k.candidate_roles`, sql`k.org_id`)} and k.org_id = any(${orgsOf(id)})
          or ${isHolder(sql`g.from_id`, sql`k.candidate_roles_everywhere`, null)})`;

/** Whether the user may decide the open task `k`: excludes applicants and previous deciders, including proxies. */
export const canDecideTask = (asker: CandidateIdentity): RawBuilder<boolean> => sql<boolean>`(
  k.state = 'OPEN' and not k.barred && ${asker.selves}
  and (${isDirectCandidate(asker)} or exists (select from ${selectDelegations(asker)})))`;

/** Conditions for lists over the open tasks `k`. */
interface TaskConditions {
  mayDecide: RawBuilder<boolean>;
  /** The user is or was a candidate. */
  isAsked: RawBuilder<boolean>;
  /** Of the tasks they may decide: only as a delegate. */
  isDelegated: RawBuilder<boolean>;
}

/** The same for lists: delegators and their roles are read first, so that the conditions use only columns of the task. */
export async function buildTaskConditions(
  db: Kysely<DB>,
  caller: Caller,
  asker: CandidateIdentity = ownCandidateIdentity(caller),
): Promise<TaskConditions> {
  const { rows } = await sql<{ id: string; keys: string[]; roles: string[]; orgs: string[] }>`
    select g.from_id as id, g.keys, ${rolesHeldBy(sql`g.from_id`)} as roles, ${orgsOf(sql`g.from_id`)} as orgs
      from bpm_delegation g where ${isDelegatorActive} and g.to_id = ${caller.userId} and g.revoked_at is null and now() >= g.from_at and now() < g.until_at`.execute(
    db,
  );
  const isOpen = sql`k.state = 'OPEN' and not k.barred && ${asker.selves}`;
  const asDelegate = rows.flatMap(({ id, keys, roles, orgs }) => {
    const shared = orgs.filter((org) => caller.orgs.some((own) => own.id === org));
    if (shared.length === 0) return [];
    const delegator = { id: sql`${id}::uuid`, roles: sql`${roles}::text[]`, orgs: sql`${shared}::uuid[]` };
    const isMeant = keys.length === 0 ? sql`true` : sql`k.key = any(${keys}::text[])`;
    return sql`(not k.barred && array[${delegator.id}] and ${isMeant} and ${isDirectCandidate(delegator)})`;
  });
  const own = isDirectCandidate(asker);
  const isAsked = sql<boolean>`(${sql.join([own, ...asDelegate], sql` or `)})`;
  return {
    mayDecide: sql<boolean>`(${isOpen} and ${isAsked})`,
    isAsked,
    isDelegated:
      asDelegate.length === 0 ? sql<boolean>`false` : sql<boolean>`(not ${own} and (${sql.join(asDelegate, sql` or `)}))`,
  };
}

/** The delegator on whose behalf the user would decide the task `k`; null for a candidate. */
export const principalOf = (asker: CandidateIdentity): RawBuilder<string | null> => sql<string | null>`
  case when not ${isDirectCandidate(asker)} then (select g.from_id from ${selectDelegations(asker)} order by g.from_at, g.id limit 1) end`;

/** Delegates who may decide the task `k`: uuid[]. */
export const selectDelegates: RawBuilder<string[]> = sql<string[]>`array(
  select distinct g.to_id from ${selectDelegations({ id: sql`g.to_id` })} and not g.to_id = any(k.barred))`;

/** Candidates of a task as stored, under a key chosen by the caller. */
export interface TaskCandidates {
  key: string;
  /** Organisation of roles asked for HERE. */
  orgId: string;
  roles: readonly string[];
  everywhere: readonly string[];
  ids: readonly string[];
  barred: readonly string[];
  /** Includes delegates for this workflow; without it, `ids` contains them if needed. */
  workflow?: string;
}

/** The people who may decide, by key and name. */
export async function listCandidatePeople(
  db: Kysely<DB>,
  asked: readonly TaskCandidates[],
): Promise<Map<string, { id: string; name: string }[]>> {
  const isAny = ({ roles, everywhere, ids }: TaskCandidates): boolean => roles.length + everywhere.length + ids.length > 0;
  const tasks = asked.filter(isAny).map(({ key, orgId, roles, everywhere, ids, barred, workflow }) => ({
    of: key,
    org_id: orgId,
    candidate_roles: roles,
    candidate_roles_everywhere: everywhere,
    candidate_ids: ids,
    barred,
    key: workflow,
  }));
  if (tasks.length === 0) return new Map();
  const { rows } = await sql<{ of: string; people: { id: string; name: string }[] }>`${preparedStatement}
    select k.of, json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name collate "zh-x-icu", u.id) as people
      from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) k(of text, org_id uuid, candidate_roles text[],
             candidate_roles_everywhere text[], candidate_ids uuid[], barred uuid[], key text)
     cross join lateral (select array(
       select unnest(k.candidate_ids) union select unnest(case when k.key is not null then ${selectDelegates} end)
        union ${holders(sql`k.candidate_roles`, sql`k.org_id`)} union ${holders(sql`k.candidate_roles_everywhere`, null)})) p(ids)
      join sys_user u on u.id = any(p.ids) and u.state = 'ACTIVE' and u.deleted_at is null
     where not u.id = any(k.barred)
     group by k.of`.execute(db);
  return new Map(rows.map(({ of, people }) => [of, people]));
}
