// The open socket connections and their limits.
import type { WebSocket } from 'ws';
import type { Session } from '../session/sessions.ts';

/** Windows of one browser with live events. */
export const SOCKETS_PER_DEVICE = 5;
/** Of all browsers of one person, so that invented device ids leave room for others. */
export const SOCKETS_PER_USER = 50;
/** Separate from guests, so that these never take the room of signed-in users. */
const SIGNED_IN_MAX = 8_000;
/** Connections that have not signed in. */
export const GUESTS_MAX = 2_000;
/** A whole campus may share one address, and reconnects at once after a restart. */
export const GUESTS_PER_ADDRESS = 1_000;
/** Time for a closing handshake before the connection is terminated. */
const GOODBYE_MS = 1_000;

export const CLOSE = { policy: 1008, going: 1001, tooMuch: 1013 } as const;

export interface Connection {
  socket: WebSocket;
  /** The rate-limit key of the address. */
  address: string;
  deviceId: string | null;
  token: string | null;
  session: Session | null;
  heardAt: number;
  second: number;
  messages: number;
  refusedLogins: number;
  /** Settles when everything asked so far is answered. */
  answered: Promise<unknown>;
}

/** Closes a connection, even if the other side does not respond. */
export function closeWith(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
}

/** Counts by key. */
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

/** All open connections, oldest first. */
export class Connections extends Set<Connection> {
  readonly #guests = new Set<Connection>();
  readonly #guestsOf = new Map<string, Set<Connection>>();
  readonly #devices = new Tally();
  readonly #users = new Tally();

  /** Adds a guest. At the limit, closes the oldest guest. */
  open(connection: Connection): void {
    const near = this.#guestsOf.get(connection.address) ?? new Set();
    if (near.size >= GUESTS_PER_ADDRESS) this.#closeWith(near);
    else if (this.#guests.size >= GUESTS_MAX) this.#closeWith(this.#guests);
    this.add(connection);
    this.#guests.add(connection);
    this.#guestsOf.set(connection.address, near.add(connection));
  }

  #closeWith(guests: ReadonlySet<Connection>): void {
    const [oldest] = guests;
    closeWith(oldest!.socket, CLOSE.tooMuch);
    this.close(oldest!);
  }

  close(connection: Connection): void {
    if (!this.delete(connection)) return;
    this.#noGuest(connection);
    if (connection.deviceId !== null) this.#devices.add(connection.deviceId, -1);
    if (connection.session !== null) this.#users.add(connection.session.userId, -1);
  }

  #noGuest(connection: Connection): void {
    if (!this.#guests.delete(connection)) return;
    const near = this.#guestsOf.get(connection.address)!;
    near.delete(connection);
    if (near.size === 0) this.#guestsOf.delete(connection.address);
  }

  /** @returns false if the device has too many */
  admit(connection: Connection, deviceId: string): boolean {
    if (connection.deviceId === deviceId) return true;
    if (this.#devices.of(deviceId) >= SOCKETS_PER_DEVICE) return false;
    if (connection.deviceId !== null) this.#devices.add(connection.deviceId, -1);
    connection.deviceId = deviceId;
    this.#devices.add(deviceId, 1);
    return true;
  }

  /** @returns false if this person, or all signed-in users together, have too many */
  signIn(connection: Connection, token: string, session: Session): boolean {
    const before = connection.session;
    if (before?.userId !== session.userId) {
      if (this.#users.of(session.userId) >= SOCKETS_PER_USER) return false;
      if (before === null && this.size - this.#guests.size >= SIGNED_IN_MAX) return false;
      if (before !== null) this.#users.add(before.userId, -1);
      this.#users.add(session.userId, 1);
    }
    this.#noGuest(connection);
    connection.token = token;
    connection.session = session;
    return true;
  }
}
