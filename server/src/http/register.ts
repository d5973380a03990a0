// Turns route declarations and handlers into HTTP routes: who may, what is taken, one commit for each write, what is answered.
import { createHash } from 'node:crypto';
import { allowed, effectiveRoles } from '@kuwei/contract/access';
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import type { TokenPair } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER, ORG_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { ParamsOf, BodyOf, QueryOf, Route, Routes } from '@kuwei/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Session } from '../auth/sessions.ts';
import { isOwnAffair, refuseWhileProxied } from '../auth/proxy-rule.ts';
import type { Caller, Change, Origin, OwnContext, ReadContext, Services, WriteContext } from '../context.ts';
import type { BusEvent } from '../bus.ts';
import { insertRows } from '../db/rows.ts';
import { isRetryable, refusedInput } from '../error.ts';
import { localeOf } from '../phrase.ts';
import { useTicket } from './file-ticket.ts';
import { cookieToken, setSessionCookie } from './session-cookie.ts';
import type { Download, Upload } from './transfer.ts';
import { receive, sendDownload, whileAllowed } from './transfer.ts';

type CallerOf<R extends Route> = R['needs'] extends 'open' ? null : Caller;
type BodyIn<R extends Route> = R['body'] extends 'file' ? Upload : BodyOf<R>;
type Answer<R extends Route> = R['reply'] extends z.core.$ZodType ? z.input<R['reply']> : Download;

export interface Input<R extends Route> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyIn<R>;
}

type Plain<R extends Route> = (
  input: Input<R>,
  context: R['method'] extends 'GET' ? ReadContext<CallerOf<R>> : WriteContext<CallerOf<R>>,
) => Promise<Answer<R>>;

/** A handler that opens its own transactions. */
interface Own<R extends Route> {
  own: (input: Input<R>, context: OwnContext<CallerOf<R>>) => Promise<Answer<R>>;
}

/** A handler for every route of a table; a missing or superfluous one does not compile. */
export type Handlers<T extends Routes> = { [K in keyof T]: Plain<T[K]> | Own<T[K]> };

const RETRIES = 3;

export function register<const T extends Routes>(
  app: FastifyInstance,
  services: Services,
  table: T,
  handlers: Handlers<T>,
): void {
  for (const [name, route] of Object.entries(table)) {
    const handler = handlers[name as keyof T] as unknown as AnyHandler;
    app.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: (request, reply) => serve(services, route, handler, request, reply),
    });
  }
}

type AnyContext = ReadContext<Caller | null> & WriteContext<Caller | null> & OwnContext<Caller | null>;
type AnyHandler =
  | ((input: unknown, context: AnyContext) => Promise<unknown>)
  | { own: (input: unknown, context: AnyContext) => Promise<unknown> };

async function serve(
  services: Services,
  route: Route,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const origin = originOf(request);
  const find = route.needs === 'open' ? null : await shownBy(services, route, request);
  const caller = find && (await identify(route, request, find));
  const input = await read(route, request, origin);
  const base = { caller, origin, services, db: services.db } as AnyContext;
  const action = `${route.method} ${route.path}`;

  const part = (name: string, work: (context: AnyContext) => Promise<unknown>): Promise<unknown> =>
    write(services, action, base, async (context) => {
      const key = caller && keyOf(request, name);
      const again = key && (await claim(context as WriteContext, key, request, input));
      if (again) return again.reply;
      const given = await work(context as AnyContext);
      if (key) await keep(context as WriteContext, key, given);
      return given;
    });
  const once = (work: (context: AnyContext) => Promise<unknown>): Promise<unknown> => part('', work);
  let answer: unknown;
  if (typeof handler !== 'function') {
    const own = { ...base, write: (work: never) => write(services, action, base, work), once, part };
    answer = await handler.own(input, own as unknown as AnyContext);
  } else if (route.method === 'GET') {
    answer = await handler(input, base);
  } else {
    answer = await once((context) => handler(input, context));
  }
  if (route.reply === 'file') {
    const file = answer as Download;
    const sent = find && request.method === 'GET' ? whileAllowed(file, () => identify(route, request, find)) : file;
    return sendDownload(sent, request, reply);
  }
  const checked = z.safeParse(route.reply, answer);
  if (!checked.success) throw new Error(`${action} answers what it does not declare: ${z.prettifyError(checked.error)}`);
  if (route.session) setSessionCookie(services.config, request, reply, checked.data as TokenPair | null);
  const body = JSON.stringify(checked.data);
  if (route.method === 'GET' && route.needs === 'open' && isUnchanged(body, request, reply)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** What is the same for everybody may be kept by the browser, and is only asked about. */
function isUnchanged(body: string, request: FastifyRequest, reply: FastifyReply): boolean {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.header('etag', tag).header('cache-control', 'no-cache');
  return request.headers['if-none-match'] === tag;
}

// ---------------------------------------------------------------- who calls

export function originOf(request: FastifyRequest): Origin {
  const device = request.headers[DEVICE_HEADER.toLowerCase()];
  return {
    locale: localeOf(request.headers['accept-language']),
    ip: request.ip,
    deviceId: typeof device === 'string' ? device.slice(0, 64) : '',
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  };
}

/** How to find the session that a request shows. Where it shows it by a ticket, the ticket is used up. */
async function shownBy(services: Services, route: Route, request: FastifyRequest): Promise<() => Promise<Session | null>> {
  const { authorization } = request.headers;
  const bearer = /^Bearer ([\w-]{20,256})$/.exec(authorization ?? '')?.[1];
  const ticketed = bearer === undefined ? await useTicket(services, route, request) : undefined;
  if (ticketed !== undefined) return () => services.sessions.findById(ticketed);
  const token = bearer ?? cookieToken(route, request);
  if (token === undefined) throw new AppError(authorization === undefined ? 'UNAUTHORIZED' : 'TOKEN_FAIL');
  return () => services.sessions.find(token);
}

async function identify(route: Route, request: FastifyRequest, find: () => Promise<Session | null>): Promise<Caller> {
  const session = await find();
  if (!session) throw new AppError('TOKEN_FAIL');
  const call = `${route.method} ${route.path}`;
  if (session.mustChangePassword && !OPEN_BEFORE_CHANGE.has(call)) throw new AppError('PASSWORD_CHANGE_NEEDED');
  if (session.mustSetUpSecondFactor && !OPEN_BEFORE_SECOND_FACTOR.has(call)) throw new AppError('SECOND_FACTOR_NEEDED');

  const worn = request.headers[PAGE_ROLE_HEADER.toLowerCase()];
  const pageRole = worn === undefined || worn === '' ? null : String(worn);
  if (pageRole !== null && !session.roles.some((role) => role.code === pageRole)) throw new AppError('PAGE_ROLE');
  const effective = effectiveRoles(session.roles, pageRole);
  if (typeof route.needs === 'object' && !allowed(route.needs, effective)) throw new AppError('FORBIDDEN');
  if (isOwnAffair(route)) refuseWhileProxied(session);

  const shownOrg = request.headers[ORG_HEADER.toLowerCase()];
  if (route.method !== 'GET' && shownOrg !== undefined && shownOrg !== session.orgId) throw new AppError('ORG_CHANGED');
  return {
    userId: session.userId,
    name: session.name,
    username: session.username,
    proxyUserId: session.proxyUserId,
    sessionId: session.id,
    orgId: session.orgId,
    orgs: session.orgs,
    roles: session.roles,
    pageRole,
    effective,
  };
}

const callsOf = (routes: readonly Route[]): ReadonlySet<string> => new Set(routes.map(({ method, path }) => `${method} ${path}`));
/** What somebody may call who has to do something first: who they are … */
const WHO = [userRoutes.getMe, userRoutes.getPower, userRoutes.listSettings, userRoutes.saveSetting];
/** … and to change the password, */
const OPEN_BEFORE_CHANGE = callsOf([...WHO, passwordRoutes.changePassword]);
const { getSecondFactor, beginSecondFactor, confirmSecondFactor } = secondFactorRoutes;
/** … or to set up the second factor. */
const OPEN_BEFORE_SECOND_FACTOR = callsOf([
  ...WHO,
  passwordRoutes.changePassword,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
]);

// ---------------------------------------------------------------- what is taken

async function read(route: Route, request: FastifyRequest, origin: Origin): Promise<unknown> {
  const params = z.safeParse(route.params ?? z.looseObject({}), request.params);
  if (!params.success) throw new AppError('NOT_FOUND');
  return {
    params: params.data,
    query: parse(route.query ?? z.strictObject({}), request.query, origin),
    body:
      route.body === 'file' ? await receive(request) : parse(route.body ?? z.nullish(z.strictObject({})), request.body, origin),
  };
}

function parse(schema: z.core.$ZodType, value: unknown, origin: Origin): unknown {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (!parsed.success) throw refusedInput(parsed.error, origin.locale);
  return parsed.data;
}

// ---------------------------------------------------------------- one write, one commit

async function write<T>(
  services: Services,
  action: string,
  base: ReadContext<Caller | null>,
  work: (context: WriteContext<Caller | null>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const events: BusEvent[] = [];
    const changes: Change[] = [];
    const after: (() => void)[] = [];
    let result: T;
    try {
      const { db: _, ...rest } = base;
      result = await services.db.transaction().execute(async (trx) => {
        const context: WriteContext<Caller | null> = {
          ...rest,
          trx,
          emit: (event) => void events.push(event),
          logChange: (change) => void changes.push(change),
          afterCommit: (then) => void after.push(then),
        };
        const value = await work(context);
        await log(context, action, changes);
        return value;
      });
    } catch (error) {
      if (attempt >= RETRIES || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      continue;
    }
    // What is committed has succeeded, whatever becomes of telling about it.
    try {
      for (const then of after) then();
      if (events.length > 0) services.bus.publish(events);
    } catch (error) {
      services.log.error({ err: error, action }, 'a write was committed, but not all were told');
    }
    return result;
  }
}

async function log(
  { trx, caller, origin }: WriteContext<Caller | null>,
  action: string,
  changes: readonly Change[],
): Promise<void> {
  if (!caller && changes.length === 0) return;
  const common = {
    action,
    user_id: caller?.userId ?? null,
    proxy_user_id: caller?.proxyUserId ?? null,
    page_role: caller?.pageRole ?? null,
    org_id: caller?.orgId ?? null,
    device_id: origin.deviceId,
    ip: origin.ip,
    request_id: origin.requestId,
  };
  const rows = changes.length > 0 ? changes : [undefined];
  await insertRows(
    trx,
    'sys_log',
    rows.map((change) => ({
      ...common,
      entity: change?.entity ?? null,
      entity_id: change?.id ?? null,
      change: change?.change ?? null,
    })),
  );
}

// ---------------------------------------------------------------- idempotency

const KEY_MAX = 100;

/** @param part of the call, where its parts commit by themselves @throws AppError VALIDATION for a key that is too long */
const keyOf = (request: FastifyRequest, part: string): string | null => {
  const key = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length > KEY_MAX) throw new AppError('VALIDATION');
  return key + part;
};

/**
 * Claims the key of this request in the transaction of its write; a second request with the same key waits here for the
 * first one, and gets its answer. Under another organisation or page role it is another request.
 */
async function claim(
  { trx, caller }: WriteContext,
  key: string,
  request: FastifyRequest,
  input: unknown,
): Promise<{ reply: unknown } | null> {
  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${caller.orgId} ${caller.pageRole}\n${JSON.stringify(input)}`)
    .digest();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sys_idempotency')
    .values({ user_id: caller.userId, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return null;
  const known = await trx
    .selectFrom('sys_idempotency')
    .where('user_id', '=', caller.userId)
    .where('key', '=', key)
    .select(['request_hash', 'reply'])
    .executeTakeFirstOrThrow();
  if (!known.request_hash.equals(requestHash)) throw new AppError('IDEMPOTENCY_MISMATCH');
  return { reply: JSON.parse(known.reply ?? 'null') as unknown };
}

async function keep({ trx, caller }: WriteContext, key: string, reply: unknown): Promise<void> {
  await trx
    .updateTable('sys_idempotency')
    .set({ status: 200, reply: JSON.stringify(reply ?? null) })
    .where('user_id', '=', caller.userId)
    .where('key', '=', key)
    .execute();
}
