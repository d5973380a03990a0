// The only error type that a call can throw.
import { ERROR_TAG, type ErrorBody, type FieldError } from '@kuwei/contract/error';
import { t } from '../phrase/phrases.ts';

/** By status; `abnormal` is any response not from our server: no network, a proxy's error page, malformed JSON. */
export type ApiErrorKind = 'server' | 'unauthorized' | 'forbidden' | 'notFound' | 'general' | 'abnormal';

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  readonly data: Record<string, unknown> | null;

  constructor(kind: ApiErrorKind, status: number, code: string, message: string, data: Record<string, unknown> | null = null) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.data = data;
  }

  /** Field errors. */
  get fields(): FieldError[] {
    return Array.isArray(this.data?.['fields']) ? (this.data['fields'] as FieldError[]) : [];
  }

  /** Identifies this request in the server log. */
  get requestId(): string | null {
    const id = this.data?.['requestId'];
    return typeof id === 'string' ? id : null;
  }
}

/** Converts a response to an error. @param body the parsed body if it was JSON */
export function errorOf(status: number, body: unknown): ApiError {
  if (!isOurs(body)) return createAbnormalError(status);
  return new ApiError(kindOf(status), status, body.code, body.message, body.data);
}

/** An error for a missing or foreign response. */
export const createAbnormalError = (status = 0): ApiError => new ApiError('abnormal', status, 'ABNORMAL', t('api.abnormal'));

function isOurs(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && (body as Partial<ErrorBody>).errorCode === ERROR_TAG;
}

function kindOf(status: number): ApiErrorKind {
  if (status >= 500) return 'server';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  return status === 404 ? 'notFound' : 'general';
}
