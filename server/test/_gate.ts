// A TCP proxy that can be cut and reopened, to simulate network failures.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
  /** The same connection string, through the proxy. */
  url: string;
  /** Cuts all connections, and refuses new ones. */
  shut: () => void;
  open: () => void;
  /** Silently drops all traffic. */
  hold: () => void;
  end: () => Promise<void>;
}

/** @param url connection string of the database behind it, including host and port */
export async function gateTo(url: string): Promise<Gate> {
  const target = new URL(url);
  const [host, port] = [target.hostname, Number(target.port || 5432)];
  const through = new Set<Socket>();
  let isShut = false;
  const server = createServer((near) => {
    if (isShut) return near.destroy();
    const far = connect(port, host);
    for (const socket of [near, far]) {
      through.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        through.delete(socket);
      });
    }
    near.pipe(far).pipe(near);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.hostname = '127.0.0.1';
  target.port = String((server.address() as AddressInfo).port);
  const cut = (): void => through.forEach((socket) => socket.destroy());
  return {
    url: target.href,
    shut: () => {
      isShut = true;
      cut();
    },
    open: () => {
      isShut = false;
    },
    hold: () => through.forEach((socket) => socket.unpipe().pause()),
    end: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
