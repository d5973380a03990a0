// Sends one mail by SMTP, and classifies faults by what can be done about them.
import type { MAIL_FAULTS } from '@kuwei/contract/sys/mail';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '../../config.ts';
import type { RenderedMail } from './letter.ts';
import type { Smtp } from './settings.ts';

type FaultCode = (typeof MAIL_FAULTS)[number];

/** Why a mail was not sent. */
export class MailFault extends Error {
  readonly fault: FaultCode;
  /** The server's answer or the local error; null if none was reached. */
  readonly answer: string | null;

  constructor(fault: FaultCode, answer: string) {
    super(`${fault}: ${answer}`);
    this.fault = fault;
    // Answers of hosts that are no mail server go to the log only: they would reveal the network to administrators.
    this.answer = fault === 'CONNECT' ? null : answer.slice(0, 300);
  }

  /** A fault of the server or its configuration, which would affect every mail. */
  get concernsAll(): boolean {
    return this.fault === 'CONNECT' || this.fault === 'TLS' || this.fault === 'AUTH';
  }

  /** Temporary: not accepted now, but may be later. */
  get passes(): boolean {
    return this.concernsAll || this.fault === 'LATER';
  }
}

const CONNECT_MS = 10_000;
/** Unreachable hosts are reported after this time, whether they refused at once or stayed silent, to hide the difference. */
export const UNREACHED_MS = CONNECT_MS + 2_000;
/** Between two answers of the server. */
const ANSWER_MS = 30_000;
/** Total time limit, so that callers do not wait longer. */
export const SENDING_MS = 120_000;

export interface Outgoing extends RenderedMail {
  /** Stable across retries, so that mail servers can deduplicate. */
  id: string;
  fromName: string;
  to: { name: string; address: string };
}

/** @returns the server's answer @throws MailFault */
export async function deliver(smtp: Smtp, mail: Outgoing): Promise<string> {
  if (smtp.user !== null && smtp.tls === 'NONE' && !isLoopback(smtp.host))
    throw new MailFault('TLS', 'a password is sent under TLS alone');
  const composed = new MailComposer({
    messageId: `<${mail.id}@${smtp.from.split('@')[1] ?? 'kuwei'}>`,
    from: { name: mail.fromName, address: smtp.from },
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = composed.getEnvelope();
  return sendOverSmtp(smtp, { from: envelope.from || smtp.from, to: envelope.to }, await composed.build());
}

function sendOverSmtp(smtp: Smtp, envelope: { from: string; to: string[] }, content: Buffer): Promise<string> {
  const connection = new SMTPConnection({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === 'TLS',
    requireTLS: smtp.tls === 'STARTTLS',
    ignoreTLS: smtp.tls === 'NONE',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
  /** Once the server is receiving the text, the outcome is unknown until it answers. */
  let isTransmitting = false;
  const text = Readable.from(
    (function* () {
      isTransmitting = true;
      yield content;
    })(),
    { objectMode: false },
  );
  return new Promise<string>((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      connection.close();
      reject(toFault(error as SmtpError, isTransmitting));
    };
    const timer = setTimeout(() => fail(new Error('it took too long')), SENDING_MS);
    const send = (): void =>
      connection.send(envelope, text, (error, info) => {
        if (error) return fail(error);
        clearTimeout(timer);
        connection.quit();
        resolve(info.response ?? '');
      });
    connection.on('error', fail);
    connection.connect((error) => {
      if (error) return fail(error);
      if (smtp.user === null) return send();
      connection.login({ user: smtp.user, pass: smtp.password }, (refused) => (refused ? fail(refused) : send()));
    });
  });
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** The peer does not speak TLS. */
const NO_TLS = /wrong version number|packet length|record layer|EPROTO/i;
/** An untrusted certificate, or a server without TLS. */
const IS_TLS = /certificate|self-signed|unable to verify|STARTTLS|SSL|TLS|altnames/i;

function toFault(error: SmtpError, isTransmitting: boolean): MailFault {
  const { code = '', responseCode = 0 } = error;
  const answer = error.response ?? error.message;
  if (code === 'EAUTH') return new MailFault('AUTH', answer);
  if (code === 'ETLS' || (responseCode === 0 && IS_TLS.test(error.message) && !NO_TLS.test(error.message)))
    return new MailFault('TLS', answer);
  if (responseCode >= 500) return new MailFault('REFUSED', answer);
  if (responseCode >= 400) return new MailFault('LATER', answer);
  return isTransmitting ? new MailFault('UNSURE', answer) : new MailFault('CONNECT', answer);
}
