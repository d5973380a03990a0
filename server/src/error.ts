// Maps anything thrown to the one error body that every client reads.
import { AppError, ERROR_TAG, type ErrorBody, type ErrorCode } from '@kuwei/contract/error';
import { DEFAULT_LOCALE, type Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { faultsOf } from '@kuwei/contract/rule';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type * as z from 'zod/mini';
import { say } from './phrase.ts';

interface DatabaseError {
  code: string;
  detail?: string;
  constraint?: string;
  table?: string;
}

/** Maximum of faults in a reply; the rest is reported once these are corrected. */
const FAULTS_MAX = 50;

/** A body or query that does not match its schema: 400 for a wrong shape, 422 for a wrong value. */
export function toInputError(error: z.core.$ZodError, locale: Locale): AppError {
  const faults = faultsOf(error, FAULTS_MAX);
  const fields = faults.map((fault) => ({ path: fault.path, message: say(locale, fault.key, fault.params) }));
  return new AppError(faults.some((fault) => fault.shape) ? 'VALIDATION' : 'INVALID', { data: { fields } });
}

export interface ErrorReply {
  status: number;
  body: ErrorBody;
  headers: Record<string, string>;
  /** True for errors that are not the caller's fault and belong in the log. */
  ours: boolean;
}

export function errorReply(thrown: unknown, locale: Locale, requestId: string): ErrorReply {
  const error = toAppError(thrown, locale);
  const message = say(locale, `error.${error.code}`, error.params);
  const data: NonNullable<ErrorBody['data']> = { ...error.data, requestId };
  if (error.field !== undefined) data.fields = [{ path: error.field, message }];
  else if (error.faults.length > 0) {
    data.fields = error.faults.slice(0, FAULTS_MAX).map(({ path, key, params }) => ({ path, message: say(locale, key, params) }));
  }
  const headers: Record<string, string> = {};
  if (error.status === 429 && error.params['seconds'] !== undefined) headers['retry-after'] = String(error.params['seconds']);
  // The rest of the body may still be arriving, and is not read.
  if (error.status === 413) headers['connection'] = 'close';
  if (error.status === 503) headers['retry-after'] = '1';
  return {
    status: error.status,
    body: { errorCode: ERROR_TAG, code: error.code, message, data },
    headers,
    ours: error.status >= 500 && !(error instanceof ClientDisconnected || error instanceof ClosedForRestore),
  };
}

/** The client has disconnected: its work is aborted, which is no failure. */
export class ClientDisconnected extends AppError {
  constructor() {
    super('UNAVAILABLE');
  }
}

/** Replies to all calls while a restore replaces the data. */
export class ClosedForRestore extends AppError {
  constructor() {
    super('UNAVAILABLE');
  }
}

/** Anything thrown, as a refusal. @param locale of names in its text */
export function toAppError(thrown: unknown, locale: Locale = DEFAULT_LOCALE): AppError {
  if (thrown instanceof AppError) return thrown;
  const { code, statusCode } = thrown as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string') {
    const known = fromDatabase(thrown as DatabaseError, locale) ?? fromHttp(code);
    if (known) return known;
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return new AppError('VALIDATION');
  if (thrown instanceof Error && LOST.test(thrown.message)) return new AppError('UNAVAILABLE');
  return new AppError('SERVER');
}

const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** SQLSTATE codes, PostgreSQL manual, appendix A. */
function fromDatabase(error: DatabaseError, locale: Locale): AppError | null {
  switch (error.code) {
    case 'KW001': {
      const { code, ...data } = JSON.parse(error.detail!) as { code: ErrorCode } & Record<string, unknown>;
      return new AppError(code, { data, params: paramsOf(data, locale) });
    }
    case '23505':
      return new AppError('CONFLICT', { data: { constraint: error.constraint } });
    case '23503':
      return new AppError('IN_USE');
    case '23514':
    case '22003':
    case '22007': // no date
    case '22008': // a date out of range
    case '22021': // a character that is none
    case '22P02': // a text that is no value of the type
    case '22P05':
      return new AppError('INVALID');
    case '55P03': // lock timeout
    case '40001':
    case '40P01':
      return new AppError('BUSY');
    case '57014': // statement timeout
    case '53300': // too many connections
    case '53100': // disk full
    case 'ENOSPC':
    case 'EDQUOT':
    case '25006': // a database that can only be read
    case '25P03': // idle in transaction timeout
    case '57P01':
    case '57P02':
    case '57P03':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
      return new AppError('UNAVAILABLE');
    default:
      return error.code.startsWith('08') ? new AppError('UNAVAILABLE') : null;
  }
}

interface Named {
  name: string;
  nameEn: string | null;
}

/** Data of a refusal by wms_post(); each code sets some of it. */
interface PostRefusal extends Partial<Named> {
  boxCode?: string;
  count?: BoxCount | null;
  batchNo?: string;
  frozen?: boolean;
  batchStatus?: string;
  short?: (Named & { available: string })[];
}

/** The count that a box is locked for, with its end by the database clock. */
export function countText(locale: Locale, count: BoxCount | null): string {
  if (count === null) return '–';
  const { no, until } = count;
  if (until === null) return say(locale, 'wms.count.holdsOpen', { no });
  return say(locale, 'wms.count.holds', { no, until: until.slice(0, 16).replace('T', ' ') });
}

/** Parameters of the text of a refusal by wms_post(). */
function paramsOf(data: PostRefusal, locale: Locale): Record<string, string> {
  const params: Record<string, string> = {};
  if (data.boxCode !== undefined) params['code'] = data.boxCode;
  if (data.count !== undefined) params['count'] = countText(locale, data.count);
  if (data.name !== undefined) {
    params['product'] = nameIn(locale, { name: data.name, nameEn: data.nameEn ?? null });
    params['batch'] = data.batchNo ?? '-';
    params['why'] = say(locale, data.frozen ? 'wms.why.frozen' : `wms.why.${data.batchStatus}`);
  }
  if (data.short !== undefined) {
    const said = data.short.map((each) => say(locale, 'wms.short', { product: nameIn(locale, each), available: each.available }));
    params['short'] = said.join(say(locale, 'wms.shortComma'));
  }
  return params;
}

const HTTP: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_FILES_LIMIT: 'VALIDATION',
};
const fromHttp = (code: string): AppError | null => (HTTP[code] && code in HTTP ? new AppError(HTTP[code]) : null);

/** Whether retrying the transaction may succeed: a deadlock, a serialisation failure, or a lock timeout. */
export function isRetryable(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001' || code === '55P03';
}

/** Type of the error with its database or system code; its message may contain input. */
export function causeOf(thrown: unknown): string {
  const { name, code } = (thrown ?? {}) as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === 'string' && /^[\w-]{1,60}$/.test(part)).join(' ') || 'Error';
}
