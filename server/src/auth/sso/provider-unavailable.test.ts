// An unavailable or faulty SSO server does not count as a failed sign-in.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/_world.ts';

const PUBLIC_URL = 'https://kuwei.example.edu';

const listen = (answer: RequestListener): Promise<{ server: Server; url: string }> =>
  new Promise((done) => {
    const server = createServer(answer);
    server.listen(0, '127.0.0.1', () => done({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  });
const send =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);
const hangUp: RequestListener = (request) => void request.socket.destroy();

/** Goes to the provider and returns. @param query parameters that the provider adds to the state */
async function returnFromProvider(
  world: World,
  ip: string,
  query: string,
  forged?: string,
): Promise<{ status: number; code: string }> {
  const post = async (path: string, payload?: object) =>
    world.app.inject({ method: 'POST', url: `/api${path}`, remoteAddress: ip, ...(payload && { payload }) });
  const begun = (await post(signInRoutes.beginSso.path)).json<{ url: string; ticket: string }>();
  const gone = new URL(begun.url).searchParams;
  const state = gone.get('state') ?? new URL(gone.get('service')!).searchParams.get('state')!;
  const body = { ticket: begun.ticket, query: `${query}&state=${forged ?? state}` };
  const reply = await post(signInRoutes.sso.path, body);
  return { status: reply.statusCode, code: reply.json<{ code: string }>().code };
}
const failures = async (world: World): Promise<number> =>
  (await world.services.db.selectFrom('sys_sign_in_failure').select('ip').execute()).length;

const AWAY = { status: 503, code: 'UNAVAILABLE' };
const REFUSED = { status: 401, code: 'SSO_FAIL' };

describe('CAS', () => {
  const xml = (body: string): RequestListener =>
    send(200, 'application/xml', `<cas:serviceResponse>${body}</cas:serviceResponse>`);
  const failure = (code: string): RequestListener =>
    xml(`<cas:authenticationFailure code="${code}">no</cas:authenticationFailure>`);
  let answer: RequestListener;
  let server: Server;
  let world: World;
  beforeAll(async () => {
    const cas = await listen((request, response) => answer(request, response));
    ({ server } = cas);
    world = await openWorld({ CAS_URL: `${cas.url}/cas`, PUBLIC_URL });
  });
  beforeEach(() => world.services.db.deleteFrom('sys_sign_in_failure').execute());
  afterAll(async () => {
    await world.end();
    server.close();
  });

  test('[security 7] a server that is down, or does not respond as CAS, counts for no address, which can still sign in', async () => {
    const ways: RequestListener[] = [
      hangUp,
      send(502, 'text/html', 'bad gateway'),
      send(404, 'text/html', 'not found'),
      send(200, 'text/html', '<html>Maintenance until noon</html>'),
      send(200, 'application/xml', 'x'.repeat(70_000)),
      failure('INTERNAL_ERROR'),
      (_, response) => void response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
    ];
    for (let n = 0; n < 35; n++) {
      answer = ways[n % ways.length]!;
      expect(await returnFromProvider(world, '10.6.0.1', 'ticket=ST-1'), String(n % ways.length)).toEqual(AWAY);
    }
    expect(await failures(world)).toBe(0);
    answer = xml('<cas:authenticationSuccess><cas:user>teacher</cas:user></cas:authenticationSuccess>');
    expect((await returnFromProvider(world, '10.6.0.1', 'ticket=ST-1')).status).toBe(200);
  });

  test('[security 7] refusals by the server and forged returns count, even during an outage', async () => {
    answer = failure('INVALID_TICKET');
    expect(await returnFromProvider(world, '10.6.1.1', 'ticket=ST-1')).toEqual(REFUSED);
    answer = xml('<cas:authenticationSuccess><cas:user>a</cas:user><cas:user>b</cas:user></cas:authenticationSuccess>');
    expect(await returnFromProvider(world, '10.6.1.1', 'ticket=ST-1')).toEqual(REFUSED);
    answer = hangUp;
    expect(await returnFromProvider(world, '10.6.1.1', 'ticket=ST-1', 'forged')).toEqual(REFUSED);
    expect(await returnFromProvider(world, '10.6.1.1', 'ticket=none')).toEqual(REFUSED);
    expect(await failures(world)).toBe(4);
  });

  test('[security 7] an address is slowed down increasingly while the server is down', async () => {
    answer = hangUp;
    const { url, ticket } = (
      await world.app.inject({ method: 'POST', url: `/api${signInRoutes.beginSso.path}`, remoteAddress: '10.6.2.9' })
    ).json<{ url: string; ticket: string }>();
    const state = new URL(new URL(url).searchParams.get('service')!).searchParams.get('state')!;
    const payload = { ticket, query: `ticket=ST-1&state=${state}` };
    const finish = async (): Promise<number> =>
      (
        await world.app.inject({
          method: 'POST',
          url: `/api${signInRoutes.sso.path}`,
          remoteAddress: '10.6.2.1',
          payload,
        })
      ).statusCode;
    for (let n = 0; n < 300; n++) expect(await finish()).toBe(503);
    const begun = performance.now();
    expect(await Promise.all([finish(), finish(), finish()])).toEqual([503, 503, 503]);
    expect(performance.now() - begun).toBeGreaterThan(450);
    expect(await failures(world)).toBe(0);
  });
});

describe('OpenID Connect', () => {
  const json = (status: number, body: object): RequestListener => send(status, 'application/json', JSON.stringify(body));
  let token: RequestListener;
  let server: Server;
  let world: World;
  beforeAll(async () => {
    const provider = await listen((request, response) => {
      if (request.url === '/token') return token(request, response);
      const { url: issuer } = provider;
      const endpoints = {
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      };
      return json(200, { issuer, ...endpoints })(request, response);
    });
    ({ server } = provider);
    world = await openWorld({ OIDC_ISSUER: provider.url, OIDC_CLIENT_ID: 'kuwei', OIDC_CLIENT_SECRET: 'x', PUBLIC_URL });
  });
  beforeEach(() => world.services.db.deleteFrom('sys_sign_in_failure').execute());
  afterAll(async () => {
    await world.end();
    server.close();
  });

  test('[security 7] a provider that is down or faulty counts for no address', async () => {
    for (const away of [hangUp, send(502, 'text/html', 'bad gateway'), json(503, { error: 'temporarily_unavailable' })]) {
      token = away;
      expect(await returnFromProvider(world, '10.7.0.1', 'code=x')).toEqual(AWAY);
    }
    token = json(400, { error: 'invalid_grant' });
    for (const error of ['temporarily_unavailable', 'server_error'])
      expect(await returnFromProvider(world, '10.7.0.1', `error=${error}`)).toEqual(AWAY);
    expect(await failures(world)).toBe(0);
  });

  test('[security 7] refusals by the provider and forged returns count, even during an outage', async () => {
    token = json(400, { error: 'invalid_grant' });
    expect(await returnFromProvider(world, '10.7.1.1', 'code=made-up')).toEqual(REFUSED);
    token = json(200, { access_token: 'x', token_type: 'bearer', id_token: 'e30.e30.x' });
    expect(await returnFromProvider(world, '10.7.1.1', 'code=x')).toEqual(REFUSED);
    token = hangUp;
    expect(await returnFromProvider(world, '10.7.1.1', 'error=access_denied')).toEqual(REFUSED);
    expect(await returnFromProvider(world, '10.7.1.1', 'code=x', 'forged')).toEqual(REFUSED);
    expect(await failures(world)).toBe(4);
  });
});
