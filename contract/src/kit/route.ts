// One declaration per route, used to register it on the server, to call it from the browser, for form rules, the OpenAPI document
// and the rights matrix.
import type * as z from 'zod/mini';
import { powersFor, type PowerAction, type PowerSubject } from './access.ts';
import type { ErrorCode } from './error.ts';

export type Schema = z.core.$ZodType;
type ObjectSchema = z.ZodMiniObject;

/** Who may call: `open` anyone, `signed-in` anyone with a token, else any of these role or power codes. Mandatory, no default. */
export type Needs = 'open' | 'signed-in' | readonly [string, ...string[]];

/** Default body limit: a form of some dozens of fields. */
export const BODY_MAX_BYTES = 16 * 1024;
/** For names, passwords and secrets, sent by unauthenticated callers. */
export const CREDENTIALS_MAX_BYTES = 4 * 1024;
/** For long texts, or hundreds of ids. */
export const TEXT_MAX_BYTES = 128 * 1024;
/** For the lines of a document. */
export const LINES_MAX_BYTES = 2 * 1024 * 1024;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, placeholders in braces: `/wms/product/{id}`. */
  path: string;
  summary: string;
  needs: Needs;
  /** What it does to the subject of its table (`routesOn`), if method and path don't tell; null: it is left to `needs`. */
  power?: PowerAction | null;
  /** A person attests something by it, such as a second signature: closed to API tokens. */
  attests?: true;
  /**
   * Also open to the people that a workflow asks to review the document, whatever their roles and page role. Its handler reads
   * nothing else for them (`readAsReviewer`).
   */
  reviewers?: true;
  params?: ObjectSchema;
  query?: ObjectSchema;
  /** JSON, or `file` for a multipart upload of one file. */
  body?: Schema | 'file';
  /** A read-only POST, because the query is too long for a URL. */
  asks?: true;
  /** The uploaded file is stored for its sender, so their quota is checked before it is received. */
  keepsFile?: true;
  /**
   * For writes whose response or body is a secret, so that no response is stored for idempotent retries. `refused`: a retry gets
   * an error saying that it was already executed. `runs`: the key is ignored, because storing it would keep a hash of the body,
   * or because the response ends a session.
   */
  repeat?: 'refused' | 'runs';
  /** Limit of the JSON body in bytes, default BODY_MAX_BYTES. */
  bodyMax?: number;
  /**
   * JSON, whose fields not in the schema are stripped; `file` for a download; `sheet` for a list as a file, in a format and with
   * columns of the request (`sheetQuery`).
   */
  reply: Schema | 'file' | 'sheet';
  /** `starts`: the reply is a token pair, also set as a cookie for browsers; `ends`: the cookie is cleared. */
  session?: 'starts' | 'ends';
  /** Error codes in addition to the general ones. */
  errors?: readonly ErrorCode[];
}

export const isDownload = ({ reply }: Pick<Route, 'reply'>): boolean => reply === 'file' || reply === 'sheet';

export type Routes = Record<string, Route>;

/** Keeps the literal types of a route table. Tables that the console doesn't use are tree-shaken. */
export const routes = /* @__NO_SIDE_EFFECTS__ */ <const R extends Routes>(table: R): R => table;

/** Routes on a subject, each also open to the power for its action. */
export const routesOn = /* @__NO_SIDE_EFFECTS__ */ <const R extends Routes>(subject: PowerSubject, table: R): R =>
  Object.fromEntries(
    Object.entries<Route>(table).map(([name, route]) => {
      const { needs, power = actionOf(route) } = route;
      const isOpen = power !== null && typeof needs !== 'string';
      return [name, isOpen ? { ...route, needs: [...needs, ...powersFor(subject, power)] } : route];
    }),
  ) as R;

function actionOf({ method, path, asks }: Route): PowerAction {
  if (path.includes('/import')) return 'IMPORT';
  if (path.endsWith('/export')) return 'EXPORT';
  if (method === 'GET' || asks) return 'VIEW';
  return method === 'DELETE' ? 'DELETE' : 'EDIT';
}

/** What actions of a batch need in place of editing: what the same action on one record does. */
const BATCH_POWERS: Readonly<Record<string, PowerAction>> = { delete: 'DELETE', logout: 'CREDENTIALS' };

/** What a call with an action in its address needs. */
export function needsOf({ needs }: Pick<Route, 'needs'>, action: unknown): Needs {
  const power = BATCH_POWERS[String(action)];
  if (power === undefined || typeof needs === 'string') return needs;
  return needs.map((code) => code.replace(/^(POWER_(?:SYS|WMS)_\w+)_EDIT$/, `$1_${power}`)) as [string, ...string[]];
}

/** Whether a call changes how people sign in, or ends their sessions. */
export const concernsCredentials = ({ power }: Pick<Route, 'power'>, action: unknown): boolean =>
  power === 'CREDENTIALS' || BATCH_POWERS[String(action)] === 'CREDENTIALS';

/** Placeholder names of a path. */
type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

export type ParamsOf<R extends Route> = Record<PathNames<R['path']>, string>;
export type QueryOf<R extends Route> = R['query'] extends Schema ? z.output<R['query']> : Record<never, never>;
export type BodyOf<R extends Route> = R['body'] extends Schema ? z.output<R['body']> : undefined;
export type ReplyOf<R extends Route> = R['reply'] extends Schema ? z.output<R['reply']> : never;

/** Input of a call: path parameters, an optional query, the body. */
export type CallInput<R extends Route> = ([PathNames<R['path']>] extends [never] ? object : { params: ParamsOf<R> }) &
  (R['query'] extends Schema ? { query?: Partial<z.output<R['query']>> } : object) &
  (R['body'] extends 'file' ? { file: Blob } : R['body'] extends Schema ? { body: z.input<R['body']> } : object);

/** Path of a call below /api, with its placeholders filled. */
export function pathOf(route: Pick<Route, 'path'>, params: Record<string, string> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path}: no ${name}`);
    return encodeURIComponent(value);
  });
}
