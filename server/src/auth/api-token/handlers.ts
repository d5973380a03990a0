import { API_TOKEN_DAYS_MAX, API_TOKENS_MAX, type ApiToken, type apiTokenRoutes } from '@kuwei/contract/auth/api-token';
import type { Locale } from '@kuwei/contract/constants';
import { AppError, type Fault } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { isApiToken } from '../../session/sessions.ts';
import { newToken } from '../../session/secret.ts';
import { lockOtherAccount } from '../account/actions.ts';
import { isGrantableRole } from '../account/queries.ts';
import { notifyAccountReaders } from '../account/notify.ts';
import type { StoredAccount } from '../account/record.ts';
import { RightsByDay } from '../role/days.ts';
import { endSession } from '../session/end.ts';
import { openApiSession } from '../session/pairs.ts';

export const apiTokenHandlers: Handlers<typeof apiTokenRoutes> = {
  listApiTokens: ({ params }, { db, origin }) => listTokens(db, params.id, origin.locale),
  issueApiToken: {
    own: async ({ params: { id }, body }, { once }) => {
      const token = newToken();
      await once(async (context) => {
        const account = await lockOtherAccount(context, id);
        await assertIssuerLasts(context, body);
        await assertIssuable(context, account, body);
        const sessionId = await openApiSession(context.trx, { ...body, userId: id, issuedBy: context.caller.userId, token });
        context.logChange({
          entity: 'session',
          id: sessionId,
          change: { apiToken: body.name, untilDay: body.untilDay, roles: body.roles },
        });
        await notifyAccountReaders(context, id);
        await notify(context, {
          to: [id],
          template: 'msg.apiTokenIssued',
          params: { name: body.name, day: body.untilDay },
          link: '/def/base/user/session',
        });
      });
      return { token };
    },
  },
  revokeApiToken: async ({ params: { id, token } }, context) => {
    await lockOtherAccount(context, id);
    const { rows } = await sql<{ name: string }>`
      select s.api_name as name from sys_session s where s.id = ${token} and s.user_id = ${id} and ${isApiToken} and s.ended_at is null`.execute(
      context.trx,
    );
    if (!rows[0]) throw new AppError('NOT_FOUND');
    await endSession(context.trx, token, 'FORCED');
    context.emit({ to: [id], ...EVENTS.rights, d: {} });
    context.logChange({ entity: 'session', id: token, change: { revokedToken: rows[0].name } });
    await notifyAccountReaders(context, id);
    return null;
  },
};

/** An administrator for some days issues nothing that lasts longer. @throws AppError BEYOND_DAYS */
async function assertIssuerLasts(
  { trx, caller, origin: { locale } }: WriteContext<Caller>,
  { name, untilDay }: { name: string; untilDay: string },
): Promise<void> {
  const own = new RightsByDay(trx, caller.userId, locale);
  const refused = await own.refusal(untilDay, name, ({ everything }) => everything);
  if (refused) throw refused;
}

/**
 * Roles that the account holds now, unless it is an administrator; a name that none of its tokens has; a day in the coming year.
 * @throws AppError INVALID, API_TOKENS_MAX, API_TOKEN_ADMIN
 */
async function assertIssuable(
  { trx }: WriteContext<Caller>,
  { id }: StoredAccount,
  { name, roles, untilDay }: { name: string; roles: readonly string[]; untilDay: string },
): Promise<void> {
  const { rows } = await sql<{
    held: string[];
    tokens: number;
    taken: boolean;
    over: boolean;
    late: boolean;
    administrator: boolean;
  }>`
    select array(select r.code from sys_user_role h join sys_role r on r.code = h.role_code
                  where h.user_id = ${id} and ${isGrantableRole}) as held,
           (select count(*)::int from sys_session s where s.user_id = ${id} and ${isApiToken} and s.ended_at is null and s.ends_at > now()) as tokens,
           exists (select from sys_user_role h where h.user_id = ${id} and h.role_code = 'ROLE_ADMIN') as administrator,
           exists (select from sys_session s where s.user_id = ${id} and s.api_name = ${name} and s.ended_at is null and s.ends_at > now()) as taken,
           ${untilDay}::date < current_date as over, ${untilDay}::date > current_date + ${API_TOKEN_DAYS_MAX}::int as late`.execute(
    trx,
  );
  const { held, tokens, taken, over, late, administrator } = rows[0]!;
  if (administrator) throw new AppError('API_TOKEN_ADMIN');
  const faults: Fault[] = [
    ...(taken ? [{ path: 'name', key: 'rule.apiTokenName' } as const] : []),
    ...(roles.every((code) => held.includes(code)) ? [] : [{ path: 'roles', key: 'rule.notOffered' } as const]),
    ...(over ? [{ path: 'untilDay', key: 'rule.notPast' } as const] : []),
    ...(late ? [{ path: 'untilDay', key: 'rule.apiTokenDays' } as const] : []),
  ];
  if (faults.length > 0) throw new AppError('INVALID', { faults });
  if (tokens >= API_TOKENS_MAX) throw new AppError('API_TOKENS_MAX', { params: { max: API_TOKENS_MAX } });
}

async function listTokens(db: Kysely<DB>, userId: string, locale: Locale): Promise<ApiToken[]> {
  const { rows } = await sql<ApiToken>`
    select s.id, s.api_name as name, (s.ends_at - interval '1 second')::date::text as "untilDay", b.name as "issuedBy",
           s.created_at as "createdAt", nullif(s.last_seen_at, s.created_at) as "lastUsedAt",
           coalesce((select json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}) order by r.sort, r.code)
                       from sys_role r where r.code = any(s.api_roles)), '[]') as roles
      from sys_session s left join sys_user b on b.id = s.issued_by
     where s.user_id = ${userId} and ${isApiToken} and s.ended_at is null and s.ends_at > now()
     order by s.created_at desc, s.id`.execute(db);
  return rows;
}
