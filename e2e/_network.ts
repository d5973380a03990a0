// A TCP proxy that can be disconnected to simulate an unreachable server.
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Network {
  readonly url: string;
  readonly #port: number;
  readonly #to: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null;

  private constructor(server: Server, port: number, to: number) {
    this.#server = server;
    this.#port = port;
    this.#to = to;
    this.url = `http://127.0.0.1:${port}`;
    server.on('connection', (socket) => this.#pipe(socket));
  }

  /** @param url of the product behind it */
  static async to(url: string): Promise<Network> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new Network(server, (server.address() as { port: number }).port, Number(new URL(url).port));
  }

  #pipe(socket: Socket): void {
    const other = connect(this.#to, '127.0.0.1');
    for (const [one, its] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => its.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        its.destroy();
      });
      one.pipe(its);
    }
  }

  async unplug(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((done) => server.close(done));
  }

  async plug(): Promise<void> {
    const server = createServer((socket) => this.#pipe(socket));
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done));
    this.#server = server;
  }
}
