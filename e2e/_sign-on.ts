// The university's single sign-on: a real OpenID provider and a small CAS server.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

type Claims = Readonly<Partial<Record<(typeof CLAIMS)[number], string>>>;
/** Attributes of users. */
const CLAIMS = ['affiliation', 'department', 'displayName'] as const;

export interface SignOn {
  /** Its URL. */
  url: string;
  /** Signs this user in from now on, without a form, with these attributes. */
  become: (username: string, claims?: Claims) => void;
  stop: () => Promise<void>;
}

const CLIENT = { id: 'kuwei', secret: 'a secret between the two of them' };

/** The product's settings for it. */
export const oidcSettings = (issuer: string, publicUrl: string): Record<string, string> => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  PUBLIC_URL: publicUrl,
  SSO_NAME: '统一身份认证',
});
export const casSettings = (url: string, publicUrl: string): Record<string, string> => ({ CAS_URL: url, PUBLIC_URL: publicUrl });

/** @param publicUrl address of the product */
export async function startOidc(publicUrl: string): Promise<SignOn> {
  let username = 'teacher';
  let attributes: Claims = {};
  const server = createServer();
  const url = await listen(server);
  const provider = new Provider(url, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${publicUrl}/def/common/login/sso`] }],
    claims: { profile: ['preferred_username', ...CLAIMS] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: `number of ${id}`, preferred_username: id, ...attributes }),
    }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    // No provider session: the next user may be another.
    ttl: { Session: 1 },
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') !== true) void answer(request, response);
    else void provider.interactionFinished(request, response, { login: { accountId: username, remember: false } });
  });
  return { url, become: (next, claims = {}) => ([username, attributes] = [next, claims]), stop: () => stop(server) };
}

/** `hold` delays answers about tickets until the returned function is called; `away` makes ticket validation fail while set. */
export async function startCas(): Promise<SignOn & { hold: () => () => void; away: (isAway: boolean) => void }> {
  let username = 'teacher';
  let attributes: Claims = {};
  let isAway = false;
  let held = Promise.resolve();
  /** Unvalidated tickets and their service. */
  const tickets = new Map<string, { service: string; username: string; attributes: Claims }>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://cas');
    const service = searchParams.get('service') ?? '';
    if (pathname === '/cas/login') {
      const ticket = `ST-${randomUUID()}`;
      tickets.set(ticket, { service, username, attributes });
      response.writeHead(302, { location: `${service}${service.includes('?') ? '&' : '?'}ticket=${ticket}` }).end();
      return;
    }
    if (isAway) {
      response.writeHead(503).end();
      return;
    }
    const known = tickets.get(searchParams.get('ticket') ?? '');
    tickets.delete(searchParams.get('ticket') ?? '');
    const body =
      known && known.service === service
        ? `<cas:authenticationSuccess><cas:user>${known.username}</cas:user>${attributesOf(known.attributes)}</cas:authenticationSuccess>`
        : '<cas:authenticationFailure code="INVALID_TICKET">not recognized</cas:authenticationFailure>';
    void held.then(() =>
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${body}</cas:serviceResponse>`),
    );
  });
  const url = await listen(server);
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return {
    url: `${url}/cas`,
    become: (next, claims = {}) => ([username, attributes] = [next, claims]),
    stop: () => stop(server),
    hold,
    away: (next) => (isAway = next),
  };
}

const attributesOf = (attributes: Claims): string =>
  `<cas:attributes>${Object.entries(attributes)
    .map(([name, value]) => `<cas:${name}>${value}</cas:${name}>`)
    .join('')}</cas:attributes>`;

const listen = (server: Server): Promise<string> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

const stop = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
