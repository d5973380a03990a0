// Sessions and their token pairs. Tokens are opaque and stored hashed; each call asks here who it is, through a cache
// that a change of rights empties at once.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import type { RoleHeld } from '@kuwei/contract/access';
import { ACTING_MINUTES } from '@kuwei/contract/auth/proxy';
import type { TokenPair } from '@kuwei/contract/auth/token';
import type { OrgType } from '@kuwei/contract/wms/org';
import { sql, type RawBuilder } from 'kysely';
import type { Bus } from '../bus.ts';
import { newId } from '../db/id.ts';
import type { Db, Trx } from '../db/open.ts';
import { actingHolds } from './proxy-rule.ts';
import { owesSecondFactor } from './totp-store.ts';

export interface Lifetimes {
  /** Access token. */
  tokenSeconds: number;
  /** Refresh token, from its last use. */
  refreshSeconds: number;
  /** The whole session, however often it is refreshed. */
  sessionSeconds: number;
}
export const LIFETIMES: Lifetimes = { tokenSeconds: 1_800, refreshSeconds: 7 * 86_400, sessionSeconds: 30 * 86_400 };

/** Tabs that refresh at the same time receive the same successor for this long. */
const GRACE_MS = 30_000;
const CACHE_MS = 30_000;
const CACHE_MAX = 20_000;

export interface Session {
  id: string;
  userId: string;
  proxyUserId: string | null;
  orgId: string | null;
  name: string;
  username: string;
  roles: RoleHeld[];
  /** Valid organisations the person belongs to. */
  orgs: { id: string; type: OrgType }[];
  /** Until the password is changed nothing else can be done. */
  mustChangePassword: boolean;
  /** Until a second factor is set up nothing else can be done. */
  mustSetUpSecondFactor: boolean;
  /** When the access token it was found by ends, ms since 1970. */
  tokenEndsAt: number;
}

export type EndReason = 'LOGOUT' | 'REUSE' | 'FORCED' | 'DISABLED' | 'PASSWORD' | 'PROXY';

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const secret = (): string => randomBytes(32).toString('base64url');

export class Sessions {
  readonly #db: Db;
  readonly #bus: Bus;
  readonly #lifetimes: Lifetimes;
  readonly #cache = new Map<string, { session: Session; until: number }>();
  /** Counts changes of rights: what was read before one of them is not kept after it. */
  #changes = 0;

  constructor(db: Db, bus: Bus, lifetimes: Lifetimes = LIFETIMES) {
    this.#db = db;
    this.#bus = bus;
    this.#lifetimes = lifetimes;
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
    const key = hash(token).toString('base64');
    const now = Date.now();
    const cached = this.#cache.get(key);
    if (cached && cached.until > now && this.#bus.connected) return cached.session.tokenEndsAt > now ? cached.session : null;
    const changes = this.#changes;
    const session = await loadSession(this.#db, sql`t.token_hash = ${hash(token)}`);
    if (session && this.#bus.connected && changes === this.#changes) {
      if (this.#cache.size >= CACHE_MAX) this.#cache.delete(this.#cache.keys().next().value!);
      this.#cache.set(key, { session, until: now + CACHE_MS });
    } else this.#cache.delete(key);
    return session;
  }

  /** A session by its id, without its token; null when it has none that counts any more. */
  findById(id: string): Promise<Session | null> {
    return loadSession(this.#db, sql`s.id = ${id}`);
  }

  /** Those of these access tokens that still open something, with nothing due first; asked of the database itself. */
  async holding(tokens: readonly string[]): Promise<Set<string>> {
    const byHash = new Map(tokens.map((token) => [hash(token).toString('hex'), token]));
    const { rows } = await sql<{ hash: string }>`
      select encode(t.token_hash, 'hex') as hash ${fromTokens}
       where t.token_hash = any (select decode(x, 'hex') from unnest(${[...byHash.keys()]}::text[]) x)
         and ${holds} and not ${owesPassword} and not ${owesFactor}`.execute(this.#db);
    return new Set(rows.map((row) => byHash.get(row.hash)!));
  }

  /** A new session with its first pair. */
  async open(
    trx: Trx,
    of: {
      userId: string;
      orgId?: string | null;
      deviceId: string;
      ip: string;
      userAgent: string;
      endsAt?: Date;
    },
  ): Promise<TokenPair> {
    const id = newId();
    await trx
      .insertInto('sys_session')
      .values({
        id,
        user_id: of.userId,
        org_id: of.orgId ?? null,
        device_id: of.deviceId,
        ip: of.ip,
        user_agent: of.userAgent.slice(0, 300),
        ends_at: of.endsAt ?? new Date(Date.now() + this.#lifetimes.sessionSeconds * 1_000),
      })
      .execute();
    return this.#insertPair(trx, id, secret(), secret());
  }

  /**
   * A session in which the caller acts as another person. It never outlives the caller's own, which goes on beside it.
   * Whether they may, has been asked. @throws AppError TOKEN_FAIL when the own session is over
   */
  async openActing(
    trx: Trx,
    of: {
      caller: { userId: string; sessionId: string };
      subjectId: string;
      reason: string;
      deviceId: string;
      ip: string;
      userAgent: string;
    },
  ): Promise<TokenPair> {
    const own = await trx
      .selectFrom('sys_session')
      .where('id', '=', of.caller.sessionId)
      .where('ended_at', 'is', null)
      .select(sql<string>`least(ends_at, now() + ${ACTING_MINUTES} * interval '1 minute')`.as('endsAt'))
      .forUpdate()
      .executeTakeFirst();
    if (!own) throw new AppError('TOKEN_FAIL');
    const id = newId();
    await trx
      .insertInto('sys_session')
      .values({
        id,
        user_id: of.subjectId,
        proxy_user_id: of.caller.userId,
        origin_id: of.caller.sessionId,
        device_id: of.deviceId,
        ip: of.ip,
        user_agent: of.userAgent.slice(0, 300),
        ends_at: own.endsAt,
      })
      .execute();
    await trx
      .insertInto('sys_acting')
      .values({
        id: newId(),
        session_id: id,
        actor_id: of.caller.userId,
        subject_id: of.subjectId,
        reason: of.reason,
        ends_at: own.endsAt,
      })
      .execute();
    return this.#insertPair(trx, id, secret(), secret());
  }

  /**
   * Ends an acting session and gives its person a new pair of their own one, which lasts no longer for it. Pairs of it
   * that were given out before are no longer taken.
   * @throws AppError TOKEN_FAIL when either session is over, or the person may act as nobody any more
   */
  async goBack(trx: Trx, sessionId: string): Promise<TokenPair> {
    const { rows } = await sql<{ originId: string }>`
      update sys_session x set ended_at = now(), end_reason = 'PROXY'
        from sys_session s
       where x.id = ${sessionId} and s.id = x.id and x.ended_at is null and x.ends_at > now() and ${actingHolds}
      returning x.origin_id as "originId"`.execute(trx);
    const own = rows[0];
    if (!own) throw new AppError('TOKEN_FAIL');
    await endActing(trx, sessionId);
    await trx.deleteFrom('sys_token').where('session_id', '=', own.originId).execute();
    return this.#insertPair(trx, own.originId, secret(), secret());
  }

  async #insertPair(trx: Trx, sessionId: string, token: string, rtoken: string): Promise<TokenPair> {
    const { tokenSeconds, refreshSeconds } = this.#lifetimes;
    const { expries, rexpries } = await trx
      .insertInto('sys_token')
      .values((eb) => ({
        token_hash: hash(token),
        session_id: sessionId,
        rtoken_hash: hash(rtoken),
        expires_at: eb
          .selectFrom('sys_session')
          .where('id', '=', sessionId)
          .select(sql<string>`least(now() + ${tokenSeconds} * interval '1 second', ends_at)`.as('at')),
        rexpires_at: eb
          .selectFrom('sys_session')
          .where('id', '=', sessionId)
          .select(sql<string>`least(now() + ${refreshSeconds} * interval '1 second', ends_at)`.as('at')),
      }))
      .returning([secondsLeft('expires_at').as('expries'), secondsLeft('rexpires_at').as('rexpries')])
      .executeTakeFirstOrThrow();
    return { token, expries, rtoken, rexpries };
  }

  /**
   * The next pair for a refresh token. The token works once; the same device may ask again for a moment and receives
   * the same pair. Any other use means that it was stolen: the whole session ends.
   * @returns the pair and whose it is, or the user whose session had to be ended
   * @throws AppError SIGN_FAIL for a token that is unknown, expired or revoked
   */
  async refresh(
    trx: Trx,
    rtoken: string,
    deviceId: string,
  ): Promise<{ pair: TokenPair; userId: string } | { stolenFrom: string }> {
    const row = await trx
      .selectFrom('sys_token as t')
      .innerJoin('sys_session as s', 's.id', 't.session_id')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      .where('t.rtoken_hash', '=', hash(rtoken))
      .select(['t.session_id', 't.rotated_at', 't.successor_salt', 's.device_id', 's.user_id'])
      .select(
        sql<boolean>`s.ended_at is null and s.ends_at > now() and t.rexpires_at > now() and u.state = 'ACTIVE' and u.deleted_at is null and ${actingHolds}`.as(
          'live',
        ),
      )
      .forUpdate('t')
      .executeTakeFirst();
    if (!row?.live) throw new AppError('SIGN_FAIL');

    const inGrace = row.rotated_at === null || Date.now() - Date.parse(row.rotated_at) < GRACE_MS;
    if (row.device_id !== deviceId || !inGrace) {
      await this.end(trx, row.session_id, 'REUSE');
      return { stolenFrom: row.user_id };
    }
    const userId = row.user_id;
    if (row.successor_salt) return { pair: await this.#pairAgain(trx, successor(rtoken, row.successor_salt)), userId };

    const salt = randomBytes(32);
    await trx
      .updateTable('sys_token')
      .set({ rotated_at: sql<string>`clock_timestamp()`, successor_salt: salt })
      .where('rtoken_hash', '=', hash(rtoken))
      .execute();
    await trx
      .updateTable('sys_session')
      .set({ last_seen_at: sql<string>`now()` })
      .where('id', '=', row.session_id)
      .execute();
    const next = successor(rtoken, salt);
    return { pair: await this.#insertPair(trx, row.session_id, next.token, next.rtoken), userId };
  }

  async #pairAgain(trx: Trx, pair: { token: string; rtoken: string }): Promise<TokenPair> {
    const left = await trx
      .selectFrom('sys_token')
      .where('rtoken_hash', '=', hash(pair.rtoken))
      .select([secondsLeft('expires_at').as('expries'), secondsLeft('rexpires_at').as('rexpries')])
      .executeTakeFirstOrThrow();
    return { token: pair.token, expries: left.expries, rtoken: pair.rtoken, rexpries: left.rexpries };
  }

  /**
   * The session that a token or a refresh token belongs to, whatever its state. While acting as another person it is the
   * own one, with which acting ends: whoever signs out, signs out altogether.
   */
  async ownerOf(
    trx: Trx,
    tokens: { token: string | null; rtoken: string | null },
  ): Promise<{ sessionId: string; userId: string } | undefined> {
    return trx
      .selectFrom('sys_token as t')
      .innerJoin('sys_session as s', 's.id', 't.session_id')
      .where((eb) =>
        eb.or([eb('t.token_hash', '=', hash(tokens.token ?? '')), eb('t.rtoken_hash', '=', hash(tokens.rtoken ?? ''))]),
      )
      .select((eb) => [
        eb.fn.coalesce('s.origin_id', 's.id').as('sessionId'),
        eb.fn.coalesce('s.proxy_user_id', 's.user_id').as('userId'),
      ])
      .executeTakeFirst();
  }

  /** Ends a session. Tell the bus that the user's rights changed, so that caches and sockets follow. */
  async end(trx: Trx, sessionId: string, reason: EndReason): Promise<void> {
    await trx
      .updateTable('sys_session')
      .set({ ended_at: sql<string>`now()`, end_reason: reason })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
    await endActing(trx, sessionId);
  }

  /**
   * Ends every session of a user but one, also those in which the user acts as somebody else, or somebody as them, and
   * every sign-in of theirs that has begun.
   * Tell the bus afterwards.
   * @returns how many have ended
   */
  async endOthers(trx: Trx, userId: string, keptId: string, reason: EndReason): Promise<number> {
    const ended = await trx
      .updateTable('sys_session')
      .set({ ended_at: sql<string>`now()`, end_reason: reason })
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('proxy_user_id', '=', userId)]))
      .where('id', '<>', keptId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    await trx
      .updateTable('sys_user')
      .set({ sessions_ended_at: sql<string>`now()` })
      .where('id', '=', userId)
      .execute();
    await endActing(trx, ...ended.map(({ id }) => id));
    return ended.length;
  }
}

/** What was begun from these sessions, or is one of them, has ended. */
const endActing = (trx: Trx, ...sessionIds: string[]): Promise<unknown> =>
  sql`update sys_acting a set ended_at = now() from sys_session s
       where s.id = a.session_id and (s.id = any(${sessionIds}::uuid[]) or s.origin_id = any(${sessionIds}::uuid[])) and a.ended_at is null`.execute(
    trx,
  );

/** The successor follows from the refresh token and a salt: nobody without the token can make it, and nothing is stored. */
function successor(rtoken: string, salt: Buffer): { token: string; rtoken: string } {
  const part = (name: string): string => createHmac('sha256', rtoken).update(salt).update(name).digest('base64url');
  return { token: part('token'), rtoken: part('rtoken') };
}

const secondsLeft = (column: 'expires_at' | 'rexpires_at') =>
  sql<number>`greatest(0, floor(extract(epoch from ${sql.ref(column)} - now())))::int`;

const fromTokens = sql`from sys_token t join sys_session s on s.id = t.session_id join sys_user u on u.id = s.user_id`;
/** Of `fromTokens`: true while the token is taken. */
const holds = sql<boolean>`(t.expires_at > now() and s.ended_at is null and s.ends_at > now()
  and u.state = 'ACTIVE' and u.deleted_at is null and ${actingHolds})`;
/** Whoever acts as another person owes nothing of theirs. */
const owesPassword = sql<boolean>`(u.must_change_password and s.proxy_user_id is null)`;
const owesFactor = sql<boolean>`(s.proxy_user_id is null and ${owesSecondFactor})`;

/** @param which token, or tokens of one session */
async function loadSession(db: Db, which: RawBuilder<unknown>): Promise<Session | null> {
  const { rows } = await sql<Omit<Session, 'tokenEndsAt'> & { endsAt: string }>`
    select s.id, s.user_id as "userId", s.proxy_user_id as "proxyUserId", s.org_id as "orgId", u.name, u.username,
           ${owesPassword} as "mustChangePassword", ${owesFactor} as "mustSetUpSecondFactor", t.expires_at as "endsAt",
           coalesce((
             select json_agg(json_build_object('code', r.code, 'powers', coalesce((
                 select json_agg(json_build_object('code', p.power_code) order by p.power_code)
                   from sys_role_power p where p.role_code = r.code), '[]'::json)) order by r.sort, r.code)
               from sys_user_role ur join sys_role r on r.code = ur.role_code
              where ur.user_id = u.id), '[]'::json) as roles,
           coalesce((
             select json_agg(json_build_object('id', o.id, 'type', o.type) order by o.type, o.code)
               from wms_org_user m join wms_org o on o.id = m.org_id
              where m.user_id = u.id and o.valid), '[]'::json) as orgs
      ${fromTokens}
     where ${which} and ${holds}
     order by t.expires_at desc limit 1`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { endsAt, ...session } = row;
  return { ...session, tokenEndsAt: Date.parse(endsAt) };
}
