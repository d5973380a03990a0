// An HTTP server scripted by the test: it receives what the console really sends.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERROR_TAG } from '@kuwei/contract/error';

export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Reply {
  status?: number;
  body?: unknown;
  /** A raw body instead of JSON. */
  text?: string;
  headers?: Record<string, string>;
}
type Answer = (request: Received) => Reply | Promise<Reply>;

export interface Scripted {
  received: Received[];
  /** Sets how requests are answered from now on. */
  answer: (answer: Answer) => void;
  /** Requests received for a path. */
  to: (path: string) => Received[];
  server: Server;
  close: () => Promise<void>;
}

/** Listens on a free port, and makes it the window's origin. */
export async function startServer(): Promise<Scripted> {
  let current: Answer = () => ({ status: 200, body: null });
  const received: Received[] = [];
  const server = createServer((request, response) => {
    // jsdom's XMLHttpRequest uses the window's first origin, and so sends CORS preflights.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    if (request.method === 'OPTIONS') return response.end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const url = new URL(request.url!, 'http://x');
      const arrived = {
        method: request.method!,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(arrived);
      const { status = 200, body = null, text, headers = {} } = await current(arrived);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(text ?? JSON.stringify(body));
    });
    return undefined;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const { jsdom } = globalThis as unknown as { jsdom: { reconfigure: (options: { url: string }) => void } };
  jsdom.reconfigure({ url: `http://127.0.0.1:${port}/` });
  return {
    received,
    server,
    answer: (answer) => {
      current = answer;
    },
    to: (path) => received.filter((request) => request.path === path),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** An error body in our format. */
export const createRefusal = (status: number, code: string, message: string = code, data: unknown = null): Reply => ({
  status,
  body: { errorCode: ERROR_TAG, code, message, data },
});

export const pair = (name: string, expries = 1_800): Record<string, unknown> => ({
  token: `token-${name}`,
  expries,
  rtoken: `rtoken-${name}`,
  rexpries: 604_800,
});

/** Lets pending I/O complete; fake timers stay where they are. */
export async function flushWire(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await new Promise((done) => setImmediate(done));
}

/** The real clock, even with fake timers. */
const now = performance.now.bind(performance);
/** For a shared machine. */
const PATIENCE_MS = 20_000;

/** Waits for a condition while I/O proceeds. @throws if it does not become true */
export async function waitFor(isThere: () => boolean): Promise<void> {
  for (const until = now() + PATIENCE_MS; now() < until && !isThere();) await flushWire();
  if (!isThere()) throw new Error('it did not arrive');
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
