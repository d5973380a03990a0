// Each call asks here whose session it shows, through a cache that a change of rights empties at once.
import type { RoleHeld } from '@kuwei/contract/access';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { RuleModel, RuleOwner, RuleSubject } from '@kuwei/contract/auth/rule-words';
import type { OrgType } from '@kuwei/contract/org';
import { sql, type RawBuilder } from 'kysely';
import type { Bus } from '../bus.ts';
import type { Db } from '../db/open.ts';
import type { Settings } from '../services/settings.ts';
import { actingHolds } from './acting.ts';
import { maySignIn } from './may-sign-in.ts';
import { hashToken } from './secret.ts';
import { owesSecondFactor } from './owes-factor.ts';

const CACHE_MS = 30_000;
const CACHE_MAX = 20_000;
/** How exactly it is known when a session was last used: it is written no more often. */
const SEEN_MINUTES = 5;

/** An organisation of somebody. */
export interface OwnOrg {
  id: string;
  type: OrgType;
  /** Its warehouses, closed ones and those that are no more included: what lies or lay there is in sight. */
  warehouseIds: string[];
}

/** A rule that holds for somebody now: whether it counts in a call depends on what they work as there. */
export interface OwnRule {
  owner: RuleOwner;
  /** The role, or the organisation, that has it; null for the person's own. */
  of: string | null;
  subject: RuleSubject;
  model: RuleModel;
  actions: RuleAction[];
  /** What it names; of the model `all` nothing. */
  ids: string[];
}

/** Whether a rule counts for calls in the name of an organisation: of a role it does where the role does, of an organisation in its name. */
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
  /** Valid organisations the person belongs to. */
  orgs: OwnOrg[];
  rules: OwnRule[];
  /** Until the password is changed nothing else can be done. */
  mustChangePassword: boolean;
  /** Until a second factor is set up nothing else can be done. */
  mustSetUpSecondFactor: boolean;
  /** When the access token it was found by ends, ms since 1970. */
  tokenEndsAt: number;
  /** When a right that was given with dates begins or ends next, or the account does, ms since 1970; infinite where none does. */
  changesAt: number;
}

/** Finds sessions by what callers show. */
export class Sessions {
  readonly #db: Db;
  readonly #bus: Bus;
  readonly #settings: Settings;
  readonly #cache = new Map<string, { session: Session; until: number }>();
  /** Counts changes of rights: what was read before one of them is not kept after it. */
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

  /** The session of an access token; null when the token is unknown, expired or revoked. */
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

  /** A session by its id, without its token; null when it has none that counts any more. */
  findById(id: string): Promise<Session | null> {
    return loadSession(this.#db, this.#settings, sql`s.id = ${id}`);
  }

  /** Those of these access tokens that still open something, with nothing due first; asked of the database itself. */
  async holding(tokens: readonly string[]): Promise<Set<string>> {
    const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]));
    const { rows } = await sql<{ hash: string }>`
      select encode(t.token_hash, 'hex') as hash ${fromTokens}
       where t.token_hash = any (select decode(x, 'hex') from unnest(${[...byHash.keys()]}::text[]) x)
         and ${holds} and not ${owesPassword} and not ${owesFactor(this.#settings)}`.execute(this.#db);
    return new Set(rows.map((row) => byHash.get(row.hash)!));
  }
}

const fromTokens = sql`from sys_token t join sys_session s on s.id = t.session_id join sys_user u on u.id = s.user_id`;
/** Of `s` and its person `u`: true while it goes on. */
export const sessionHolds = sql<boolean>`(s.ended_at is null and s.ends_at > now() and ${maySignIn} and ${actingHolds})`;
/** Of `fromTokens`: true while the token is taken. */
const holds = sql<boolean>`(t.expires_at > now() and ${sessionHolds})`;
/** Whoever acts as another person owes nothing of theirs. */
const owesPassword = sql<boolean>`(u.must_change_password and s.proxy_user_id is null)`;
const owesFactor = (settings: Settings): RawBuilder<boolean> =>
  sql<boolean>`(s.proxy_user_id is null and ${owesSecondFactor(settings)})`;

/** Of `u`: the roles that count now, in listing order. */
export const rolesNow = sql<RoleHeld[]>`coalesce((
  select json_agg(json_build_object('code', r.code, 'powers', coalesce((
      select json_agg(json_build_object('code', p.power_code) order by p.power_code)
        from sys_role_power p where p.role_code = r.code), '[]'::json)) order by r.sort, r.code)
    from sys_user_role ur join sys_role r on r.code = ur.role_code
   where ur.user_id = u.id), '[]'::json)`;

/** The next moment at which something given to `u` begins or ends. */
const nextOf = (table: 'sys_role_grant' | 'wms_org_member' | 'sys_rule'): RawBuilder<string | null> =>
  sql`(select min(least(case when g.from_day > current_date then g.from_day end, case when g.until_day >= current_date then g.until_day + 1 end))::timestamptz
         from ${sql.table(table)} g where ${table === 'sys_rule' ? concerns('g') : sql`g.user_id = u.id`})`;

/** Whether a rule is given to the person `u`, a role of theirs or an organisation that they are the right thing in. */
export const concerns = (rule: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${rule}.${name}`);
  return sql<boolean>`(${column('ended_at')} is null and (${column('user_id')} = u.id
    or ${column('role_code')} in (select h.role_code from sys_user_role h where h.user_id = u.id)
    or exists (select from wms_org_user m where m.user_id = u.id and m.org_id = ${column('org_id')}
                  and (${column('relation')} is null or m.relation = ${column('relation')}))))`;
};

/** Of an organisation, by the alias of its row. */
export const warehousesOf = (alias: string): RawBuilder<string[]> =>
  sql<string[]>`array(select w.id from wms_warehouse w where w.org_id = ${sql.ref(`${alias}.id`)} order by w.id)`;

/** Of `u`: the valid organisations that they belong to. */
export const orgsNow = sql<OwnOrg[]>`coalesce((
  select json_agg(json_build_object('id', o.id, 'type', o.type, 'warehouseIds', ${warehousesOf('o')}) order by o.type, o.code)
    from wms_org_user m join wms_org o on o.id = m.org_id
   where m.user_id = u.id and o.valid), '[]'::json)`;

/** Of `u`: the rules that hold for them. */
export const rulesNow = sql<OwnRule[]>`coalesce((
  select json_agg(json_build_object('owner', r.owner_type, 'of', coalesce(r.role_code, r.org_id::text), 'subject', r.subject_type,
           'model', r.subject_model, 'actions', r.actions, 'ids', case r.subject_type
             when 'MENU' then to_json(array(select e.entry_id from sys_rule_entry e where e.rule_id = r.id order by 1))
             else to_json(sys_rule_ids(k)) end))
    from sys_rule_now r join sys_rule k on k.id = r.id where ${concerns('r')}), '[]'::json)`;

/** @param which token, or tokens of one session */
async function loadSession(db: Db, settings: Settings, which: RawBuilder<unknown>): Promise<Session | null> {
  const { rows } = await sql<
    Omit<Session, 'tokenEndsAt' | 'changesAt'> & { endsAt: string; nextChange: string | null; seenLongAgo: boolean }
  >`
    select s.id, s.user_id as "userId", s.proxy_user_id as "proxyUserId", s.org_id as "orgId", u.name, u.username,
           ${owesPassword} as "mustChangePassword", ${owesFactor(settings)} as "mustSetUpSecondFactor", t.expires_at as "endsAt",
           least(case when u.until_day >= current_date then (u.until_day + 1)::timestamptz end, ${nextOf('sys_role_grant')}, ${nextOf('wms_org_member')}, ${nextOf('sys_rule')}) as "nextChange",
           s.last_seen_at < now() - make_interval(mins => ${SEEN_MINUTES}) as "seenLongAgo",
           ${rolesNow} as roles,
           ${orgsNow} as orgs, ${rulesNow} as rules
      ${fromTokens}
     where ${which} and ${holds}
     order by t.expires_at desc limit 1`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { endsAt, nextChange, seenLongAgo, rules, ...session } = row;
  if (seenLongAgo) await markSeen(db, session.id);
  return {
    ...session,
    rules: rules.map((rule) => ({ ...rule, ids: shared(rule.ids) })),
    tokenEndsAt: Date.parse(endsAt),
    changesAt: nextChange === null ? Number.POSITIVE_INFINITY : Date.parse(nextChange),
  };
}

const SHARED_MAX = 1_000;
const sharedIds = new Map<string, string[]>();

/** A rule of everybody's is in the session of each of them: its ids are kept once. */
function shared(ids: string[]): string[] {
  const key = ids.join(' ');
  const known = sharedIds.get(key) ?? ids;
  sharedIds.delete(key);
  sharedIds.set(key, known);
  if (sharedIds.size > SHARED_MAX) sharedIds.delete(sharedIds.keys().next().value!);
  return known;
}

/** Waits for nobody, and refuses nobody: a call goes on where this cannot be written. */
async function markSeen(db: Db, sessionId: string): Promise<void> {
  await sql`update sys_session set last_seen_at = now()
             where id = (select id from sys_session where id = ${sessionId} for no key update skip locked)`
    .execute(db)
    .catch(() => {});
}
