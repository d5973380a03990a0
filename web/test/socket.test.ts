import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SOCKET_HEARTBEAT_MS, SOCKET_RECONNECT_GAP_MS, SOCKET_TIMEOUT_MS } from '@kuwei/contract/constants';
import type { LiveEvent, SocketRequest } from '@kuwei/contract/event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket as WireSocket, WebSocketServer, type WebSocket as Peer } from 'ws';
import { LiveSocket } from '../src/api/socket.ts';
import { dropTokens, saveTokens } from '../src/api/tokens.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { waitFor, pair, flushWire } from './_server.ts';

let http: Server;
let peers: Peer[] = [];
let frames: SocketRequest[] = [];
/** Number of connection attempts. */
let tries = 0;
/** Response status of requests; null for none. */
let answers: (frame: SocketRequest) => number | null = () => 200;
let events: LiveEvent[] = [];
let beginnings = 0;
/** Token pairs returned by refreshes. */
const refreshes: unknown[] = [];
let live: LiveSocket;

beforeAll(async () => {
  // jsdom's WebSocket confuses its own events with those of Node; this one speaks the same protocol.
  vi.stubGlobal('WebSocket', WireSocket);
  await loadPhrases('zh', 'first');
  http = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(refreshes.shift() ?? null));
  });
  const sockets = new WebSocketServer({ server: http, path: '/ws/msg' });
  sockets.on('connection', (peer) => {
    tries++;
    peers.push(peer);
    peer.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as SocketRequest;
      frames.push(frame);
      const c = answers(frame);
      if (c !== null) peer.send(JSON.stringify({ id: frame.id, t: frame.t, c, d: '{"ok":true}' }));
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { jsdom } = globalThis as unknown as { jsdom: { reconfigure: (options: { url: string }) => void } };
  jsdom.reconfigure({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` });
});
afterAll(() => void http.close());

beforeEach(() => {
  localStorage.clear();
  peers = [];
  frames = [];
  events = [];
  tries = 0;
  beginnings = 0;
  answers = () => 200;
  live = new LiveSocket(
    (event) => events.push(event),
    () => beginnings++,
  );
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

const types = (): string[] => frames.map((frame) => frame.t);
const connected = () => expect.poll(() => live.state).toBe('connected');
/** Fakes only the timers of the connection; I/O proceeds. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });

describe('authentication', () => {
  test('[S4.54, S4.56] connects on start, then joins as this device while signed out', async () => {
    expect(live.state).toBe('off');
    live.start();
    expect(live.state).toBe('connecting');
    await connected();
    expect(types()).toEqual(['_JOIN']);
    expect(JSON.parse(frames[0]!.d)).toEqual({ deviceId: expect.stringMatching(/^[\da-f-]{36}$/), deviceType: 'USER' });
  });

  test('[S4.55, S4.57] a login with token and device; connected only after the response', async () => {
    saveTokens(pair('a') as never);
    let release = (): void => {};
    answers = (frame) => {
      release = () => peers[0]!.send(JSON.stringify({ id: frame.id, t: frame.t, c: 200, d: 'null' }));
      return null;
    };
    live.start();
    await expect.poll(types).toEqual(['USER_LOGIN']);
    expect(JSON.parse(frames[0]!.d)).toMatchObject({ token: 'token-a', deviceId: expect.any(String) as string });
    expect(live.state).toBe('connecting');
    release();
    await connected();
  });

  test('[S4.51] signing out reconnects as a device; signing in as the user', async () => {
    saveTokens(pair('a') as never);
    live.start();
    await connected();
    dropTokens('hand');
    await expect.poll(types).toEqual(['USER_LOGIN', '_JOIN']);
    await connected();
    expect(tries).toBe(2);
    saveTokens(pair('b') as never);
    await expect.poll(types).toEqual(['USER_LOGIN', '_JOIN', 'USER_LOGIN']);
    expect(tries).toBe(3);
  });

  test('a revoked token is exchanged, and the connection stays', async () => {
    saveTokens(pair('a') as never);
    refreshes.push(pair('b'));
    answers = (frame) => (frame.d.includes('token-a') ? 401 : 200);
    live.start();
    await connected();
    expect(types()).toEqual(['USER_LOGIN', 'USER_LOGIN']);
    expect(tries).toBe(1);
  });

  test('the next pair of the same session is sent over the same connection', async () => {
    const { session } = saveTokens(pair('a') as never);
    live.start();
    await connected();
    saveTokens(pair('b') as never, session);
    await expect.poll(types).toEqual(['USER_LOGIN', 'USER_LOGIN']);
    expect(JSON.parse(frames[1]!.d)).toMatchObject({ token: 'token-b' });
    expect(tries).toBe(1);
  });
});

describe('requests', () => {
  test('[S8.34] before start: NOT_INIT', async () => {
    await expect(live.request('_PING', {})).rejects.toThrow('NOT_INIT');
  });

  test('[S4.61] requests before the connection is open are queued, and sent in order', async () => {
    live.start();
    const asked = [1, 2, 3].map((n) => live.request('_PING', { n }));
    expect(frames).toEqual([]);
    expect(await Promise.all(asked)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(frames.map((frame) => frame.d)).toEqual([expect.any(String), '{"n":1}', '{"n":2}', '{"n":3}']);
    expect(new Set(frames.map((frame) => frame.id)).size).toBe(4);
  });

  test('[S8.32, S9.29] without a response for 3 s: timeout', async () => {
    expect(SOCKET_TIMEOUT_MS).toBe(3_000);
    live.start();
    await connected();
    answers = () => null;
    holdTimers();
    const asked = live.request('_PING', {});
    const outcome = asked.catch((error: Error) => error.message);
    vi.advanceTimersByTime(2_999);
    expect(await Promise.race([outcome, flushWire().then(() => 'waiting')])).toBe('waiting');
    vi.advanceTimersByTime(1);
    expect(await outcome).toBe('timeout');
  });

  test('[S8.33] a failed send is reported', async () => {
    live.start();
    await connected();
    answers = () => null;
    const lost = live.request('_PING', {});
    peers[0]!.terminate();
    await expect(lost).rejects.toThrow('发送数据失败');
  });

  test('an error response rejects', async () => {
    live.start();
    await connected();
    answers = () => 403;
    await expect(live.request('_PING', {})).rejects.toThrow('403');
  });
});

describe('staying connected', () => {
  test('[S4.60, S9.30] a heartbeat every 29 s', async () => {
    expect(SOCKET_HEARTBEAT_MS).toBe(29_000);
    holdTimers();
    live.start();
    await waitFor(() => live.state === 'connected');
    vi.advanceTimersByTime(28_999);
    await flushWire();
    expect(types()).toEqual(['_JOIN']);
    vi.advanceTimersByTime(1);
    await waitFor(() => types().join() === '_JOIN,_PING');
    vi.advanceTimersByTime(29_000);
    await waitFor(() => types().join() === '_JOIN,_PING,_PING');
  });

  test('[S4.59] reconnects immediately after a clean close', async () => {
    live.start();
    await connected();
    peers[0]!.close(1001);
    await expect.poll(() => tries).toBe(2);
    await connected();
    expect(beginnings).toBe(2);
  });

  test('[S4.58, S4.59, S9.31] after an error it waits 10 s from the error', async () => {
    expect(SOCKET_RECONNECT_GAP_MS).toBe(10_000);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    answers = () => 401;
    holdTimers();
    live.start();
    await waitFor(() => frames.length === 1);
    await flushWire();
    vi.advanceTimersByTime(9_999);
    await flushWire();
    expect(tries).toBe(1);
    answers = () => 200;
    vi.advanceTimersByTime(1);
    await waitFor(() => tries === 2);
    await waitFor(() => live.state === 'connected');
  });

  test('[S4.57] the first connect is reported too, since earlier events were missed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    answers = () => 401;
    holdTimers();
    live.start();
    await waitFor(() => frames.length === 1);
    await flushWire();
    expect(beginnings).toBe(0);
    answers = () => 200;
    vi.advanceTimersByTime(10_000);
    await waitFor(() => live.state === 'connected');
    expect(beginnings).toBe(1);
  });

  test('a requested reconnect does not wait', async () => {
    answers = () => 401;
    live.start();
    await expect.poll(() => frames.length).toBe(1);
    answers = () => 200;
    live.reconnect();
    await connected();
    expect(tries).toBe(2);
  });

  test('events are delivered; other messages are ignored', async () => {
    live.start();
    await connected();
    const event = { bc: 'sys', fc: 'msg-inbox', ec: 'add', d: { id: '1' } };
    peers[0]!.send('nonsense');
    peers[0]!.send(JSON.stringify({ t: '_P', d: '{"bc":1}' }));
    peers[0]!.send(JSON.stringify({ t: '_P', d: JSON.stringify(event) }));
    await expect.poll(() => events).toEqual([event]);
  });
});
