import { createServer } from 'node:net';

/** Above the ports that browsers block (10080), below ephemeral ports (Linux: from 32768, others: from 49152). */
const FIRST = 11_000;
const LAST = 31_999;

/** Errors of a port that is in use, or reserved (Windows). */
const TAKEN = new Set(['EADDRINUSE', 'EACCES']);

/**
 * A free port of 127.0.0.1 outside the ephemeral range. A client could otherwise get the port while the server is down, or even
 * connect to itself by retrying it, and the server could not come back.
 * @throws Error if this machine does not allow listening at all
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
