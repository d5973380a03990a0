// Configuration of the process, from environment variables.
import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { StartProblem } from './problem.ts';
import { readFixedSettings, type FixedSettings } from './fixed-settings.ts';

/** Version of the program. */
export const VERSION = '0.2.0';

/** A port of a host, or a local socket. */
export type ScannerAddress = { host: string; port: number } | { path: string };

export interface Config {
  host: string;
  port: number;
  /** Folder of the bundled database, uploaded files and the installation's secret. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database with the report login; null if there is none. Used if `databaseUrl` is set. */
  reportDatabaseUrl: string | null;
  /** Private key (PEM) that seals the ledger; undefined: the one in the data folder. */
  ledgerKey: string | undefined;
  /** Whether the first start loads the demo data. */
  demo: boolean;
  poolSize: number;
  /** Trusted proxies for X-Forwarded-For: their number or addresses; false for none. */
  trustProxy: number | string[] | false;
  /** SameSite attribute of the session cookie. */
  cookieSameSite: (typeof SAME_SITE)[number];
  /** Single sign-on of the university. */
  sso: SsoConfig | null;
  /** Whether HSTS includes subdomains. */
  hstsSubdomains: boolean;
  /** Time to keep serving after a stop signal, so that a load balancer notices. */
  drainMs: number;
  logLevel: string;
  /** Folder of backups. */
  backupDir: string;
  /** Whether to back up before a newer version migrates the database. */
  upgradeBackup: boolean;
  /** Key that encrypts backups, and former keys for reading older ones. */
  backupKey: string | null;
  backupKeysBefore: readonly string[];
  /** Sources of nightly imports. */
  nightly: {
    /** Folder that files are taken from; null for none. */
    folder: string | null;
    /** Hosts with port that may be fetched from although they are private or local. */
    hosts: readonly string[];
  };
  /** Virus scanner for uploads; null for none. */
  scanner: ScannerAddress | null;
  /** Settings fixed by the environment. */
  settings: FixedSettings;
  version: string;
}

const SAME_SITE = ['strict', 'lax', 'none'] as const;

/** Default time zone of the warehouse, unless TZ is set. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';
const ROOT = resolve(import.meta.dirname, '../..');
const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

interface SsoCommon {
  /** Address of the console as browsers see it, without a trailing slash. */
  publicUrl: string;
}
export type SsoConfig =
  | (SsoCommon & { kind: 'cas'; casUrl: string })
  | (SsoCommon & {
      kind: 'oidc';
      issuer: string;
      clientId: string;
      clientSecret: string;
      scope: string;
      /** The claim that holds the campus number. */
      claim: string;
    });

/** @throws StartProblem if a value is invalid */
export function configOf(env: NodeJS.ProcessEnv): Config {
  const host = env['HOST'] || '127.0.0.1';
  const databaseUrl = databaseUrlOf(env, 'DATABASE_URL');
  checkTimeZone(env);
  const dataDir = resolve(env['DATA_DIR'] || join(ROOT, 'data'));
  return {
    host,
    port: parseInteger(env, 'PORT', 3000, 0, 65_535),
    dataDir,
    databaseUrl,
    reportDatabaseUrl: databaseUrlOf(env, 'REPORT_DATABASE_URL') ?? null,
    ledgerKey: env['LEDGER_KEY'] || undefined,
    demo: env['DEMO'] !== undefined ? env['DEMO'] === '1' : databaseUrl === undefined && isLoopback(host),
    poolSize: parseInteger(env, 'POOL_SIZE', 16, 2, 200),
    trustProxy: proxiesOf(env),
    cookieSameSite: oneOf(env, 'COOKIE_SAME_SITE', SAME_SITE),
    sso: ssoConfigOf(env),
    hstsSubdomains: env['HSTS_SUBDOMAINS'] === '1',
    drainMs: parseInteger(env, 'DRAIN_SECONDS', 0, 0, 300) * 1_000,
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS),
    backupDir: folderOf(env, 'BACKUP_DIR') ?? join(dataDir, 'backups'),
    upgradeBackup: env['UPGRADE_BACKUP'] !== '0',
    backupKey: backupKeyOf('BACKUP_KEY', env['BACKUP_KEY']),
    backupKeysBefore: (env['BACKUP_KEYS_BEFORE'] ?? '')
      .split(',')
      .flatMap((key) => backupKeyOf('BACKUP_KEYS_BEFORE', key.trim()) ?? []),
    nightly: { folder: folderOf(env, 'NIGHTLY_DIR'), hosts: hostsOf(env, 'NIGHTLY_HOSTS') },
    scanner: scannerOf(env['CLAMD']),
    settings: readFixedSettings(env),
    version: VERSION,
  };
}

/** @throws StartProblem for an address that the driver would misinterpret */
function databaseUrlOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name] || undefined;
  if (text === undefined) return undefined;
  // Not shown: it may hold a password.
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new StartProblem(`${name} must be an address of PostgreSQL that begins with postgres://.`);
  const hosts = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(text)![1]!;
  if (hosts.includes(',')) throw new StartProblem(`${name} must name one host, not several (${hosts}).`);
  if (!URL.canParse(text.replace(/^\w+:\/\/\//, 'postgres://localhost/')))
    throw new StartProblem(`${name} is no valid address: special characters of the password are written as %XX.`);
  return text;
}

function checkTimeZone(env: NodeJS.ProcessEnv): void {
  const zone = env['TZ'] || DEFAULT_TIME_ZONE;
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new StartProblem(`TZ must be a time zone such as Asia/Shanghai, not "${zone}".`);
  }
}

const LOG_LEVELS = ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * @throws StartProblem if more than one is configured, or something is missing
 */
function ssoConfigOf(env: NodeJS.ProcessEnv): SsoConfig | null {
  const [issuer, cas] = [env['OIDC_ISSUER'] || undefined, env['CAS_URL'] || undefined];
  if (issuer === undefined && cas === undefined) return null;
  if (issuer !== undefined && cas !== undefined) throw new StartProblem('Set OIDC_ISSUER or CAS_URL, not both.');
  const common = { publicUrl: siteOf(env, 'PUBLIC_URL') };
  if (issuer === undefined) return { kind: 'cas', ...common, casUrl: siteOf(env, 'CAS_URL') };
  const clientId = env['OIDC_CLIENT_ID'];
  const clientSecret = env['OIDC_CLIENT_SECRET'];
  if (!clientId || !clientSecret) throw new StartProblem('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.');
  const [scope, claim] = [env['OIDC_SCOPE'] || 'openid profile', env['OIDC_CLAIM'] || 'preferred_username'];
  // Verbatim: issuers differ by a trailing slash.
  siteOf(env, 'OIDC_ISSUER');
  return { kind: 'oidc', ...common, issuer, clientId, clientSecret, scope, claim };
}

/** An address without a trailing slash: https, or http on the loopback interface. */
function siteOf(env: NodeJS.ProcessEnv, name: string): string {
  const text = env[name] ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))) {
    throw new StartProblem(`${name} must be an https address (http only on a loopback address), not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}

/** @returns the first of the values if unset */
function oneOf<const V extends string>(env: NodeJS.ProcessEnv, name: string, values: readonly [V, ...V[]]): V {
  const text = env[name];
  if (text === undefined || text === '') return values[0];
  const value = values.find((each) => each === text.toLowerCase());
  if (value === undefined) throw new StartProblem(`${name} must be one of ${values.join(', ')}, not "${text}".`);
  return value;
}

/** A number of proxies, or addresses and networks (`10.0.0.0/8`) separated by commas. */
function proxiesOf(env: NodeJS.ProcessEnv): Config['trustProxy'] {
  const text = env['TRUST_PROXY']?.trim() || '0';
  if (/^\d$/.test(text)) return Number(text) || false;
  const addresses = text.split(',').map((each) => each.trim());
  if (addresses.every(isNetwork)) return addresses;
  throw new StartProblem(`TRUST_PROXY must be a number of proxies from 0 to 9 or a list of their addresses, not "${text}".`);
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const BACKUP_KEY_MIN = 20;

/** @throws StartProblem for a key that is too weak, or that contains the list separator */
function backupKeyOf(name: string, text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (text.length < BACKUP_KEY_MIN || /[\s,]/.test(text))
    throw new StartProblem(
      `${name} must have at least ${BACKUP_KEY_MIN} characters, without spaces and commas (openssl rand -base64 32).`,
    );
  return text;
}

/** @throws StartProblem for a relative path */
function folderOf(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name] || null;
  if (text !== null && !isAbsolute(text)) throw new StartProblem(`${name} must be the full path of a folder, not "${text}".`);
  return text;
}

/** `host:port`, or the absolute path of a socket. */
function scannerOf(text: string | undefined): ScannerAddress | null {
  if (!text) return null;
  if (isAbsolute(text)) return { path: text };
  const url = URL.canParse(`tcp://${text}`) ? new URL(`tcp://${text}`) : null;
  if (url === null || url.port === '' || url.host !== text)
    throw new StartProblem(`CLAMD must be host:port or the full path of a socket, not "${text}".`);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
}

/** Hosts separated by commas, with the https port by default. */
function hostsOf(env: NodeJS.ProcessEnv, name: string): string[] {
  const texts = (env[name] ?? '').split(',').flatMap((each) => each.trim() || []);
  return texts.map((text) => {
    const url = URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : null;
    if (url === null || url.href !== `https://${url.host}/`)
      throw new StartProblem(`${name} must name hosts, with a port where it is not 443, separated by commas, not "${text}".`);
    return `${url.hostname}:${url.port || '443'}`;
  });
}

function parseInteger(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartProblem(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}
