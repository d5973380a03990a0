// Who may act as whom, and what is refused while acting.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { AppError } from '@kuwei/contract/error';
import type { Route } from '@kuwei/contract/route';
import { sql, type RawBuilder } from 'kysely';

/**
 * Whether one person may act as another: administrators, as anyone without administrator rights and without powers that the
 * administrator lacks. Powers of the warehouse open what its roles do, whose holders administrators may act as. Checked with every
 * look-up of the session.
 */
export const isAllowedToActAs = (actor: RawBuilder<unknown>, subject: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${actor} <> ${subject}
  and exists (select from sys_user a join sys_user_role h on h.user_id = a.id
               where a.id = ${actor} and a.state = 'ACTIVE' and a.deleted_at is null and h.role_code = 'ROLE_ADMIN')
  and not exists (select from sys_user_role h where h.user_id = ${subject} and h.role_code in ('ROLE_ADMIN', 'ROLE_SYSTEM'))
  and not exists (select p.power_code from sys_user_role h join sys_role_power p on p.role_code = h.role_code
                   where h.user_id = ${subject} and p.power_code not like 'POWER\\_WMS\\_%'
                  except
                  select p.power_code from sys_user_role h join sys_role_power p on p.role_code = h.role_code
                   where h.user_id = ${actor}))`;

/** True for a session `s` that is not an acting one, or whose acting is still allowed. */
export const isActingAllowed = sql<boolean>`(s.proxy_user_id is null or (
  ${isAllowedToActAs(sql`s.proxy_user_id`, sql`s.user_id`)}
  and exists (select from sys_session o where o.id = s.origin_id and o.ended_at is null and o.ends_at > now())))`;

/**
 * Writes below these paths concern the user personally: account and rights, inbox (where a message reports the acting), copies,
 * delegations and report subscriptions. So do those that powers on system subjects open. A test lists every route that this covers.
 */
const OWN = ['/auth/', '/sys/msg-inbox/by-me', '/sys/bpm/copied', '/sys/bpm/delegation', '/sys/report/plan'];
const ALLOWED_WHILE_ACTING: ReadonlySet<string> = new Set([proxyRoutes.back.path]);

/** Whether a route is closed while acting. New personal routes are closed by default. */
export const isClosedWhileActing = ({ method, path, needs }: Pick<Route, 'method' | 'path' | 'needs'>): boolean =>
  method !== 'GET' &&
  ((OWN.some((each) => path.startsWith(each)) && !ALLOWED_WHILE_ACTING.has(path)) ||
    (typeof needs === 'object' && needs.some((code) => /^POWER_(?!WMS_)/.test(code))));

/**
 * For actions that only the user themselves may take: passwords, second factors, own sessions, rights.
 * @throws AppError WHILE_ACTING
 */
export function assertNotActing(caller: { proxyUserId: string | null }): void {
  if (caller.proxyUserId !== null) throw new AppError('WHILE_ACTING');
}
