// Opens sessions, and issues and rotates their token pairs.
import { randomBytes } from 'node:crypto';
import type { TokenPair } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import type { Settings } from '../../services/settings.ts';
import { isActingAllowed } from '../../session/acting.ts';
import { endActing, endSession } from './end.ts';
import { accountClosedError } from './account-closed.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { hashToken, newToken, deriveSuccessor } from '../../session/secret.ts';

/** Seconds: of an access token; of a refresh token since its last use; of the whole session, however often it is refreshed. */
const lifetimesOf = (settings: Settings) => ({
  tokenSeconds: settings.get('SYS_TOKEN_MINUTES') * 60,
  refreshSeconds: settings.get('SYS_SESSION_IDLE_HOURS') * 3_600,
  sessionSeconds: settings.get('SYS_SESSION_DAYS') * 86_400,
});

/** Tabs that refresh concurrently receive the same successor for this long. */
const GRACE_MS = 30_000;

/** Opens a session with its first token pair. */
export async function openSession(
  trx: Trx,
  settings: Settings,
  of: { userId: string; orgId?: string | null; deviceId: string; ip: string; userAgent: string },
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
      ends_at: new Date(Date.now() + lifetimesOf(settings).sessionSeconds * 1_000),
    })
    .execute();
  return insertPair(trx, settings, id, newToken(), newToken());
}

/**
 * Opens a session of an integration, with a token that is not renewed. Callers have checked the permission.
 * @param of.untilDay the last day
 * @returns the id of the session
 */
export async function openApiSession(
  trx: Trx,
  of: { userId: string; issuedBy: string; name: string; roles: readonly string[]; untilDay: string; token: string },
): Promise<string> {
  const id = newId();
  const endsAt = sql<string>`(${of.untilDay}::date + 1)::timestamptz`;
  await sql`insert into sys_session (id, user_id, device_id, ends_at, api_name, api_roles, issued_by)
    values (${id}, ${of.userId}, '', ${endsAt}, ${of.name}, ${[...of.roles]}::text[], ${of.issuedBy})`.execute(trx);
  await sql`insert into sys_token (token_hash, session_id, expires_at, rtoken_hash, rexpires_at)
    values (${hashToken(of.token)}, ${id}, ${endsAt}, ${hashToken(newToken())}, ${endsAt})`.execute(trx);
  return id;
}

/**
 * Opens a session in which the caller acts as another person. It never outlives the caller's own session, which continues.
 * Callers have checked the permission.
 * @throws AppError TOKEN_FAIL if the own session is over
 */
export async function openActingSession(
  trx: Trx,
  settings: Settings,
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
    .select(sql<string>`least(ends_at, now() + ${settings.get('SYS_ACTING_MINUTES')} * interval '1 minute')`.as('endsAt'))
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
  return insertPair(trx, settings, id, newToken(), newToken());
}

/**
 * Ends an acting session and issues a new pair of the actor's own session, whose lifetime stays the same. Earlier pairs of it
 * become invalid.
 * @throws AppError TOKEN_FAIL if either session is over, or the person may no longer act for others
 */
export async function returnToOwnSession(trx: Trx, settings: Settings, sessionId: string): Promise<TokenPair> {
  const { rows } = await sql<{ originId: string }>`
    update sys_session x set ended_at = now(), end_reason = 'PROXY'
      from sys_session s
     where x.id = ${sessionId} and s.id = x.id and x.ended_at is null and x.ends_at > now() and ${isActingAllowed}
    returning x.origin_id as "originId"`.execute(trx);
  const own = rows[0];
  if (!own) throw new AppError('TOKEN_FAIL');
  await endActing(trx, sessionId);
  await trx.deleteFrom('sys_token').where('session_id', '=', own.originId).execute();
  return insertPair(trx, settings, own.originId, newToken(), newToken());
}

async function insertPair(trx: Trx, settings: Settings, sessionId: string, token: string, rtoken: string): Promise<TokenPair> {
  const { tokenSeconds, refreshSeconds } = lifetimesOf(settings);
  const { expries, rexpries } = await trx
    .insertInto('sys_token')
    .values((eb) => ({
      token_hash: hashToken(token),
      session_id: sessionId,
      rtoken_hash: hashToken(rtoken),
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
 * Issues the next pair for a refresh token. The token works once; within a short grace period the same device receives the same
 * pair. Any other reuse indicates theft and ends the whole session.
 * @returns the pair and its user, or the user whose session was ended
 * @throws AppError SIGN_FAIL for a token that is unknown, expired or revoked; on its own device ACCOUNT_DISABLED or ACCOUNT_ENDED
 * if the account is closed
 */
export async function refreshPair(
  trx: Trx,
  settings: Settings,
  rtoken: string,
  deviceId: string,
): Promise<{ pair: TokenPair; userId: string; proxyUserId: string | null } | { stolenFrom: string }> {
  const row = await trx
    .selectFrom('sys_token as t')
    .innerJoin('sys_session as s', 's.id', 't.session_id')
    .innerJoin('sys_user as u', 'u.id', 's.user_id')
    .where('t.rtoken_hash', '=', hashToken(rtoken))
    .select(['t.session_id', 't.rotated_at', 't.successor_salt', 's.device_id', 's.user_id', 's.proxy_user_id'])
    .select(
      sql<boolean>`s.ended_at is null and s.ends_at > now() and t.rexpires_at > now() and ${maySignIn} and ${isActingAllowed}`.as(
        'live',
      ),
    )
    .forUpdate('t')
    .executeTakeFirst();
  if (!row?.live) {
    const closed = row?.device_id === deviceId ? await accountClosedError(trx, row.user_id) : null;
    throw closed ?? new AppError('SIGN_FAIL');
  }

  const inGrace = row.rotated_at === null || Date.now() - Date.parse(row.rotated_at) < GRACE_MS;
  if (row.device_id !== deviceId || !inGrace) {
    await endSession(trx, row.session_id, 'REUSE');
    return { stolenFrom: row.user_id };
  }
  const by = { userId: row.user_id, proxyUserId: row.proxy_user_id };
  if (row.successor_salt) return { pair: await repeatPair(trx, deriveSuccessor(rtoken, row.successor_salt)), ...by };

  const salt = randomBytes(32);
  await trx
    .updateTable('sys_token')
    .set({ rotated_at: sql<string>`clock_timestamp()`, successor_salt: salt })
    .where('rtoken_hash', '=', hashToken(rtoken))
    .execute();
  await trx
    .updateTable('sys_session')
    .set({ last_seen_at: sql<string>`now()` })
    .where('id', '=', row.session_id)
    .execute();
  const next = deriveSuccessor(rtoken, salt);
  return { pair: await insertPair(trx, settings, row.session_id, next.token, next.rtoken), ...by };
}

async function repeatPair(trx: Trx, pair: { token: string; rtoken: string }): Promise<TokenPair> {
  const left = await trx
    .selectFrom('sys_token')
    .where('rtoken_hash', '=', hashToken(pair.rtoken))
    .select([secondsLeft('expires_at').as('expries'), secondsLeft('rexpires_at').as('rexpries')])
    .executeTakeFirstOrThrow();
  return { token: pair.token, expries: left.expries, rtoken: pair.rtoken, rexpries: left.rexpries };
}

const secondsLeft = (column: 'expires_at' | 'rexpires_at') =>
  sql<number>`greatest(0, floor(extract(epoch from ${sql.ref(column)} - now())))::int`;
