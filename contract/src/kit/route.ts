// One declaration per call. The server registers it, the browser calls it, the form takes its rules from it,
// and the OpenAPI document and the rights matrix are read off it.
import type * as z from 'zod/mini';
import type { ErrorCode } from './error.ts';

export type Schema = z.core.$ZodType;
type ObjectSchema = z.ZodMiniObject;

/**
 * Who may call: `open` anyone, `signed-in` everyone with a token, otherwise any one of the role or power codes.
 * A route has to say it; there is no default.
 */
export type Needs = 'open' | 'signed-in' | readonly [string, ...string[]];

/** What a call takes that does not ask for more: a form of some dozens of fields. */
export const BODY_MAX_BYTES = 16 * 1024;
/** For names, passwords and secrets, which anybody may send. */
export const CREDENTIALS_MAX_BYTES = 4 * 1024;
/** For long texts, and for hundreds of ids. */
export const TEXT_MAX_BYTES = 128 * 1024;
/** For the lines of a document. */
export const LINES_MAX_BYTES = 2 * 1024 * 1024;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under /api, placeholders in braces: `/wms/product/{id}`. */
  path: string;
  summary: string;
  needs: Needs;
  params?: ObjectSchema;
  query?: ObjectSchema;
  /** A JSON body; `file` for a multipart upload of one file. */
  body?: Schema | 'file';
  /** A POST that changes nothing: its question is too long for an address. */
  asks?: true;
  /** The file is kept as its sender's: what they may store is asked before it is received. */
  keepsFile?: true;
  /**
   * A write whose answer or body is a secret, and which keeps no answer for who sends it again with the same key: `refused` is told
   * that it has been carried out; `runs` listens to no key, because that keeps a hash of the body, or the answer ends a session.
   */
  repeat?: 'refused' | 'runs';
  /** Bytes of JSON that it takes, BODY_MAX_BYTES where it does not say. */
  bodyMax?: number;
  /** A JSON reply; `file` for a download. Fields the schema does not name never leave the server. */
  reply: Schema | 'file';
  /** The reply is a token pair, which browsers get as a cookie as well; or null, and the cookie goes. */
  session?: 'starts' | 'ends';
  /** Codes this call can answer with beside the general ones. */
  errors?: readonly ErrorCode[];
}

export type Routes = Record<string, Route>;

/** Keeps the literal types of a route table. One that nobody in the console calls is left out of it. */
export const routes = /* @__NO_SIDE_EFFECTS__ */ <const R extends Routes>(table: R): R => table;

/** The names between braces in a path. */
type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

export type ParamsOf<R extends Route> = Record<PathNames<R['path']>, string>;
export type QueryOf<R extends Route> = R['query'] extends Schema ? z.output<R['query']> : Record<never, never>;
export type BodyOf<R extends Route> = R['body'] extends Schema ? z.output<R['body']> : undefined;
export type ReplyOf<R extends Route> = R['reply'] extends Schema ? z.output<R['reply']> : never;

/** What the caller hands over: path parameters, a query of which every part may be left out, the body. */
export type CallInput<R extends Route> = ([PathNames<R['path']>] extends [never] ? object : { params: ParamsOf<R> }) &
  (R['query'] extends Schema ? { query?: Partial<z.output<R['query']>> } : object) &
  (R['body'] extends 'file' ? { file: Blob } : R['body'] extends Schema ? { body: z.input<R['body']> } : object);

/** The address of a call below /api, with its placeholders filled. */
export function pathOf(route: Pick<Route, 'path'>, params: Record<string, string> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path}: no ${name}`);
    return encodeURIComponent(value);
  });
}
