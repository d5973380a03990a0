// A local SMTP server, and settings that point to it.
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { configure } from './_configure.ts';
import type { World } from './_world.ts';

export interface Received extends Email {
  /** Envelope recipients, regardless of headers. */
  rcpt: string[];
  raw: string;
}

export interface Mailbox {
  port: number;
  /** In order of arrival. */
  mails: Received[];
  /** Mails to one address. */
  to: (address: string) => Received[];
  /** Refuses recipients with this reply; null accepts all. */
  refuse: (answer: { code: number; message: string } | null) => void;
  /** Runs while a mail is received, before it is acknowledged. */
  taking: (work: (() => Promise<void> | void) | null) => void;
  /** Drops all connections. */
  hangUp: () => void;
  end: () => Promise<void>;
}

export async function openMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: Received[] = [];
  let refusal: { code: number; message: string } | null = null;
  let taking: (() => Promise<void> | void) | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        void (async () => {
          const mail = await PostalMime.parse(raw);
          mails.push({ ...mail, rcpt: session.envelope.rcptTo.map(({ address }) => address), raw: raw.toString() });
          await taking?.();
          done(null, 'taken');
        })();
      });
    },
    ...options,
  });
  const connected = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    connected.add(socket);
    socket.on('close', () => connected.delete(socket));
  });
  // A client that disconnects early is not a server error.
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    to: (address) => mails.filter(({ rcpt }) => rcpt.includes(address)),
    refuse: (answer) => void (refusal = answer),
    taking: (work) => void (taking = work),
    hangUp: () => {
      for (const socket of connected) socket.destroy();
    },
    end: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

export const SITE = 'https://kuwei.example.edu';

/** All mail settings, set through the administrator's API. */
export const configureSmtp = (world: World, { port }: Pick<Mailbox, 'port'>): Promise<void> =>
  configure(world, {
    SYS_SMTP_HOST: '127.0.0.1',
    SYS_SMTP_PORT: port,
    SYS_SMTP_TLS: 'NONE',
    SYS_SMTP_FROM: 'kuwei@example.edu',
    SYS_SMTP_PER_MINUTE: 1_000,
    SYS_PUBLIC_URL: SITE,
  });
