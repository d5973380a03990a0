// Registers HTTP routes from declarations and handlers: validation, authorization, transaction and response.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import {
  BODY_MAX_BYTES,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type Route,
  type Routes,
  type Schema,
} from '@kuwei/contract/route';
import { sheetQuery, type SheetQuery } from '@kuwei/contract/sheet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { knownDevice } from '../session/known-device.ts';
import type { Session } from '../session/sessions.ts';
import { recheckAuthorization } from '../session/recheck.ts';
import { createKeyedLimiter } from '../limiter.ts';
import {
  actorOf,
  type Caller,
  type Origin,
  type OwnContext,
  type ReadContext,
  type Services,
  type WriteContext,
} from '../context.ts';
import type { Trx } from '../db/open.ts';
import { withShareOf } from '../db/pool-share.ts';
import { ClientDisconnected, toInputError } from '../error.ts';
import { addressKey } from './address.ts';
import { runWithGuestLimit } from './guests.ts';
import { awaitBody, noteSender, uploadInTurn } from './bodies.ts';
import { identify, originOf, readCredentials } from './caller.ts';
import { runInCommit, type CommitHooks } from './commit.ts';
import { isUnchanged, tagOf } from './etag.ts';
import { claimKey, storeReply, keyOf, assertNotRepeated } from './idempotency.ts';
import { awaitExport } from './exports.ts';
import { isExport, logExport } from './log-export.ts';
import { replySchema } from './reply-shape.ts';
import { setSessionCookie } from './session-cookie.ts';
import type { Download, SheetDownload, Upload } from './transfer.ts';
import { receive, renderSheet, sendDownload, abortWhenForbidden } from './transfer.ts';
import { reserveSpace, type ReservedSpace } from './upload-room.ts';

type CallerOf<R extends Route> = R['needs'] extends 'open' ? null : Caller;
type BodyIn<R extends Route> = R['body'] extends 'file' ? Upload : BodyOf<R>;
type Answer<R extends Route> = R['reply'] extends z.core.$ZodType
  ? z.input<R['reply']>
  : R['reply'] extends 'sheet'
    ? SheetDownload
    : Download;

interface Input<R extends Route> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyIn<R>;
}

type Plain<R extends Route> = (
  input: Input<R>,
  context: R extends { method: 'GET' } | { asks: true } ? ReadContext<CallerOf<R>> : WriteContext<CallerOf<R>>,
) => Promise<Answer<R>>;

/** A handler that opens its own transactions. */
interface Own<R extends Route> {
  own: (input: Input<R>, context: OwnContext<CallerOf<R>>) => Promise<Answer<R>>;
}

/** A handler for every route of a table; a missing or superfluous one does not compile. */
export type Handlers<T extends Routes> = { [K in keyof T]: Plain<T[K]> | Own<T[K]> };

/** Registers every route of a table. @throws Error if the shape of a route's reply is unknown */
export function register<const T extends Routes>(
  app: FastifyInstance,
  services: Services,
  table: T,
  handlers: Handlers<T>,
): void {
  for (const [name, route] of Object.entries(table)) {
    const call: Call = {
      route,
      handler: handlers[name as keyof T] as unknown as AnyHandler,
      shape: typeof route.reply === 'string' ? null : replySchema(route.reply),
    };
    const admitted = new WeakMap<FastifyRequest, Admission>();
    app.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      bodyLimit: route.bodyMax ?? BODY_MAX_BYTES,
      // Authorize before reading the body.
      onRequest: async (request, reply) => {
        await services.mode.assertOpen(route);
        // Counted separately from calls of guests, so that these do not delay signed-in users behind the same address.
        const key = `admission ${addressKey(request.ip)}`;
        const admission = await withShareOf(key, false, () => admit(services, route, request));
        admitted.set(request, admission);
        if (admission.caller) noteSender(request, actorOf(admission.caller));
        await services.mode.assertWritable(route);
        if (route.method !== 'GET' && route.body !== 'file')
          await awaitBody(request, reply, admission.caller && actorOf(admission.caller));
      },
      handler: (request, reply) => {
        const admission = admitted.get(request)!;
        const { caller, origin } = admission;
        const work = (room?: ReservedSpace): Promise<unknown> => serve(services, call, admission, request, reply, room);
        const counted = (key: string): Promise<unknown> =>
          withShareOf(key, route.method !== 'GET' && !route.asks, () =>
            route.body === 'file'
              ? uploadInTurn(key, () => withReservedSpace(services, route, admission, request, work))
              : work(),
          );
        if (!caller) return runWithGuestLimit(origin, () => knownDevice(services.db, origin), counted);
        const person = actorOf(caller);
        return underWay(person, async () => {
          if (isExport(route)) await awaitExport(reply, person);
          return counted(person);
        });
      },
    });
  }
}

/** Concurrent calls of one person: loading a page makes ten. More are refused. */
const underWay = createKeyedLimiter(200);

type AnyContext = ReadContext<Caller | null> & WriteContext<Caller | null> & OwnContext<Caller | null>;
type AnyHandler =
  | ((input: unknown, context: AnyContext) => Promise<unknown>)
  | { own: (input: unknown, context: AnyContext) => Promise<unknown> };

interface Call {
  route: Route;
  handler: AnyHandler;
  /** The schema that its reply is checked against; null for a download. */
  shape: Schema | null;
}

/** What is known of the caller from the head of the request. */
interface Admission {
  origin: Origin;
  /** Finds the session; null if none is required. */
  find: (() => Promise<Session | null>) | null;
  caller: Caller | null;
}

async function admit(services: Services, route: Route, request: FastifyRequest): Promise<Admission> {
  const origin = originOf(request);
  const find = route.needs === 'open' ? null : await readCredentials(services, route, request);
  return { origin, find, caller: find && (await identify(route, request, find)) };
}

/** Runs a call that receives a file, with space reserved for it. @throws AppError UNSUPPORTED_MEDIA, and as `reserveSpace` */
async function withReservedSpace<T>(
  services: Services,
  { keepsFile }: Route,
  { caller }: Admission,
  request: FastifyRequest,
  work: (room: ReservedSpace) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA');
  const length = request.headers['content-length'];
  const room = await reserveSpace(
    services,
    length === undefined ? null : Number(length),
    keepsFile && caller ? caller.userId : null,
  );
  try {
    return await work(room);
  } finally {
    room.leave();
  }
}

async function serve(
  services: Services,
  { route, handler, shape }: Call,
  { origin, find, caller: admitted }: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  room?: ReservedSpace,
): Promise<unknown> {
  const input = await read(services, route, request, origin, room);
  // Re-authenticate: the session may have been revoked while the body arrived.
  const reidentify = async (): Promise<Caller | null> => {
    if (route.body === undefined || !find) return admitted;
    try {
      return await identify(route, request, find);
    } catch (error) {
      if (room) await (input.body as Upload).discard();
      throw error;
    }
  };
  const caller = await reidentify();
  const base = { caller, origin, services, db: services.db, aborted: () => abortedOf(reply) } as AnyContext;
  const action = `${route.method} ${route.path}`;

  /** Handlers with their own transactions may take long before each. */
  const recheckCaller = async ({ trx }: { trx: Trx }): Promise<void> => {
    if (caller) await recheckAuthorization(trx, caller);
  };
  let replayed = false;
  const part = (name: string, work: (context: AnyContext) => Promise<unknown>): Promise<unknown> =>
    runInCommit(
      services,
      action,
      base,
      async (context) => {
        // Checked again: receiving the body may have taken long.
        await services.mode.assertWritable(route, context.trx);
        const key = caller && keyOf(request, name);
        const again = key && (await claimKey(context as WriteContext, key, request, input));
        if (again && route.repeat === 'refused') throw new AppError('ANSWERED_ONCE');
        if (again) {
          replayed ||= name === '';
          return again.reply;
        }
        if (typeof handler !== 'function') await recheckCaller(context);
        const given = await work(context as unknown as AnyContext);
        if (key && route.repeat !== 'refused')
          storeReply(context as WriteContext & CommitHooks, key, name === '' && shape ? stripUndeclared(shape, given) : given);
        return given;
      },
      typeof handler !== 'function',
    );
  const once = (work: (context: AnyContext) => Promise<unknown>): Promise<unknown> => part('', work);
  if (route.repeat === 'refused' && caller) await assertNotRepeated(services.db, caller, request, input);
  let answer: unknown;
  if (typeof handler !== 'function') {
    const writing = (work: (context: AnyContext) => Promise<unknown>): Promise<unknown> =>
      runInCommit(
        services,
        action,
        base,
        async (context) => {
          await services.mode.assertWritable(route, context.trx);
          await recheckCaller(context);
          return work(context as unknown as AnyContext);
        },
        true,
      );
    const own = { ...base, write: writing, once, part };
    answer = await handler.own(input, own as unknown as AnyContext);
  } else if (route.method === 'GET' || route.asks) {
    answer = await handler(input, base);
  } else {
    answer = await once((context) => handler(input, context));
  }
  if (!shape) {
    const { sheet } = input;
    const file = sheet ? await renderSheet(answer as SheetDownload, sheet) : (answer as Download);
    if (isExport(route) && sheet?.format !== 'columns' && caller && request.method === 'GET')
      await logExport(services, route, { ...base, caller }, input, file);
    const sent = find && request.method === 'GET' ? abortWhenForbidden(file, () => identify(route, request, find)) : file;
    return sendDownload(sent, request, reply);
  }
  const checked = z.safeParse(shape, answer);
  // A stored response of an earlier version may lack newly declared fields.
  if (!checked.success && !replayed)
    throw new Error(`${action} answers what it does not declare: ${z.prettifyError(checked.error)}`);
  const data = checked.success ? checked.data : answer;
  if (route.session) setSessionCookie(services, request, reply, data as TokenPair | null, origin.browser);
  const body = JSON.stringify(data);
  if (route.method === 'GET' && route.needs === 'open' && isUnchanged(tagOf(body), request, reply))
    return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Removes undeclared fields. */
function stripUndeclared(shape: Schema, answer: unknown): unknown {
  const checked = z.safeParse(shape, answer);
  return checked.success ? checked.data : answer;
}

/** Aborted when the connection closes, even after the response. Created on demand: most calls end sooner. */
function abortedOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new ClientDisconnected());
  if (reply.raw.destroyed) abort();
  else reply.raw.once('close', abort);
  return controller.signal;
}

/** Defaults for routes that declare none. */
const ANY_PARAMS = z.looseObject({});
const NO_QUERY = z.strictObject({});
const NO_BODY = z.nullish(NO_QUERY);

async function read(
  { files }: Services,
  route: Route,
  request: FastifyRequest,
  origin: Origin,
  room: ReservedSpace | undefined,
): Promise<{ params: unknown; query: unknown; body: unknown; sheet?: SheetQuery }> {
  const params = z.safeParse(route.params ?? ANY_PARAMS, request.params);
  if (!params.success) throw new AppError('NOT_FOUND');
  const { sheet, query } = route.reply === 'sheet' ? splitSheetQuery(request.query as object, origin) : { query: request.query };
  return {
    params: params.data,
    ...(sheet && { sheet }),
    query: parse(route.query ?? NO_QUERY, query, origin),
    body:
      room !== undefined
        ? await receive(request, files.incoming, room)
        : parse((route.body as Schema | undefined) ?? NO_BODY, request.body, origin),
  };
}

/** Separates format and columns of an export from the query of the list. */
function splitSheetQuery(query: object, origin: Origin): { sheet: SheetQuery; query: object } {
  const asked = Object.entries(query);
  const [ours, theirs] = [
    asked.filter(([name]) => name in sheetQuery.shape),
    asked.filter(([name]) => !(name in sheetQuery.shape)),
  ];
  return { sheet: parse(sheetQuery, Object.fromEntries(ours), origin) as SheetQuery, query: Object.fromEntries(theirs) };
}

function parse(schema: z.core.$ZodType, value: unknown, origin: Origin): unknown {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (!parsed.success) throw toInputError(parsed.error, origin.locale);
  return parsed.data;
}
