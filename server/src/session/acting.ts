// Who may act as whom, and what nobody does while acting as somebody else.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { AppError } from '@kuwei/contract/error';
import type { Route } from '@kuwei/contract/route';
import { sql, type RawBuilder } from 'kysely';

/**
 * True while this person may act as that one: an administrator, as anyone who holds none of the administrators' rights
 * and no power that the administrator lacks. It is asked again with every look at the session.
 */
export const mayActAs = (actor: RawBuilder<unknown>, subject: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${actor} <> ${subject}
  and exists (select from sys_user a join sys_user_role h on h.user_id = a.id
               where a.id = ${actor} and a.state = 'ACTIVE' and a.deleted_at is null and h.role_code = 'ROLE_ADMIN')
  and not exists (select from sys_user_role h where h.user_id = ${subject} and h.role_code in ('ROLE_ADMIN', 'ROLE_SYSTEM'))
  and not exists (select p.power_code from sys_user_role h join sys_role_power p on p.role_code = h.role_code
                   where h.user_id = ${subject}
                  except
                  select p.power_code from sys_user_role h join sys_role_power p on p.role_code = h.role_code
                   where h.user_id = ${actor}))`;

/** True for a session `s` that is no acting one, or one that may still go on. */
export const actingHolds = sql<boolean>`(s.proxy_user_id is null or (
  ${mayActAs(sql`s.proxy_user_id`, sql`s.user_id`)}
  and exists (select from sys_session o where o.id = s.origin_id and o.ended_at is null and o.ends_at > now())))`;

/**
 * What is written below these is a person's own: the account and rights, the inbox, where a message says who acts as them, what
 * they were told of, who decides for them, and which reports come to them. A test lists every call that follows from it.
 */
const OWN = ['/auth/', '/sys/msg-inbox/by-me', '/sys/bpm/copied', '/sys/bpm/delegation', '/sys/report/plan'];
const ALSO_WHILE_ACTING: ReadonlySet<string> = new Set([proxyRoutes.back.path]);

/** True for a call that people make under their own name only. A new one is closed to others without being told so. */
export const isOwnAffair = ({ method, path, needs }: Pick<Route, 'method' | 'path' | 'needs'>): boolean =>
  method !== 'GET' &&
  ((OWN.some((each) => path.startsWith(each)) && !ALSO_WHILE_ACTING.has(path)) ||
    (typeof needs === 'object' && needs.some((code) => code.startsWith('POWER_'))));

/**
 * For what only the person themselves may do: passwords, second factors, own sessions, rights.
 * @throws AppError WHILE_ACTING
 */
export function refuseWhileProxied(caller: { proxyUserId: string | null }): void {
  if (caller.proxyUserId !== null) throw new AppError('WHILE_ACTING');
}
