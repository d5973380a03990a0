// A way to a server that can be shut and opened again, as a network is.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
  /** The same connection string, through the gate. */
  url: string;
  /** Cuts what is connected, and lets nobody through. */
  shut: () => void;
  open: () => void;
  /** Lets nothing through any more, without a word to either side. */
  hold: () => void;
  end: () => Promise<void>;
}

/** @param url connection string of the database behind it, with address and port */
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
