import type { Configuration } from 'openid-client';
import { isLoopback, type SsoConfig } from '../config.ts';
import type { Provider } from './sso-provider.ts';

/** The authorization code flow with PKCE, state and nonce. The library is loaded when somebody signs in so. */
export function oidcProvider(config: SsoConfig & { kind: 'oidc' }): Provider {
  const load = () => import('openid-client');
  let found: Promise<Configuration> | undefined;
  const discover = async (): Promise<Configuration> => {
    const client = await load();
    const issuer = new URL(config.issuer);
    const options = isLoopback(issuer.hostname) ? { execute: [client.allowInsecureRequests] } : {};
    found ??= client.discovery(issuer, config.clientId, config.clientSecret, undefined, options);
    return found.catch((error: unknown) => {
      // A provider that was away may be back the next time.
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
    finish: async (returnTo, query, begun) => {
      const [client, provider] = [await load(), await discover()];
      const address = new URL(returnTo);
      address.search = query;
      const tokens = await client.authorizationCodeGrant(provider, address, {
        pkceCodeVerifier: begun['verifier']!,
        expectedState: begun.state,
        expectedNonce: begun['nonce']!,
        idTokenExpected: true,
      });
      const { sub: subject, ...claims } = tokens.claims()!;
      const named: unknown =
        config.claim === 'sub'
          ? subject
          : (claims[config.claim] ?? (await client.fetchUserInfo(provider, tokens.access_token, subject))[config.claim]);
      return { provider: config.issuer, subject, username: typeof named === 'string' ? named.trim() : '' };
    },
  };
}
