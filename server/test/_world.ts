// A fresh world for a test file: its own database and a full server on it, with users of every kind.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import type { ErrorBody } from '@kuwei/contract/error';
import type { sheetQuery } from '@kuwei/contract/sheet';
import { pathOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@kuwei/contract/route';
import type * as z from 'zod/mini';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openSession } from '../src/auth/session/pairs.ts';
import { configOf } from '../src/config.ts';
import { connect, type Database } from '../src/db/open.ts';
import { errorCodesOf } from '../src/http/error-codes.ts';
import { makeServer, type Server } from '../src/start.ts';
import { hashQuickly } from './_passwords.ts';
import { dropDatabase, makeDatabase } from './scratch.ts';

hashQuickly();

export interface Answer<T> {
  status: number;
  /** Body of a successful reply; reading it after a refusal throws the refusal. */
  readonly data: T;
  /** Error body of a refusal. */
  readonly error: ErrorBody;
  headers: Record<string, string | string[] | number | undefined>;
  raw: Buffer;
}

export interface CallOptions<R extends Route> {
  params?: ParamsOf<R>;
  query?: Partial<QueryOf<R>> & (R['reply'] extends 'sheet' ? z.input<typeof sheetQuery> : object);
  body?: R['body'] extends z.core.$ZodType ? z.input<R['body']> : never;
  key?: string;
  headers?: Record<string, string>;
}

export interface Person {
  username: string;
  id: string;
  token: string;
  call: <R extends Route>(route: R, options?: CallOptions<R>) => Promise<Answer<ReplyOf<R>>>;
  /** Sends any body to any address, for malformed requests. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<unknown>>;
  upload: <R extends Route>(route: R, content: Buffer, name: string, options?: CallOptions<R>) => Promise<Answer<ReplyOf<R>>>;
}

export interface World extends Server {
  database: Database;
  /**
   * A demo user, signed in under a page role.
   * @param orgCode organisation chosen for the session
   */
  as: (username: string, pageRole?: string | null, orgCode?: string) => Promise<Person>;
  /** The holder of an access token. */
  with: (token: string, pageRole?: string | null) => Promise<Person>;
  end: () => Promise<void>;
}

/** @param env settings that differ from the defaults */
export async function openWorld(env: NodeJS.ProcessEnv = {}): Promise<World> {
  const { template, base, admin, report } = inject('database');
  for (const old of left.splice(0)) await dropDatabase({ url: (database) => admin.replace('%', database) }, old);
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const server = { url: (database: string) => base.replace('%', database) };
  await makeDatabase(server, name, template);
  const world = await worldAt(server.url(name), env, report.replace('%', name));
  return {
    ...world,
    end: async () => {
      await world.end();
      left.push(name);
    },
  };
}

/** Databases of ended worlds, dropped when the next one opens: query them before. */
const left: string[] = [];

/** A server on an existing database, migrated and with the data of every installation. */
export async function worldAt(url: string, env: NodeJS.ProcessEnv = {}, reportUrl: string | null = null): Promise<World> {
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const database = connect(url, { poolSize: 12, log }, async () => {}, reportUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'kuwei-world-'));
  const made = await makeServer(configOf({ DATA_DIR: dataDir, ...env }), log, database);
  await made.app.ready();
  return {
    ...made,
    database,
    as: (username, pageRole = null, orgCode) => signIn(made, username, pageRole, orgCode),
    with: (token, pageRole = null) => holderOf(made, token, randomUUID(), pageRole),
    end: async () => {
      await made.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(made: Server, username: string, pageRole: string | null, orgCode?: string): Promise<Person> {
  const { db } = made.services;
  const user = await db.selectFrom('sys_user').where('username', '=', username).select('id').executeTakeFirstOrThrow();
  const org =
    orgCode === undefined
      ? undefined
      : await db.selectFrom('wms_org').where('code', '=', orgCode).select('id').executeTakeFirstOrThrow();
  const deviceId = randomUUID();
  const { token } = await db.transaction().execute((trx) =>
    openSession(trx, made.services.settings, {
      userId: user.id,
      orgId: org?.id ?? null,
      deviceId,
      ip: '127.0.0.1',
      userAgent: 'test',
    }),
  );
  return holderOf(made, token, deviceId, pageRole);
}

async function holderOf({ app, services }: Server, token: string, deviceId: string, pageRole: string | null): Promise<Person> {
  const session = await services.sessions.find(token);
  if (!session) throw new Error('unknown token');
  const request = async (
    method: string,
    path: string,
    payload: unknown,
    extra: Record<string, string>,
  ): Promise<Answer<unknown>> => {
    const headers = {
      authorization: `Bearer ${token}`,
      [DEVICE_HEADER]: deviceId,
      ...(pageRole === null ? {} : { [PAGE_ROLE_HEADER]: pageRole }),
      ...(payload === undefined || Buffer.isBuffer(payload) ? {} : { 'content-type': 'application/json' }),
      ...extra,
    };
    const body = payload === undefined ? {} : { payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload) };
    const response = await app.inject({ method: method as 'GET', url: `/api${path}`, headers, ...body });
    return answerOf(`${method} ${path}`, response);
  };
  return {
    username: session.username,
    id: session.userId,
    token,
    send: (method, path, body, headers = {}) => request(method, path, body, headers),
    call: async (route, options = {}) =>
      declared(route, await request(route.method, addressOf(route, options), options.body, headersOf(options))),
    upload: async (route, content, name, options = {}) => {
      const boundary = randomUUID();
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
      const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
      const headers = { ...headersOf(options), 'content-type': `multipart/form-data; boundary=${boundary}` };
      return declared(route, await request(route.method, addressOf(route, options), payload, headers));
    },
  };
}

/** @throws Error if a call is refused with an error code that its route does not declare, since clients would not know it */
function declared(route: Route, answer: Answer<unknown>): Answer<never> {
  if (answer.status >= 400 && !errorCodesOf(route).has(answer.error.code))
    throw new Error(`${route.method} ${route.path} does not declare that it is refused with ${answer.error.code}`);
  return answer as Answer<never>;
}

function addressOf<R extends Route>(route: R, options: CallOptions<R>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(options.query ?? {})) search.set(name, String(value));
  return `${pathOf(route, options.params)}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

const headersOf = <R extends Route>({ key, headers = {} }: CallOptions<R>): Record<string, string> =>
  key === undefined ? headers : { ...headers, [IDEMPOTENCY_HEADER]: key };

interface Response {
  statusCode: number;
  headers: Answer<unknown>['headers'];
  rawPayload: Buffer;
}

function answerOf(what: string, response: Response): Answer<unknown> {
  const { statusCode: status, headers, rawPayload: raw } = response;
  const json = (): unknown => JSON.parse(raw.toString()) as unknown;
  return {
    status,
    headers,
    raw,
    get data() {
      if (status >= 400) throw new Error(`${what}: ${status} ${raw.toString().slice(0, 500)}`);
      return json();
    },
    get error() {
      if (status < 400) throw new Error(`${what} was not refused: ${raw.toString().slice(0, 500)}`);
      return json() as ErrorBody;
    },
  };
}
