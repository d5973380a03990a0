// The environment variables that this process was started with, for the command that starts the next version.
import { SETTING_CODES, isSecret } from '@kuwei/contract/setting';
import { variableOf } from '../../fixed-settings.ts';

/** Of the configuration; the run-time settings are added below. */
const SHOWN = [
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'PORT',
  'HOST',
  'DATA_DIR',
  'BACKUP_DIR',
  'UPGRADE_BACKUP',
  'DEMO',
  'TZ',
  'POOL_SIZE',
  'TRUST_PROXY',
  'COOKIE_SAME_SITE',
  'HSTS_SUBDOMAINS',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
  'CLAMD',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_SCOPE',
  'OIDC_CLAIM',
  'CAS_URL',
  'NIGHTLY_DIR',
  'NIGHTLY_HOSTS',
] as const;
/** Named, but not shown: database addresses hold passwords. */
const SECRET = [
  'DATABASE_URL',
  'REPORT_DATABASE_URL',
  'LEDGER_KEY',
  'BACKUP_KEY',
  'BACKUP_KEYS_BEFORE',
  'OIDC_CLIENT_SECRET',
] as const;

export interface StartSettings {
  shown: { name: string; value: string }[];
  /** Names of variables that hold secrets. */
  secret: string[];
}

/** @param dataDir always included: its default depends on the folder of the program */
export function listStartSettings(env: NodeJS.ProcessEnv, dataDir: string): StartSettings {
  const variables = [...SHOWN, ...SETTING_CODES.filter((code) => !isSecret(code)).map(variableOf)];
  const secret = [...SECRET, ...SETTING_CODES.filter(isSecret).map(variableOf)].filter((name) => env[name]);
  const shown: StartSettings['shown'] = [];
  for (const name of new Set(variables)) {
    const value = name === 'DATA_DIR' ? dataDir : env[name];
    if (!value) continue;
    if (hasCredentials(value)) secret.push(name);
    else shown.push({ name, value });
  }
  return { shown, secret };
}

/** An address with a password or a query, which may be a token. */
function hasCredentials(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password, search } = new URL(value);
  return username !== '' || password !== '' || search !== '';
}
