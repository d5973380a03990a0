// The websocket at /ws/msg: requests and replies in envelopes, and pushed events.
import { SOCKET_PATH, SOCKET_SILENCE_MS } from '@kuwei/contract/constants';
import {
  SOCKET_TYPES,
  socketJoin,
  socketLogin,
  socketRequest,
  type SocketReply,
  type SocketRequest,
} from '@kuwei/contract/event';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { createLimiter } from '../limiter.ts';
import type { BusEvent } from '../bus.ts';
import type { Services } from '../context.ts';
import { addressKey } from './address.ts';
import { CLOSE, Connections, closeWith, type Connection } from './socket-connections.ts';

/** Connections that have not joined or signed in by then are closed. */
const GREETING_MS = 5_000;
const MESSAGES_PER_SECOND = 20;
/** Each is a database query. */
const REFUSED_LOGINS_MAX = 5;
/** A client with a larger backlog is dropped, so that slow readers do not use up memory. */
const BACKLOG_MAX_BYTES = 1024 * 1024;
/** Frames sent before yielding to the event loop. */
const CHUNK = 200;
/** Tokens checked by one query. */
const TOKENS_AT_ONCE = 500;
const SWEEP_MS = 15_000;
/** Limits the queries that anyone can cause by trying tokens. Each connection waits with one at most. */
const limiter = createLimiter(2, Infinity);

export function serveSocket(app: FastifyInstance, services: Services): void {
  const connections = new Connections();

  app.get(
    SOCKET_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        // Detach request and response, so that they can be collected while the connection lives.
        if (sameOrigin(request)) reply.raw.detachSocket(request.raw.socket);
        else void reply.status(403).send();
      },
    },
    (socket, { ip }) => {
      const connection: Connection = {
        socket,
        address: addressKey(ip),
        deviceId: null,
        token: null,
        session: null,
        heardAt: Date.now(),
        second: 0,
        messages: 0,
        refusedLogins: 0,
        answered: Promise.resolve(),
      };
      connections.open(connection);
      const greeting = setTimeout(() => connection.deviceId === null && closeWith(socket, CLOSE.policy), GREETING_MS);
      socket.on('close', () => {
        clearTimeout(greeting);
        connections.close(connection);
      });
      // The existing listener retains the whole request for as long as the connection lives.
      socket.removeAllListeners('error').on('error', () => socket.terminate());
      socket.on('message', (data, binary) => {
        // A client may go on sending after the close; ignore it.
        if (socket.readyState !== socket.OPEN) return;
        connection.heardAt = Date.now();
        const request = binary || tooMany(connection) ? null : parseJson(socketRequest, (data as Buffer).toString());
        if (!request) return closeWith(socket, CLOSE.policy);
        const respond = async (): Promise<void> => {
          if (socket.readyState !== socket.OPEN) return;
          send(connection, JSON.stringify(await answer(services, connections, connection, request)));
        };
        connection.answered = connection.answered.then(respond, respond);
      });
    },
  );

  services.bus.subscribe((event) => {
    if (event.bc === 'sys' && event.fc === 'rights') void recheck(services, connections, event);
    else void deliver(connections, event);
  });

  const sweep = setInterval(() => {
    const now = Date.now();
    for (const connection of connections) {
      if (now - connection.heardAt > SOCKET_SILENCE_MS) closeWith(connection.socket, CLOSE.going);
    }
    // If the database is down, the next sweep will check.
    renew(services, [...connections]).catch((error: unknown) => services.log.warn({ err: error }, 'sockets not rechecked'));
  }, SWEEP_MS);
  app.addHook('preClose', async () => {
    clearInterval(sweep);
    for (const { socket } of connections) closeWith(socket, CLOSE.going);
  });
}

/** Browsers always send their origin; a page of another site is refused before the upgrade. */
function sameOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-mode'] === undefined;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function tooMany(connection: Connection): boolean {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== connection.second) {
    connection.second = second;
    connection.messages = 0;
  }
  return ++connection.messages > MESSAGES_PER_SECOND;
}

async function answer(
  services: Services,
  connections: Connections,
  connection: Connection,
  request: SocketRequest,
): Promise<SocketReply> {
  const reply = (c: number, d: unknown = null): SocketReply => ({ id: request.id, t: request.t, c, d: JSON.stringify(d) });
  if (request.t === SOCKET_TYPES.ping) return reply(connection.deviceId === null ? 401 : 200);
  if (request.t === SOCKET_TYPES.join) {
    const join = parseJson(socketJoin, request.d);
    if (!join) return reply(400);
    return reply(connections.admit(connection, join.deviceId) ? 200 : 429);
  }
  const login = parseJson(socketLogin, request.d);
  if (!login) return reply(400);
  const session = await limiter(() => services.sessions.find(login.token)).catch(() => null);
  if (!session) {
    if (++connection.refusedLogins >= REFUSED_LOGINS_MAX) closeWith(connection.socket, CLOSE.policy);
    return reply(401);
  }
  connection.refusedLogins = 0;
  if (session.mustChangePassword || session.mustSetUpSecondFactor) return reply(403);
  if (!connections.has(connection)) return reply(401);
  if (!connections.admit(connection, login.deviceId)) return reply(429);
  if (!connections.signIn(connection, login.token, session)) return reply(429);
  // The rights may have changed during the look-up, before this connection received events.
  await renew(services, [connection]).catch(() => closeWith(connection.socket, CLOSE.policy));
  return reply(200);
}

/** Rechecks tokens and closes connections whose session is over, unless they have signed in again meanwhile. */
async function renew(services: Services, connections: readonly Connection[]): Promise<void> {
  const signedIn = connections.flatMap((connection) =>
    connection.token === null ? [] : { connection, token: connection.token },
  );
  for (let from = 0; from < signedIn.length; from += TOKENS_AT_ONCE) {
    const some = signedIn.slice(from, from + TOKENS_AT_ONCE);
    const good = await services.sessions.holding(some.map(({ token }) => token));
    for (const { connection, token } of some) {
      if (connection.token === token && !good.has(token)) closeWith(connection.socket, CLOSE.policy);
    }
  }
}

async function deliver(connections: Set<Connection>, { to, bc, fc, ec, d }: BusEvent): Promise<void> {
  const users = to === 'all' ? null : new Set(to);
  const frame = JSON.stringify({ t: SOCKET_TYPES.push, d: JSON.stringify({ bc, fc, ec, d }) });
  let sent = 0;
  for (const connection of connections) {
    if (!connection.session || (users && !users.has(connection.session.userId))) continue;
    send(connection, frame);
    if (++sent % CHUNK === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** After a change of rights: closes sockets whose session is over, and notifies the others. */
async function recheck(services: Services, connections: Set<Connection>, event: BusEvent): Promise<void> {
  const users = event.to === 'all' ? null : new Set(event.to);
  const concerned = [...connections].filter(
    ({ session }) => session && (!users || users.has(session.userId) || users.has(session.proxyUserId ?? '')),
  );
  await renew(services, concerned).catch(() => concerned.forEach(({ socket }) => closeWith(socket, CLOSE.policy)));
  await deliver(connections, event);
}

function send(connection: Connection, frame: string): void {
  if (connection.socket.readyState !== connection.socket.OPEN) return;
  if (connection.socket.bufferedAmount > BACKLOG_MAX_BYTES) closeWith(connection.socket, CLOSE.tooMuch);
  else connection.socket.send(frame);
}

function parseJson<S extends z.core.$ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    const parsed = z.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
