// One mail to the mail server. What went wrong is told apart by what may be done about it.
import type { MAIL_FAULTS } from '@kuwei/contract/sys/mail';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '../../config.ts';
import type { Written } from './letter.ts';
import type { Smtp } from './settings.ts';

type FaultCode = (typeof MAIL_FAULTS)[number];

/** Why a mail did not go out. */
export class MailFault extends Error {
  readonly fault: FaultCode;
  /** What the server said, or what stopped us; null where none was reached. */
  readonly answer: string | null;

  constructor(fault: FaultCode, answer: string) {
    super(`${fault}: ${answer}`);
    this.fault = fault;
    // What a host says that is no mail server is for the log alone: it would tell administrators what there is in the network.
    this.answer = fault === 'CONNECT' ? null : answer.slice(0, 300);
  }

  /** Of the server or of how it is set up: every other mail would come to the same. */
  get concernsAll(): boolean {
    return this.fault === 'CONNECT' || this.fault === 'TLS' || this.fault === 'AUTH';
  }

  /** It was not taken, and may be another time. */
  get passes(): boolean {
    return this.concernsAll || this.fault === 'LATER';
  }
}

const CONNECT_MS = 10_000;
/** Whoever tries a host learns after this that no mail server was reached, whether it refused at once or was silent. */
export const UNREACHED_MS = CONNECT_MS + 2_000;
/** Between two answers of the server. */
const ANSWER_MS = 30_000;
/** Altogether: what takes longer is given up, so that nobody waits for it who knows of it. */
export const SENDING_MS = 120_000;

export interface Outgoing extends Written {
  /** The same however often it is sent: mail servers know it again. */
  id: string;
  fromName: string;
  to: { name: string; address: string };
}

/** @returns what the server answered @throws MailFault */
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
  return given(smtp, { from: envelope.from || smtp.from, to: envelope.to }, await composed.build());
}

function given(smtp: Smtp, envelope: { from: string; to: string[] }, content: Buffer): Promise<string> {
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
  /** The server has begun to take the text: from then on nobody knows what it does with it until it says so. */
  let isTaking = false;
  const text = Readable.from(
    (function* () {
      isTaking = true;
      yield content;
    })(),
    { objectMode: false },
  );
  return new Promise<string>((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      connection.close();
      reject(faultOf(error as SmtpError, isTaking));
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

/** Something answers that speaks no TLS. */
const NO_TLS = /wrong version number|packet length|record layer|EPROTO/i;
/** A certificate that is not believed, or a server without TLS. */
const IS_TLS = /certificate|self-signed|unable to verify|STARTTLS|SSL|TLS|altnames/i;

function faultOf(error: SmtpError, isTaking: boolean): MailFault {
  const { code = '', responseCode = 0 } = error;
  const answer = error.response ?? error.message;
  if (code === 'EAUTH') return new MailFault('AUTH', answer);
  if (code === 'ETLS' || (responseCode === 0 && IS_TLS.test(error.message) && !NO_TLS.test(error.message)))
    return new MailFault('TLS', answer);
  if (responseCode >= 500) return new MailFault('REFUSED', answer);
  if (responseCode >= 400) return new MailFault('LATER', answer);
  return isTaking ? new MailFault('UNSURE', answer) : new MailFault('CONNECT', answer);
}
