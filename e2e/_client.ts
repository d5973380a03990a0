// A user who works over HTTP, without a browser.
import { randomUUID } from 'node:crypto';
import { API_BASE, DEVICE_HEADER, IDEMPOTENCY_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { PASSWORD } from './_product.ts';

export interface Reply<T = Record<string, never>> {
  status: number;
  body: T;
}

/** Clients of shared(), keyed by URL, user name, role and organisation. */
const SHARED = new Map<string, { client: Promise<Client>; until: number }>();
const SHARED_MS = 600_000;

export class Client {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  private constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Signs in, switches to an organisation if given, and activates the page role. */
  static async signIn(url: string, username: string, pageRole: string, group?: string, password = PASSWORD): Promise<Client> {
    const headers = { [DEVICE_HEADER]: randomUUID(), 'accept-language': 'zh', [PAGE_ROLE_HEADER]: pageRole };
    const client = new Client(url, headers);
    const { body } = await client.post<{ token: string }>('/auth/auth/token/login', { username, password });
    client.#headers['authorization'] = `Bearer ${body.token}`;
    if (group !== undefined) {
      const orgs = await client.get<{ id: string; code: string }[]>('/wms/org/auth/orgs/by-me');
      await client.post('/wms/org/auth/switch-org', { orgId: orgs.body.find((org) => org.code === group)!.id });
    }
    return client;
  }

  /** Like signIn(), but reuses a recent session; for setup that does not end sessions. */
  static async shared(url: string, username: string, pageRole: string, group?: string): Promise<Client> {
    const key = [url, username, pageRole, group].join(' ');
    const known = SHARED.get(key);
    // A password or second-factor change revokes sessions.
    if (known && Date.now() < known.until && (await (await known.client).get('/auth/biz/user/by-me')).status === 200)
      return known.client;
    const client = Client.signIn(url, username, pageRole, group);
    SHARED.set(key, { client, until: Date.now() + SHARED_MS });
    return client;
  }

  /** The same session on another process of the same database. */
  at(url: string): Client {
    return new Client(url, this.#headers);
  }

  /** Headers of every call. */
  get headers(): Record<string, string> {
    return { ...this.#headers };
  }

  get = <T = Record<string, never>>(path: string): Promise<Reply<T>> => this.send('GET', path);
  post = <T = Record<string, never>>(path: string, body: unknown, key?: string): Promise<Reply<T>> =>
    this.send('POST', path, body, key);
  put = <T = Record<string, never>>(path: string, body: unknown, key?: string): Promise<Reply<T>> =>
    this.send('PUT', path, body, key);

  /** @throws TypeError if there is no response at all */
  async send<T>(method: string, path: string, body?: unknown, key?: string): Promise<Reply<T>> {
    const response = await fetch(`${this.#url}${API_BASE}${path}`, {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** Uploads one file as multipart. */
  async upload<T>(path: string, file: Blob, name: string): Promise<Reply<T>> {
    const body = new FormData();
    body.set('file', file, name);
    const response = await fetch(`${this.#url}${API_BASE}${path}`, { method: 'POST', headers: this.#headers, body });
    return { status: response.status, body: (await response.json()) as T };
  }
}
