// The live connection: authenticates, sends heartbeats and reconnects.
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

/** The server answered a request with an error. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** Random delay up to this, so that clients do not all reconnect at once after a server restart. */
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
   * @param onEvent called for every live event
   * @param onConnected called on connect; earlier events, before the start or during a disconnect, were missed
   * @param onBroken called when the connection is lost or cannot be opened
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

  /** Reconnects immediately, as the current user. */
  reconnect(): void {
    if (this.state === 'off') return;
    clearTimeout(this.#reconnection);
    this.#drop();
    this.#connect();
  }

  /**
   * Sends a request and waits for the response; queued until connected.
   * @throws Error `NOT_INIT` before `start`, `timeout` without a response in time, or the send error
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
      await this.#authenticate();
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

  /** Authenticates: as the user with a token, else as this device. A revoked token is refreshed, or the session ends. */
  async #authenticate(): Promise<void> {
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

  /** A refreshed token pair is sent over this connection; a different session needs a new connection. */
  #tokensChanged(session: string | null): void {
    const same = session === this.#session;
    this.#session = session;
    if (!same) this.reconnect();
    else if (session !== null && this.state === 'connected') this.#authenticate().catch(() => this.reconnect());
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

  /** Reconnects: immediately after a clean close, after a delay following an error. Failing to connect counts as an error. */
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
