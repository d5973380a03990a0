// A mail server that receives the product's e-mail.
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  /** The product's mail settings. @param publicUrl address of the product */
  settings: (publicUrl: string) => Record<string, string>;
  /** Waits for the newest mail to an address with these words in the subject. */
  wait: (to: string, subject: string) => Promise<Email>;
  end: () => Promise<void>;
}

const PATIENCE_MS = 90_000;

export async function openMailbox(): Promise<Mailbox> {
  const mails: { to: string[]; mail: Email }[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
          done(null);
          for (const look of waiting) look();
        })();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: (publicUrl) => ({
      SYS_SMTP_HOST: '127.0.0.1',
      SYS_SMTP_PORT: String(port),
      SYS_SMTP_TLS: 'NONE',
      SYS_SMTP_FROM: 'kuwei@example.edu',
      PUBLIC_URL: publicUrl,
    }),
    wait: (to, subject) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(
            new Error(`no mail to ${to} about ${subject}: ${JSON.stringify(mails.map(({ to, mail }) => [to, mail.subject]))}`),
          );
        }, PATIENCE_MS);
        const look = (): void => {
          const found = mails.findLast((each) => each.to.includes(to) && each.mail.subject?.includes(subject) === true);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found.mail);
        };
        waiting.add(look);
        look();
      }),
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** The only link of a mail that leads to a page. */
export function findLink(page: string, { text = '' }: Email): string {
  const found = new RegExp(`https?://\\S+/def/common/login/${page}#\\S+`).exec(text);
  if (!found) throw new Error(`no link to ${page}: ${text}`);
  return found[0];
}
