// The HTTP server: limits, headers, errors, all routes, the socket and the console.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { SOCKET_PATH } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { BODY_MAX_BYTES } from '@kuwei/contract/route';
import { isScreen, matchScreen, type Screen } from '@kuwei/contract/screens';
import { canSendLinks } from '../platform/mail/settings.ts';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Services } from '../context.ts';
import { ClientDisconnected, errorReply } from '../error.ts';
import { localeOf } from '../phrase.ts';
import { allRoutes, registerAll } from '../routes.ts';
import { awaitDiscardedBody, awaitTurn, hasBody, watchBodies } from './bodies.ts';
import { compressReplies } from './compress.ts';
import { HEAD_MAX_BYTES, isModestQuery, refuseLongHead } from './request-head.ts';
import { securityHeaders } from './headers.ts';
import { logRefusedCall } from './log-refused.ts';
import { serveHealth } from './health.ts';
import { serveDocument } from './openapi.ts';
import { servePage } from './page.ts';
import { serveSocket } from './socket.ts';

/** Deeper nesting than in any legitimate body; it would exhaust whatever walks it. */
const DEPTH_MAX = 32;
/** Most names and values of any legitimate body: 5,000 boxes of four. Smaller bodies may hold proportionally fewer. */
const PARTS_MAX = 25_000;
const PART_MIN_BYTES = 6;
/** Most names in one object: reading one with 24,000 takes twenty times as long as a list of them. */
const NAMES_MAX = 1_000;
/** NUL as JSON escapes it, which PostgreSQL text cannot hold. */
const NUL = '\\u0000';
/** Noncharacters, which XML cannot hold: one would make every workbook unreadable. */
const NO_CHARACTER = /[\ufffe\uffff]|\\uff(?:fe|ff)/i;
/** Possibly a lone surrogate, which UTF-8 cannot hold. */
const HALF_PAIR = /\\ud[89a-f]/i;

/** @param addMore registers optional parts */
export async function makeApp(
  services: Services,
  addMore: (app: FastifyInstance) => Promise<void> = async () => {},
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = services.log;
  const proxies = services.config.trustProxy;
  const always = securityHeaders(proxies !== false, services.config.hstsSubdomains);
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: typeof proxies === 'number' ? (_, hop) => hop < proxies : proxies,
    // Answered by our own hook, with our headers.
    http: { requireHostHeader: false, maxHeaderSize: HEAD_MAX_BYTES },
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 200, querystringParser: (text) => queryOf(text) },
    frameworkErrors: (error, request, reply) => {
      const { status, body } = errorReply(error, localeOf(request.headers['accept-language']), request.id);
      void (reply as FastifyReply).status(status).headers(always).send(body);
    },
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, always),
  });

  // Refuse Expect: Node's own response would lack our headers.
  app.server.on('checkExpectation', (_, response) => {
    response.writeHead(417, { ...always, 'content-length': 0, connection: 'close' }).end();
  });

  // Registered before the hook that parses cookies.
  const admitHead = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(always).header('x-request-id', request.id);
    refuseLongHead(request.raw);
  };
  app.addHook('onRequest', atOnce(admitHead));
  // Close the socket of a refused upgrade: neither Node's timeouts nor ours apply to it.
  app.addHook(
    'onResponse',
    atOnce(({ raw }) => {
      if ((raw as IncomingMessage & { upgrade?: boolean }).upgrade) raw.socket.end();
    }),
  );
  await app.register(cookie);
  acceptOnlyJson(app);
  await app.register(multipart);
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } });

  const admit = (request: FastifyRequest, reply: FastifyReply): void => {
    // Otherwise any upgrade would be accepted, and its whole URL logged.
    if (request.ws && request.routeOptions.url !== SOCKET_PATH) throw new AppError('NOT_FOUND');
    if (request.method === 'TRACE') throw new AppError('METHOD_NOT_ALLOWED');
    if (hostsOf(request) !== 1 && request.raw.httpVersion !== '1.0') {
      reply.header('connection', 'close');
      throw new AppError('VALIDATION');
    }
    if (closing) reply.header('connection', 'close');
    // Checked by the matched route, as a URL can be spelled in many ways.
    const isCall = request.routeOptions.url?.startsWith('/api') ?? false;
    if (isCall && request.url.includes('%00')) throw new AppError('VALIDATION');
    if (isCall && request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('FORBIDDEN');
    // Before the body is read.
    if (request.is404 && hasBody(request)) refuseUnknown(request);
  };
  app.addHook('onRequest', atOnce(admit));
  watchBodies(app);
  compressReplies(app);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  app.setErrorHandler(async (error, request, reply) => {
    // Parsers report an aborted body as if it were a server error.
    const brokenOff = request.raw.destroyed && !request.raw.complete;
    const thrown = brokenOff && !(error instanceof AppError) ? new AppError('VALIDATION') : error;
    if (brokenOff) request.log.info({ method: request.method }, 'request broken off by the client');
    const { status, body, headers, ours } = errorReply(thrown, localeOf(request.headers['accept-language']), request.id);
    if (!brokenOff && !(thrown instanceof ClientDisconnected))
      logRefusedCall(services.calls, request, reply, { status, body, thrown });
    if (ours) request.log.error({ err: thrown, method: request.method, path: request.url.split('?')[0] }, 'request failed');
    await awaitDiscardedBody(request, reply);
    return reply.status(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
  });

  logRequests(app, services);
  await addMore(app);
  registerAll(app, services);
  serveHealth(app, services.health);
  await serveDocument(app);
  serveSocket(app, services);
  await servePage(app, hasScreen(services));
  app.setNotFoundHandler((request) => refuseUnknown(request));
  return app;
}

/** Makes a hook synchronous: an async one costs each call an extra turn of the event loop. */
const atOnce =
  (work: (request: FastifyRequest, reply: FastifyReply) => void) =>
  (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      work(request, reply);
    } catch (error) {
      return done(error as Error);
    }
    done();
  };

/** Logs calls by route: URLs hold names and secrets. */
function logRequests(app: FastifyInstance, { settings, log }: Services): void {
  app.addHook(
    'onResponse',
    atOnce((request, reply) => {
      const level = settings.get('SYS_LOG_REQUESTS') ? 'info' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      const ms = Math.round(reply.elapsedTime);
      const { ip, method } = request;
      const line = { method, route: request.routeOptions.url ?? null, status: reply.statusCode, ms, ip };
      request.log[level](line, 'request');
    }),
  );
}

/** With several, each proxy on the way may trust another one. */
const hostsOf = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

/** Responds to malformed or too slow requests, and closes the connection. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = UNREAD[error.code ?? ''] ?? 400;
  const refusal = new AppError(status === 408 ? 'TOO_SLOW' : 'VALIDATION');
  const body = JSON.stringify(errorReply(refusal, localeOf(undefined), randomUUID()).body);
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroy(error);
}
const UNREAD: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Screens of this installation: ways to sign in only if enabled. */
function hasScreen({ config: { demo, sso }, settings }: Services): (path: string) => boolean {
  const offered: Partial<Record<Screen, () => boolean>> = {
    'common/login/demo': () => demo,
    'common/login/sso': () => sso !== null,
    'common/login/forgotten': () => canSendLinks(settings),
  };
  return (path) => {
    const screen = matchScreen(path)?.screen;
    return isScreen(path) && (screen === undefined || offered[screen]?.() !== false);
  };
}

/** Accepts JSON bodies only (or multipart, on routes that declare it); refuses anything else unread. */
function acceptOnlyJson(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, text: string, done: (error: Error | null, value?: unknown) => void): void => {
    if (text === '') return done(null, undefined);
    const partsMax = Math.min(PARTS_MAX, request.routeOptions.bodyLimit / PART_MIN_BYTES);
    if (!isModest(text, partsMax) || text.includes(NUL) || NO_CHARACTER.test(text)) return done(new AppError('VALIDATION'));
    void json(request, text, (error, value) => {
      if (!error && HALF_PAIR.test(text) && !isWellFormed(value)) return done(new AppError('VALIDATION'));
      return done(error, value);
    });
  };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    void awaitTurn(request).then(() => parse(request, body as string, done));
  });
}

/** Whether every string in a parsed value is well-formed UTF-16. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inside]) => key.isWellFormed() && isWellFormed(inside));
}

/** Whether a JSON text stays within the limits for depth and size; checked before it is parsed. */
function isModest(text: string, partsMax: number): boolean {
  let depth = 0;
  let parts = 0;
  let inString = false;
  /** Number of names in the open object at each depth. */
  const names: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2c) parts++;
    else if (code === 0x3a) names[depth] = (names[depth] ?? 0) + 1;
    else if (code === 0x7b || code === 0x5b) {
      parts++;
      names[++depth] = 0;
    } else if (code === 0x7d || code === 0x5d) depth--;
    if (depth > DEPTH_MAX || parts > partsMax || (names[depth] ?? 0) > NAMES_MAX) return false;
  }
  return true;
}

/** A repeated name becomes a list, which only list fields accept. */
function queryOf(text: string): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>;
  // The router parses the query before the hook refuses it.
  if (!isModestQuery(text)) return {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  return { ...query };
}

const patterns = allRoutes.map((route) => ({
  method: route.method,
  test: new RegExp(`^/api${route.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function refuseUnknown(request: FastifyRequest): never {
  const path = request.url.split('?')[0]!;
  throw new AppError(patterns.some(({ test }) => test.test(path)) ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND');
}
