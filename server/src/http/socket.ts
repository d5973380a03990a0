// The websocket at /ws/msg: requests and replies in envelopes, pushes beside them, one entry for each open connection.
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
import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { BusEvent } from '../bus.ts';
import type { Services } from '../context.ts';
import type { Session } from '../auth/sessions.ts';

/** Who has not said who they are by then is closed. */
const GREETING_MS = 5_000;
const MESSAGES_PER_SECOND = 20;
const SOCKETS_PER_DEVICE = 20;
/** Nobody has to sign in to hold one. A whole campus may stand behind an address, and returns at once after a restart. */
const GUESTS_PER_ADDRESS = 1_000;
const SOCKETS_MAX = 10_000;
/** A reader that lets this much wait is dropped, so that nobody's slowness costs the others memory. */
const BACKLOG_MAX_BYTES = 1024 * 1024;
/** Frames sent before the event loop gets its turn. */
const CHUNK = 200;
const SWEEP_MS = 15_000;

const CLOSE = { policy: 1008, going: 1001, tooSlow: 1013 } as const;

interface Connection {
  socket: WebSocket;
  ip: string;
  deviceId: string | null;
  token: string | null;
  session: Session | null;
  heardAt: number;
  second: number;
  messages: number;
}

/** How many there are of each. */
class Tally {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** All open connections, and the counts that limit them. */
class Connections extends Set<Connection> {
  readonly #guests = new Tally();
  readonly #devices = new Tally();

  /** Whether one more from this address would be too many. */
  isFull(ip: string): boolean {
    return this.size >= SOCKETS_MAX || this.#guests.of(ip) >= GUESTS_PER_ADDRESS;
  }

  open(connection: Connection): void {
    this.add(connection);
    this.#guests.add(connection.ip, 1);
  }

  close(connection: Connection): void {
    this.delete(connection);
    if (connection.token === null) this.#guests.add(connection.ip, -1);
    if (connection.deviceId !== null) this.#devices.add(connection.deviceId, -1);
  }

  /** @returns false when the device has too many */
  admit(connection: Connection, deviceId: string): boolean {
    if (connection.deviceId === deviceId) return true;
    if (this.#devices.of(deviceId) >= SOCKETS_PER_DEVICE) return false;
    if (connection.deviceId !== null) this.#devices.add(connection.deviceId, -1);
    connection.deviceId = deviceId;
    this.#devices.add(deviceId, 1);
    return true;
  }

  signIn(connection: Connection, token: string, session: Session): void {
    if (connection.token === null) this.#guests.add(connection.ip, -1);
    connection.token = token;
    connection.session = session;
  }
}

export function serveSocket(app: FastifyInstance, services: Services): void {
  const connections = new Connections();

  app.get(
    SOCKET_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (!sameOrigin(request)) void reply.status(403).send();
        else if (connections.isFull(request.ip)) void reply.status(429).send();
      },
    },
    (socket, { ip }) => {
      const connection: Connection = {
        socket,
        ip,
        deviceId: null,
        token: null,
        session: null,
        heardAt: Date.now(),
        second: 0,
        messages: 0,
      };
      connections.open(connection);
      const greeting = setTimeout(() => connection.deviceId === null && socket.close(CLOSE.policy), GREETING_MS);
      socket.on('close', () => {
        clearTimeout(greeting);
        connections.close(connection);
      });
      socket.on('error', () => socket.terminate());
      socket.on('message', (data, binary) => {
        connection.heardAt = Date.now();
        if (binary || tooMany(connection)) return socket.close(CLOSE.policy);
        const request = parseJson(socketRequest, (data as Buffer).toString());
        if (!request) return socket.close(CLOSE.policy);
        void answer(services, connections, connection, request).then((reply) => send(connection, JSON.stringify(reply)));
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
      if (now - connection.heardAt > SOCKET_SILENCE_MS) connection.socket.close(CLOSE.going);
      else if (connection.session && connection.session.tokenEndsAt < now) connection.socket.close(CLOSE.policy);
    }
  }, SWEEP_MS);
  app.addHook('preClose', async () => {
    clearInterval(sweep);
    for (const { socket } of connections) socket.close(CLOSE.going);
  });
}

/** Browsers always name their origin; a page of another site is refused before the upgrade. */
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
  const session = await services.sessions.find(login.token).catch(() => null);
  if (!session) return reply(401);
  if (!connections.has(connection)) return reply(401);
  if (!connections.admit(connection, login.deviceId)) return reply(429);
  connections.signIn(connection, login.token, session);
  // A change of rights while the session was looked for went past this connection.
  await renew(services, connection);
  return reply(200);
}

/** Looks again who is signed in, and closes the connection when nobody is; a newer login meanwhile speaks for itself. */
async function renew(services: Services, connection: Connection): Promise<void> {
  const { token } = connection;
  const session = token === null ? null : await services.sessions.find(token).catch(() => null);
  if (connection.token !== token) return;
  connection.session = session;
  if (!session) connection.socket.close(CLOSE.policy);
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

/** Rights changed: sockets whose session is over are closed, the others learn that something is different. */
async function recheck(services: Services, connections: Set<Connection>, event: BusEvent): Promise<void> {
  const users = event.to === 'all' ? null : new Set(event.to);
  for (const connection of connections) {
    const { session } = connection;
    if (!session) continue;
    if (users && !users.has(session.userId) && !(session.proxyUserId && users.has(session.proxyUserId))) continue;
    await renew(services, connection);
  }
  await deliver(connections, event);
}

function send(connection: Connection, frame: string): void {
  if (connection.socket.readyState !== connection.socket.OPEN) return;
  if (connection.socket.bufferedAmount > BACKLOG_MAX_BYTES) connection.socket.close(CLOSE.tooSlow);
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
