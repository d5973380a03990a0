// Looks up the session of each call, through a cache that a change of rights invalidates at once.
import type { RoleHeld } from '@kuwei/contract/access';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { RuleModel, RuleOwner, RuleSubject } from '@kuwei/contract/auth/rule-words';
import type { OrgType } from '@kuwei/contract/org';
import { sql, type RawBuilder } from 'kysely';
import type { Bus } from '../bus.ts';
import type { Db } from '../db/open.ts';
import type { Settings } from '../services/settings.ts';
import { isActingAllowed } from './acting.ts';
import { maySignIn } from './may-sign-in.ts';
import { hashToken } from './secret.ts';
import { owesSecondFactor } from './owes-factor.ts';

const CACHE_MS = 30_000;
const CACHE_MAX = 20_000;
/** Precision of a session's last use: it is written no more often. */
const SEEN_MINUTES = 5;

/** An organisation of the user. */
export interface OwnOrg {
  id: string;
  type: OrgType;
  /** Its warehouses, including closed and deleted ones: their stock and history stay visible. */
  warehouseIds: string[];
}

/** A rule in force for a user; whether it applies to a call depends on the page role and organisation. */
export interface OwnRule {
  owner: RuleOwner;
  /** The role or organisation that owns it; null for the user's own. */
  of: string | null;
  subject: RuleSubject;
  model: RuleModel;
  actions: RuleAction[];
  /** Ids that it names; empty for the model `all`. */
  ids: string[];
}

/**
 * Whether a rule applies to calls for an organisation: a role's rule if the role is in effect, an organisation's rule for that
 * organisation.
 */
export const isInEffect = (
  { owner, of }: Pick<OwnRule, 'owner' | 'of'>,
  effective: readonly RoleHeld[],
  orgId: string | null,
): boolean => owner === 'USER' || (owner === 'ORG' ? of === orgId : effective.some(({ code }) => code === of));

export interface Session {
  id: string;
  userId: string;
  proxyUserId: string | null;
  orgId: string | null;
  name: string;
  username: string;
  roles: RoleHeld[];
  /** The user's valid organisations. */
  orgs: OwnOrg[];
  rules: OwnRule[];
  /** Only changing the password is allowed. */
  mustChangePassword: boolean;
  /** Only setting up a second factor is allowed. */
  mustSetUpSecondFactor: boolean;
  /** Name of the API token; null for a person. */
  apiToken: string | null;
  /** Expiry of the access token, ms since 1970. */
  tokenEndsAt: number;
  /** When the next dated right, or the account, begins or ends, ms since 1970; Infinity if none does. */
  changesAt: number;
}

/** Finds sessions by token or id. */
export class Sessions {
  readonly #db: Db;
  readonly #bus: Bus;
  readonly #settings: Settings;
  readonly #cache = new Map<string, { session: Session; until: number }>();
  /** Counts changes of rights: results read before a change are not cached after it. */
  #changes = 0;

  constructor(db: Db, bus: Bus, settings: Settings) {
    this.#db = db;
    this.#bus = bus;
    this.#settings = settings;
    bus.subscribe((event) => {
      if (event.bc !== 'sys' || event.fc !== 'rights') return;
      this.#changes++;
      if (event.to === 'all') this.#cache.clear();
      else for (const [key, { session }] of this.#cache) if (this.#concerns(event.to, session)) this.#cache.delete(key);
    });
  }

  #concerns(users: readonly string[], session: Session): boolean {
    return users.includes(session.userId) || (session.proxyUserId !== null && users.includes(session.proxyUserId));
  }

  /** The session of an access token; null if the token is unknown, expired or revoked. */
  async find(token: string): Promise<Session | null> {
    const hash = hashToken(token);
    const key = hash.toString('latin1');
    const now = Date.now();
    const cached = this.#cache.get(key);
    if (cached && cached.until > now && this.#bus.connected) return cached.session.tokenEndsAt > now ? cached.session : null;
    const changes = this.#changes;
    const session = await loadSession(this.#db, this.#settings, sql`t.token_hash = ${hash}`);
    if (session && this.#bus.connected && changes === this.#changes) {
      if (this.#cache.size >= CACHE_MAX) this.#cache.delete(this.#cache.keys().next().value!);
      this.#cache.set(key, { session, until: Math.min(now + CACHE_MS, session.changesAt) });
    } else this.#cache.delete(key);
    return session;
  }

  /** A session by its id; null if it is over. */
  findById(id: string): Promise<Session | null> {
    return loadSession(this.#db, this.#settings, sql`s.id = ${id}`);
  }

  /** The access tokens that are still valid without pending duties; bypasses the cache. */
  async holding(tokens: readonly string[]): Promise<Set<string>> {
    const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]));
    const { rows } = await sql<{ hash: string }>`
      select encode(t.token_hash, 'hex') as hash ${fromTokens}
       where t.token_hash = any (select decode(x, 'hex') from unnest(${[...byHash.keys()]}::text[]) x)
         and ${holds} and not ${owesPassword} and not ${isSecondFactorOwed(this.#settings)}
         and not (${isApiToken} and ${isAdministrator})`.execute(this.#db);
    return new Set(rows.map((row) => byHash.get(row.hash)!));
  }
}

const fromTokens = sql`from sys_token t join sys_session s on s.id = t.session_id join sys_user u on u.id = s.user_id`;
/** Of `s` and its user `u`: whether the session is active. */
export const isSessionActive = sql<boolean>`(s.ended_at is null and s.ends_at > now() and ${maySignIn} and ${isActingAllowed})`;
/** Of `fromTokens`: whether the token is valid. */
const holds = sql<boolean>`(t.expires_at > now() and ${isSessionActive})`;
/** Of a session `s`. */
export const isApiToken = sql<boolean>`(s.api_name is not null)`;
/** Of a user `u`: some checks ask this whatever the roles of the session, so administrators have no API tokens. */
const isAdministrator = sql<boolean>`exists (select from sys_user_role a where a.user_id = u.id and a.role_code = 'ROLE_ADMIN')`;
/** While acting as another user, their pending duties do not apply; nor do they to an API token. */
const isOwn = sql<boolean>`(s.proxy_user_id is null and not ${isApiToken})`;
const owesPassword = sql<boolean>`(u.must_change_password and ${isOwn})`;
const isSecondFactorOwed = (settings: Settings): RawBuilder<boolean> =>
  sql<boolean>`(${isOwn} and ${owesSecondFactor(settings)})`;

/** Of `u`: the roles in force, in listing order. */
export const rolesNow = sql<RoleHeld[]>`coalesce((
  select json_agg(json_build_object('code', r.code, 'powers', coalesce((
      select json_agg(json_build_object('code', p.power_code) order by p.power_code)
        from sys_role_power p where p.role_code = r.code), '[]'::json)) order by r.sort, r.code)
    from sys_user_role ur join sys_role r on r.code = ur.role_code
   where ur.user_id = u.id), '[]'::json)`;

/** When the next dated grant of `u` begins or ends. */
const nextOf = (table: 'sys_role_grant' | 'wms_org_member' | 'sys_rule'): RawBuilder<string | null> =>
  sql`(select min(least(case when g.from_day > current_date then g.from_day end, case when g.until_day >= current_date then g.until_day + 1 end))::timestamptz
         from ${sql.table(table)} g where ${table === 'sys_rule' ? isRuleGranted('g') : sql`g.user_id = u.id`})`;

/**
 * Whether a rule is granted to the user `u`, to a role of theirs, or to an organisation in which they have the rule's relation.
 */
export const isRuleGranted = (rule: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${rule}.${name}`);
  return sql<boolean>`(${column('ended_at')} is null and (${column('user_id')} = u.id
    or ${column('role_code')} in (select h.role_code from sys_user_role h where h.user_id = u.id)
    or exists (select from wms_org_user m where m.user_id = u.id and m.org_id = ${column('org_id')}
                  and (${column('relation')} is null or m.relation = ${column('relation')}))))`;
};

/** Warehouses of an organisation, by the alias of its row. */
export const warehousesOf = (alias: string): RawBuilder<string[]> =>
  sql<string[]>`array(select w.id from wms_warehouse w where w.org_id = ${sql.ref(`${alias}.id`)} order by w.id)`;

/** Of `u`: their valid organisations. */
export const orgsNow = sql<OwnOrg[]>`coalesce((
  select json_agg(json_build_object('id', o.id, 'type', o.type, 'warehouseIds', ${warehousesOf('o')}) order by o.type, o.code)
    from wms_org_user m join wms_org o on o.id = m.org_id
   where m.user_id = u.id and o.valid), '[]'::json)`;

/** Of `u`: the rules in force for them. */
export const rulesNow = sql<OwnRule[]>`coalesce((
  select json_agg(json_build_object('owner', r.owner_type, 'of', coalesce(r.role_code, r.org_id::text), 'subject', r.subject_type,
           'model', r.subject_model, 'actions', r.actions, 'ids', case r.subject_type
             when 'MENU' then to_json(array(select e.entry_id from sys_rule_entry e where e.rule_id = r.id order by 1))
             else to_json(sys_rule_ids(k)) end))
    from sys_rule_now r join sys_rule k on k.id = r.id where ${isRuleGranted('r')}), '[]'::json)`;

/** @param which condition for one token, or for the tokens of one session */
async function loadSession(db: Db, settings: Settings, which: RawBuilder<unknown>): Promise<Session | null> {
  const { rows } = await sql<
    Omit<Session, 'tokenEndsAt' | 'changesAt'> & {
      apiRoles: string[] | null;
      endsAt: string;
      nextChange: string | null;
      seenLongAgo: boolean;
    }
  >`
    select s.id, s.user_id as "userId", s.proxy_user_id as "proxyUserId", s.org_id as "orgId", u.name, u.username,
           ${owesPassword} as "mustChangePassword", ${isSecondFactorOwed(settings)} as "mustSetUpSecondFactor", t.expires_at as "endsAt",
           least(case when u.until_day >= current_date then (u.until_day + 1)::timestamptz end, ${nextOf('sys_role_grant')}, ${nextOf('wms_org_member')}, ${nextOf('sys_rule')}) as "nextChange",
           s.last_seen_at < now() - make_interval(mins => ${SEEN_MINUTES}) as "seenLongAgo",
           ${rolesNow} as roles, s.api_name as "apiToken", s.api_roles as "apiRoles",
           ${orgsNow} as orgs, ${rulesNow} as rules
      ${fromTokens}
     where ${which} and ${holds}
     order by t.expires_at desc limit 1`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { endsAt, nextChange, seenLongAgo, rules, roles, apiRoles, ...session } = row;
  // As `isAdministrator`.
  if (apiRoles !== null && roles.some(({ code }) => code === 'ROLE_ADMIN')) return null;
  if (seenLongAgo) await markSeen(db, session.id);
  return {
    ...session,
    roles: apiRoles === null ? roles : roles.filter(({ code }) => apiRoles.includes(code)),
    rules: rules.map((rule) => ({ ...rule, ids: internIds(rule.ids) })),
    tokenEndsAt: Date.parse(endsAt),
    changesAt: nextChange === null ? Number.POSITIVE_INFINITY : Date.parse(nextChange),
  };
}

const SHARED_MAX = 1_000;
const internedIds = new Map<string, string[]>();

/** Interns id lists: a rule for everyone is in every session. */
function internIds(ids: string[]): string[] {
  const key = ids.join(' ');
  const known = internedIds.get(key) ?? ids;
  internedIds.delete(key);
  internedIds.set(key, known);
  if (internedIds.size > SHARED_MAX) internedIds.delete(internedIds.keys().next().value!);
  return known;
}

/** Best effort: skips locked rows, and never fails the call. */
async function markSeen(db: Db, sessionId: string): Promise<void> {
  await sql`update sys_session set last_seen_at = now()
             where id = (select id from sys_session where id = ${sessionId} for no key update skip locked)`
    .execute(db)
    .catch(() => {});
}
