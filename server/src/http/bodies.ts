// Incoming bodies: limited for each person or address, and cut off when they stall.
import { AppError } from '@kuwei/contract/error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createKeyedLimiter, createKeyedSemaphore, createKeyedTurns } from '../limiter.ts';
import { addressKey } from './address.ts';

/** JSON bodies received from one person at once. More wait, unread. */
export const BODIES_PER_PERSON = 8;
/** Uploads of one person received and scanned at once. The console sends them one after the other. */
export const UPLOADS_PER_PERSON = 4;
export const UPLOADS_WAITING = 8;
/** As many as calls that may be in progress. */
const WAITING = 192;
const WAIT_MS = 30_000;
/** A whole campus may share one address. */
export const GUEST_BODIES_PER_ADDRESS = 300;
const GUEST_BODIES = 2_000;
/** A body without data for this long, or up to twice as long, is cut off. The whole body has 120 s (`requestTimeout`). */
export const STILL_MS = 10_000;

/** How long a refusal waits for those before it. */
const REST_WAIT_MS = 500;

const bodies = createKeyedSemaphore(BODIES_PER_PERSON, WAITING, WAIT_MS);

/** Runs an upload of a person in turn. @throws AppError TOO_MANY_UPLOADS */
export const uploadInTurn = createKeyedLimiter(
  UPLOADS_PER_PERSON,
  UPLOADS_WAITING,
  WAIT_MS,
  () => new AppError('TOO_MANY_UPLOADS', { params: { seconds: 5 } }),
);

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Waits until a JSON body may be read. @param person its sender; null for a guest @throws AppError TOO_MANY_AT_ONCE */
export async function awaitBody(request: FastifyRequest, reply: FastifyReply, person: string | null): Promise<void> {
  if (!hasBody(request)) return;
  const leave = person === null ? guests.enter(request, reply) : await bodies(person);
  if (request.raw.destroyed || reply.raw.destroyed) leave();
  else for (const over of ['end', 'close'] as const) request.raw.once(over, leave);
  reply.raw.once('close', leave);
}

const senders = new WeakMap<FastifyRequest, string>();
/** The sender of a body: a person, or the address of a guest. */
const senderOf = (request: FastifyRequest): string => senders.get(request) ?? addressKey(request.ip);
export const noteSender = (request: FastifyRequest, person: string): void => void senders.set(request, person);

const turns = createKeyedTurns();
/** Waits until a received body may be parsed: one for each sender in each turn of the event loop. */
export const awaitTurn = (request: FastifyRequest): Promise<void> => turns(senderOf(request));

/** Node receives and discards the rest of a refused body; one at a time for each sender. */
const rests = createKeyedSemaphore(1, 1_000, REST_WAIT_MS);

/** Waits until an unread body may be refused; for half a second at most, since a whole campus may share one address. */
export async function awaitDiscardedBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!hasBody(request) || request.raw.complete || request.raw.readableEnded) return;
  const leave = await rests(senderOf(request)).catch(() => null);
  if (!leave) return;
  const { raw } = request;
  if (raw.destroyed || reply.raw.destroyed) return leave();
  // If the response closes the connection, the request emits no further event.
  const { socket } = raw;
  const over = (): void => {
    socket.off('close', over);
    leave();
  };
  socket.once('close', over);
  raw.once('end', over).once('close', over);
  // Node starts to receive the rest, if any, after the response.
  reply.raw.once('close', () => {
    if (!raw.readableFlowing) over();
  });
}

/** Cuts off a guest's body. */
type Guest = () => void;

/**
 * Bodies of guests. At the limit, the oldest is cut off: refusing the newest would let one sender lock out everyone behind the
 * address.
 */
class Guests {
  readonly #all = new Set<Guest>();
  readonly #near = new Map<string, Set<Guest>>();

  enter(request: FastifyRequest, reply: FastifyReply): () => void {
    const address = addressKey(request.ip);
    const near = this.#near.get(address) ?? new Set<Guest>();
    if (near.size >= GUEST_BODIES_PER_ADDRESS) disconnectOldest(near);
    else if (this.#all.size >= GUEST_BODIES) disconnectOldest(this.#all);
    const leave = (): void => {
      if (!this.#all.delete(guest)) return;
      near.delete(guest);
      if (near.size === 0) this.#near.delete(address);
    };
    const guest: Guest = () => {
      leave();
      cutOff(request, reply);
    };
    this.#all.add(guest);
    this.#near.set(address, near.add(guest));
    return leave;
  }
}
const guests = new Guests();

function disconnectOldest(some: ReadonlySet<Guest>): void {
  const [oldest] = some;
  oldest!();
}

/** Cuts off every stalled body, including those whose rest is being discarded. */
export function watchBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done();
    const { raw } = request;
    let seen = -1;
    const look = setInterval(() => {
      const { bytesRead } = raw.socket;
      if (raw.readableFlowing && bytesRead === seen) cutOff(request, reply);
      seen = bytesRead;
    }, STILL_MS);
    look.unref();
    const stop = (): void => clearInterval(look);
    raw.once('end', stop).once('close', stop);
    done();
  });
}

/** Responds like Node does to a request timeout. */
function cutOff({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.headersSent) raw.socket.destroy();
  else
    server.server.emit('clientError', Object.assign(new Error('body cut off'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
}
