// Limits count and length of everything in the head of a request before parsing it, at every address.
import type { IncomingMessage } from 'node:http';
import { AppError } from '@kuwei/contract/error';

/** Bytes of the request line and all headers. Node answers 431 to more. */
export const HEAD_MAX_BYTES = 16 * 1024;
/** Characters of the URL before its query. */
const PATH_MAX = 2_000;
/** Query parameters, including repeated names: the longest list (`f.ids`) has 200, plus filters. */
const PARAMETERS_MAX = 300;
const HEADERS_MAX = 100;
/** Elements of a list header, such as languages or proxies. */
const LIST_MAX = 100;
/** Chrome keeps 180 for a site and all its subdomains. */
const COOKIES_MAX = 200;

/** Headers whose commas do not separate list elements. */
const NO_LIST: ReadonlySet<string> = new Set(['cookie', 'referer', 'user-agent']);

/** @returns whether the character occurs at most `most` times; stops reading after that */
function hasAtMost(text: string, character: string, most: number): boolean {
  let at = -1;
  for (let count = 0; count <= most; count++) {
    at = text.indexOf(character, at + 1);
    if (at < 0) return true;
  }
  return false;
}

/** @param text the query without its question mark */
export const isModestQuery = (text: string): boolean => hasAtMost(text, '&', PARAMETERS_MAX - 1);

/**
 * Refuses a head with more parts than any legitimate request. Repeated headers count together, as they are parsed.
 * @throws AppError VALIDATION
 */
export function refuseLongHead({ url = '', rawHeaders, headers }: IncomingMessage): void {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const isModest =
    path.length <= PATH_MAX &&
    (question < 0 || isModestQuery(url.slice(question + 1))) &&
    rawHeaders.length / 2 <= HEADERS_MAX &&
    hasAtMost(headers.cookie ?? '', ';', COOKIES_MAX - 1) &&
    Object.entries(headers).every(
      ([name, value]) => NO_LIST.has(name) || typeof value !== 'string' || hasAtMost(value, ',', LIST_MAX - 1),
    );
  if (!isModest) throw new AppError('VALIDATION');
}
