import type { Configuration, CustomFetch } from 'openid-client';
import { isLoopback, type SsoConfig } from '../../config.ts';
import { ProviderUnavailable, type Identity, type Provider } from './provider.ts';
import { claimsIn } from './rules.ts';

/** Error codes with which a provider reports being unavailable (RFC 6749, 4.1.2.1). */
const SAYS_AWAY = ['temporarily_unavailable', 'server_error'];

/** Authorization code flow with PKCE, state and nonce. The library is loaded on first use. */
export function oidcProvider(config: SsoConfig & { kind: 'oidc' }): Provider {
  const load = () => import('openid-client');
  let found: Promise<Configuration> | undefined;
  const discover = async (): Promise<Configuration> => {
    const client = await load();
    const issuer = new URL(config.issuer);
    const options = {
      [client.customFetch]: ask,
      ...(isLoopback(issuer.hostname) && { execute: [client.allowInsecureRequests] }),
    };
    found ??= client.discovery(issuer, config.clientId, config.clientSecret, undefined, options);
    return found.catch((error: unknown) => {
      // Retry discovery next time.
      found = undefined;
      throw error;
    });
  };
  return {
    begin: async (returnTo, state) => {
      const [client, provider] = [await load(), await discover()];
      const begun = { state, nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: returnTo,
        scope: config.scope,
        state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, begun };
    },
    finish: async (returnTo, query, begun, asked) => {
      const client = await load();
      const provider = await discover().catch((error: unknown) => {
        throw new ProviderUnavailable('the provider was not found', { cause: error });
      });
      const address = new URL(returnTo);
      address.search = query;
      const confirm = async (): Promise<Identity> => {
        const tokens = await client.authorizationCodeGrant(provider, address, {
          pkceCodeVerifier: begun['verifier']!,
          expectedState: begun.state,
          expectedNonce: begun['nonce']!,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims()!;
        const { sub: subject } = idClaims;
        // Many providers return further claims only from userinfo, which others lack.
        const wanted = provider.serverMetadata().userinfo_endpoint === undefined ? [] : asked;
        const isEnough = [config.claim, ...wanted].every((claim) => idClaims[claim] !== undefined);
        const all = isEnough
          ? idClaims
          : { ...(await client.fetchUserInfo(provider, tokens.access_token, subject)), ...idClaims };
        const named: unknown = all[config.claim];
        const username = typeof named === 'string' ? named.trim() : '';
        return { provider: config.issuer, subject, username, claims: claimsIn(all) };
      };
      return confirm().catch((error: unknown) => {
        if (error instanceof client.ClientError && error.cause instanceof ProviderUnavailable) throw error.cause;
        if (error instanceof client.AuthorizationResponseError && SAYS_AWAY.includes(error.error))
          throw new ProviderUnavailable(`the provider says ${error.error}`);
        throw error;
      });
    },
  };
}

/** @throws ProviderAway on connection errors and server errors of the provider */
const ask: CustomFetch = async (url, options) => {
  const reply = await fetch(url, options).catch((error: unknown) => {
    throw new ProviderUnavailable('the provider cannot be asked', { cause: error });
  });
  if (reply.status >= 500) throw new ProviderUnavailable(`the provider answers ${reply.status}`);
  return reply;
};
