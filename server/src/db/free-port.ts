import { createServer } from 'node:net';

/** Above what browsers refuse (10080), below what systems give to outgoing connections (Linux: from 32768, others: from 49152). */
const FIRST = 11_000;
const LAST = 31_999;

/** Errors of a port that another program has, or that the system reserves (Windows). */
const TAKEN = new Set(['EADDRINUSE', 'EACCES']);

/**
 * A free port of 127.0.0.1, outside the range of outgoing connections: one of these may take it while its
 * server is down for a moment, or, asked for again and again while nobody listens there, be connected with itself. Then the server
 * cannot come back on it.
 * @throws Error where this machine lets nothing listen there at all
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (TAKEN.has(error.code ?? '') ? done(false) : fail(error)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
