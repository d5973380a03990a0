// The live connection: it says who it is, keeps itself alive and comes back when it breaks.
import { SOCKET_HEARTBEAT_MS, SOCKET_PATH, SOCKET_RECONNECT_GAP_MS, SOCKET_TIMEOUT_MS } from '@kuwei/contract/constants';
import { liveEvent, SOCKET_TYPES, type LiveEvent, type SocketPush, type SocketReply } from '@kuwei/contract/event';
import * as z from 'zod/mini';
import { deviceId } from '../browser/device.ts';
import { t } from '../phrase/phrases.ts';
import { accessToken, refresh } from './refresh.ts';
import { isSignedIn, getStoredTokens, onTokens } from './tokens.ts';

export type SocketState = 'off' | 'connecting' | 'connected';
type RequestType = (typeof SOCKET_TYPES)['login' | 'join' | 'ping'];

interface Waiting {
  resolve: (data: unknown) => void;
  reject: (error: Error) => void;
  timer?: ReturnType<typeof setTimeout>;
}
interface Queued extends Waiting {
  type: RequestType;
  data: unknown;
}

/** The server answered a request, and not with success. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** After a server restart not everybody comes back in the same moment: up to this much later, at random. */
const JITTER_MS = 3_000;

export class LiveSocket {
  state: SocketState = 'off';
  #socket: WebSocket | null = null;
  #ids = 0;
  #lastErrorAt = -Infinity;
  readonly #queue: Queued[] = [];
  #session: string | null = null;
  readonly #waiting = new Map<string, Waiting>();
  readonly #stops: (() => void)[] = [];
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #reconnection: ReturnType<typeof setTimeout> | undefined;
  readonly #onEvent: (event: LiveEvent) => void;
  readonly #onConnected: () => void;
  readonly #onBroken: () => void;

  /**
   * @param onEvent every live event
   * @param onConnected events are heard from here on; those before, since the start or in a break, were not
   * @param onBroken the connection broke, or did not come about
   */
  constructor(onEvent: (event: LiveEvent) => void, onConnected: () => void, onBroken: () => void = () => {}) {
    this.#onEvent = onEvent;
    this.#onConnected = onConnected;
    this.#onBroken = onBroken;
  }

  start(): void {
    if (this.state !== 'off') return;
    const online = (): void => {
      if (this.state !== 'connected') this.reconnect();
    };
    window.addEventListener('online', online);
    const stopTokens = onTokens(({ kept }) => this.#tokensChanged(kept?.session ?? null));
    this.#stops.push(() => window.removeEventListener('online', online), stopTokens);
    this.#session = getStoredTokens()?.session ?? null;
    this.#connect();
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    clearTimeout(this.#reconnection);
    this.#drop();
    this.state = 'off';
    for (const { reject } of this.#queue.splice(0)) reject(new Error('NOT_INIT'));
  }

  /** Connects again at once, as whoever is signed in now. */
  reconnect(): void {
    if (this.state === 'off') return;
    clearTimeout(this.#reconnection);
    this.#drop();
    this.#connect();
  }

  /**
   * Sends a request and waits for its answer; before the connection stands it queues.
   * @throws Error `NOT_INIT` before `start`, `timeout` without an answer in time, or that sending failed
   */
  request(type: RequestType, data: unknown): Promise<unknown> {
    if (this.state === 'off') return Promise.reject(new Error('NOT_INIT'));
    return new Promise((resolve, reject) => {
      const queued: Queued = { type, data, resolve, reject };
      if (this.state === 'connected') this.#send(queued);
      else this.#queue.push(queued);
    });
  }

  #connect(): void {
    this.state = 'connecting';
    const address = new URL(SOCKET_PATH, location.origin);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    const mine = (work: () => void) => () => {
      if (this.#socket === socket) work();
    };
    socket.addEventListener(
      'open',
      mine(() => void this.#greet(socket)),
    );
    socket.addEventListener(
      'error',
      mine(() => this.#broken(true)),
    );
    socket.addEventListener(
      'close',
      mine(() => this.#broken(false)),
    );
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket) this.#receive(String(data));
    });
  }

  async #greet(socket: WebSocket): Promise<void> {
    try {
      await this.#introduce();
    } catch {
      if (this.#socket === socket) this.#broken(true);
      return;
    }
    if (this.#socket !== socket) return;
    this.state = 'connected';
    this.#heartbeat = setInterval(() => {
      this.#ask(SOCKET_TYPES.ping, {}).catch(() => this.#socket === socket && this.#broken(true));
    }, SOCKET_HEARTBEAT_MS);
    for (const queued of this.#queue.splice(0)) this.#send(queued);
    this.#onConnected();
  }

  /** With a token as the person, without one as this device. A token that was revoked is exchanged, or the session ends. */
  async #introduce(): Promise<void> {
    if (!isSignedIn()) {
      await this.#ask(SOCKET_TYPES.join, { deviceId: deviceId(), deviceType: 'USER' });
      return;
    }
    const token = await accessToken();
    const login = (as: string): Promise<unknown> => this.#ask(SOCKET_TYPES.login, { token: as, deviceId: deviceId() });
    try {
      await login(token);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      await login(await refresh(token));
    }
  }

  /** The next pair of the same session is told to the server on this connection; another session needs its own. */
  #tokensChanged(session: string | null): void {
    const same = session === this.#session;
    this.#session = session;
    if (!same) this.reconnect();
    else if (session !== null && this.state === 'connected') this.#introduce().catch(() => this.reconnect());
  }

  #ask(type: RequestType, data: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => this.#send({ type, data, resolve, reject }));
  }

  #send({ type, data, resolve, reject }: Queued): void {
    const id = `${++this.#ids}`;
    const waiting: Waiting = { resolve, reject };
    try {
      if (this.#socket?.readyState !== WebSocket.OPEN) throw new Error('not open');
      this.#socket.send(JSON.stringify({ id, t: type, d: JSON.stringify(data) }));
    } catch {
      return reject(new Error(t('socket.sendFailed')));
    }
    waiting.timer = setTimeout(() => {
      this.#waiting.delete(id);
      reject(new Error('timeout'));
    }, SOCKET_TIMEOUT_MS);
    this.#waiting.set(id, waiting);
  }

  #receive(text: string): void {
    const frame = parse(text) as Partial<SocketReply & SocketPush> | null;
    if (frame?.t === SOCKET_TYPES.push) {
      const event = z.safeParse(liveEvent, parse(frame.d ?? ''));
      if (event.success) this.#onEvent(event.data);
      return;
    }
    const waiting = this.#waiting.get(frame?.id ?? '');
    if (!frame || !waiting) return;
    this.#waiting.delete(frame.id!);
    clearTimeout(waiting.timer);
    if (frame.c === 200) waiting.resolve(parse(frame.d ?? 'null'));
    else waiting.reject(new Refused(frame.c ?? 0));
  }

  /** Comes back by itself: at once after a plain close, a while after the last error. Not getting through is one. */
  #broken(byError: boolean): void {
    if (byError || this.state === 'connecting') this.#lastErrorAt = Date.now();
    this.#drop();
    this.state = 'connecting';
    const gap = this.#lastErrorAt + SOCKET_RECONNECT_GAP_MS - Date.now();
    clearTimeout(this.#reconnection);
    this.#reconnection = setTimeout(() => this.#connect(), gap > 0 ? gap + Math.random() * JITTER_MS : 0);
    this.#onBroken();
  }

  #drop(): void {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(t('socket.sendFailed')));
    }
    this.#waiting.clear();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
