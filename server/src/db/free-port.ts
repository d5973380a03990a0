import { createServer } from 'node:net';

/** Above what browsers refuse (10080), below what systems give to outgoing connections (Linux: from 32768, others: from 49152). */
const FIRST = 11_000;
const LAST = 31_999;

/**
 * A port of 127.0.0.1 on which nobody listens. It is none that outgoing connections are given: one of these may take it while its
 * server is down for a moment, or, asked for again and again while nobody listens there, be connected with itself. Then the server
 * cannot come back on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
