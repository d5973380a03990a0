// Single sign-on by OpenID Connect or CAS. The browser keeps a sealed ticket while the person signs in at the university, and a
// page of the console sends both back: the server keeps no state, and a sign-on cannot be finished in another browser.
import { randomBytes } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import type { Logger } from 'pino';
import type { SsoConfig } from '../../config.ts';
import { ProviderUnavailable, type PendingSignOn, type Identity, type Provider } from './provider.ts';
import { casProvider } from './cas.ts';
import { oidcProvider } from './oidc.ts';
import { seal, unseal } from '../../seal.ts';

export interface Sso {
  /** @throws AppError UNAVAILABLE */
  begin: () => Promise<{ url: string; ticket: string }>;
  /** Opens a ticket of `begin` locally. @throws AppError SSO_FAIL if it is invalid or expired */
  opened: (ticket: string) => PendingSignOn;
  /** @throws AppError SSO_FAIL if it is not confirmed, UNAVAILABLE if the provider is down */
  finish: (begun: PendingSignOn, query: string, asked: readonly string[], log: Logger) => Promise<Identity>;
}

const PAGE = '/def/common/login/sso';
const PURPOSE = 'sso';
/** How long the person may take at the provider. */
const TICKET_SECONDS = 600;

const made = new WeakMap<SsoConfig, Sso>();

/** @param secret of the installation */
export function ssoOf(config: SsoConfig, secret: Buffer): Sso {
  const known = made.get(config);
  if (known) return known;
  const sso = makeSso(config, secret);
  made.set(config, sso);
  return sso;
}

function makeSso(config: SsoConfig, secret: Buffer): Sso {
  const provider: Provider = config.kind === 'oidc' ? oidcProvider(config) : casProvider(config);
  const returnTo = config.publicUrl + PAGE;
  return {
    begin: async () => {
      const state = randomBytes(24).toString('base64url');
      const { url, begun } = await provider.begin(returnTo, state).catch(() => {
        throw new AppError('UNAVAILABLE');
      });
      return { url, ticket: seal(secret, PURPOSE, begun, TICKET_SECONDS) };
    },
    opened: (ticket) => {
      const begun = unseal(secret, PURPOSE, ticket) as PendingSignOn | null;
      if (!begun) throw new AppError('SSO_FAIL');
      return begun;
    },
    finish: async (begun, query, asked, log) => {
      const identity = await provider.finish(returnTo, query, begun, asked).catch((error: unknown) => {
        log.warn({ err: error }, 'single sign-on was not confirmed');
        throw new AppError(error instanceof ProviderUnavailable ? 'UNAVAILABLE' : 'SSO_FAIL');
      });
      if (identity.username === '' || identity.subject === '') throw new AppError('SSO_FAIL');
      return identity;
    },
  };
}
