// Live connections of users to a listening server, and the frames received.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SOCKET_PATH } from '@kuwei/contract/constants';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Person, World } from './_world.ts';

export interface Frame {
  id?: string;
  t: string;
  c?: number;
  d: string;
}

const open: WebSocket[] = [];

/** Starts listening. @returns host and port */
export async function listenWorld(world: World): Promise<string> {
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  return `127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
}

/** Closes all open sockets at the end of a test file. */
export function closeLines(): void {
  for (const socket of open.splice(0)) socket.terminate();
}

export class Line {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  /** Resolves with the close code; -1 if it never opened, or broke. */
  readonly closed: Promise<number>;
  #waiting: (() => void)[] = [];

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`ws://${origin}${SOCKET_PATH}`, { headers });
    open.push(this.socket);
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code) => resolve(code));
      this.socket.on('error', () => resolve(-1));
    });
    void this.closed.then(() => this.#wake());
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse((data as Buffer).toString()) as Frame);
      this.#wake();
    });
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  ready(): Promise<void> {
    return new Promise((resolve) => this.socket.once('open', () => resolve()));
  }

  /**
   * The first matching frame, possibly already received.
   * @param within timeout
   * @throws Error on timeout, or if the line is closed
   */
  async next(fits: (frame: Frame) => boolean, within = 20_000): Promise<Frame> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, within);
    try {
      for (;;) {
        const found = this.frames.find(fits);
        if (found) return found;
        if (isLate || this.socket.readyState === WebSocket.CLOSED)
          throw new Error(`no such frame among ${JSON.stringify(this.frames)}`);
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async ask(t: string, d: unknown): Promise<Frame> {
    const id = randomUUID();
    this.socket.send(JSON.stringify({ id, t, d: JSON.stringify(d) }));
    return this.next((frame) => frame.id === id);
  }
}

/** A line signed in as this person, on a device of its own. */
export async function lineOfPerson(origin: string, person: Person): Promise<Line> {
  const line = new Line(origin);
  await line.ready();
  expect(await line.ask('USER_LOGIN', { token: person.token, deviceId: randomUUID() })).toMatchObject({ c: 200 });
  return line;
}
