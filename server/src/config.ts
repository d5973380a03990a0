// Settings of the process, from the environment.
import { join, resolve } from 'node:path';
import { StartProblem } from './problem.ts';

export interface Config {
  host: string;
  port: number;
  /** Folder of the bundled database, the files and the secret of the installation. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Whether the demo world is loaded at the first start. */
  demo: boolean;
  poolSize: number;
  /** Behind a proxy that sets X-Forwarded-For. */
  trustProxy: boolean;
  /** When browsers send the session cookie along to us from pages of other sites. */
  cookieSameSite: (typeof SAME_SITE)[number];
  logLevel: string;
  version: string;
}

const SAME_SITE = ['strict', 'lax', 'none'] as const;

const ROOT = resolve(import.meta.dirname, '../..');
const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/** @throws StartProblem when a value cannot be used */
export function configOf(env: NodeJS.ProcessEnv): Config {
  const host = env['HOST'] || '127.0.0.1';
  const databaseUrl = env['DATABASE_URL'] || undefined;
  return {
    host,
    port: whole(env, 'PORT', 3000, 0, 65_535),
    dataDir: resolve(env['DATA_DIR'] || join(ROOT, 'data')),
    databaseUrl,
    demo: env['DEMO'] !== undefined ? env['DEMO'] === '1' : databaseUrl === undefined && isLoopback(host),
    poolSize: whole(env, 'POOL_SIZE', 16, 2, 200),
    trustProxy: env['TRUST_PROXY'] === '1',
    cookieSameSite: oneOf(env, 'COOKIE_SAME_SITE', SAME_SITE),
    logLevel: env['LOG_LEVEL'] || 'info',
    version: '0.1.0',
  };
}

/** @returns the first of the values where none is set */
function oneOf<const V extends string>(env: NodeJS.ProcessEnv, name: string, values: readonly [V, ...V[]]): V {
  const text = env[name];
  if (text === undefined || text === '') return values[0];
  const value = values.find((each) => each === text.toLowerCase());
  if (value === undefined) throw new StartProblem(`${name} must be one of ${values.join(', ')}, not "${text}".`);
  return value;
}

function whole(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartProblem(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}
