// Fetches a file from a URL entered by an administrator. Private and local hosts only if the machine's operator allowed them:
// otherwise an administrator could read internal services through the server (SSRF).
import { lookup } from 'node:dns';
import { request as overTls, type RequestOptions } from 'node:https';
import { request as inTheOpen, type IncomingMessage } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '@kuwei/contract/error';
import { isLoopback } from '../../config.ts';
import { storeUpload, type Upload } from '../../http/transfer.ts';
import { fileTooLarge, type ReservedSpace } from '../../http/upload-room.ts';
import { NightFault } from './fault.ts';

/** Non-public IPv4 ranges, also when embedded in IPv6. */
const INSIDE_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Non-public ranges within 2000::/3, outside of which nothing is public: IPv4 embedding, tunnels, documentation. */
const INSIDE_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
const inside = new BlockList();
for (const [net, bits] of INSIDE_4) inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of INSIDE_6) inside.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is public. */
export const isPublic = (address: string): boolean =>
  isIP(address) === 4 ? !inside.check(address, 'ipv4') : global6.check(address, 'ipv6') && !inside.check(address, 'ipv6');

/** A valid source URL; without secrets, since it is shown and logged. */
export function addressIn(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || /[?#]/.test(text) || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url : null;
}

/** Whether the operator allows a host wherever it is. */
export const isAllowed = (url: URL, hosts: readonly string[]): boolean =>
  hosts.includes(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`);

/** Sent along, and never shown. */
export interface Secrets {
  token: string | null;
  query: string | null;
}

export interface Limits {
  /** Without receiving a byte. */
  idleMs: number;
  /** Total. */
  totalMs: number;
  /** Aborts early. */
  signal?: AbortSignal;
}
export const LIMITS: Limits = { idleMs: 30_000, totalMs: 300_000 };

interface Asked {
  /** As in the setting. */
  address: string;
  secrets: Secrets;
  /** Hosts that may be private. */
  hosts: readonly string[];
  limits: Limits;
}

/** @throws NightFault; AppError FILE_TOO_LARGE, NO_ROOM */
export async function fetchFile(asked: Asked, name: string, incoming: string, room: ReservedSpace): Promise<Upload> {
  const { totalMs, signal } = asked.limits;
  const over = AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])]);
  try {
    const reply = await ask(asked, over);
    try {
      assertTableFile(reply, room.maxMb);
      return await storeUpload(reply, name, incoming, room);
    } finally {
      reply.destroy();
    }
  } catch (error) {
    if (error instanceof NightFault || error instanceof AppError) throw error;
    throw toFault(error, over.aborted);
  }
}

async function ask({ address, secrets, hosts, limits }: Asked, signal: AbortSignal): Promise<IncomingMessage> {
  const url = addressIn(address);
  if (url === null) throw new NightFault('address');
  const mayBeInside = isAllowed(url, hosts);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!mayBeInside && (url.protocol === 'http:' || (isIP(literal) !== 0 && !isPublic(literal)))) throw new NightFault('inside');
  if (secrets.query !== null) url.search = secrets.query;
  const options: RequestOptions = {
    signal,
    agent: false,
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(secrets.token !== null && { authorization: `Bearer ${secrets.token}` }),
    },
    timeout: limits.idleMs,
    ...(!mayBeInside && { lookup: publicOnly }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let reply: IncomingMessage | null = null;
  const request = (url.protocol === 'https:' ? overTls : inTheOpen)(url, options, (found) => {
    reply = found;
    resolve(found);
  });
  request.once('error', reject).once('timeout', () => (reply ?? request).destroy(new NightFault('slow')));
  request.end();
  return promise;
}

/** Connects to the very address that was checked. */
const publicOnly: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0);
    if (found.length === 0 || !found.every(({ address }) => isPublic(address))) return callback(new NightFault('inside'), '', 0);
    if (options.all) return callback(null, found);
    callback(null, found[0]!.address, found[0]!.family);
  });

function assertTableFile({ statusCode = 0, headers }: IncomingMessage, maxMb: number): void {
  // Redirects are not followed: they may lead inside, with the token.
  if (statusCode >= 300 && statusCode < 400) throw new NightFault('redirect');
  if (statusCode !== 200) throw new NightFault('status', { status: statusCode });
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new NightFault('encoded');
  if (Number(headers['content-length'] ?? 0) > maxMb * 1_000_000) throw fileTooLarge(maxMb);
}

function toFault(error: unknown, isOver: boolean): NightFault {
  const { code = '' } = (error ?? {}) as { code?: string };
  if (isOver) return new NightFault('slow', {}, { cause: error });
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS') return new NightFault('secretText');
  if (/CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return new NightFault('certificate', {}, { cause: error });
  return new NightFault('noAnswer', {}, { cause: error });
}
