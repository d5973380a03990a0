// The head of a request is limited in count and length before any of it is parsed, whoever sends it and whichever address it asks for.
import type { IncomingMessage } from 'node:http';
import { AppError } from '@kuwei/contract/error';

/** Bytes of the request line and all headers. Node answers 431 to more. */
export const HEAD_MAX_BYTES = 16 * 1024;
/** Characters of the address before its query. */
const PATH_MAX = 2_000;
/** Parameters of a query, repeated names included: the longest list (`f.ids`) has 200, and filters stand beside it. */
const PARAMETERS_MAX = 300;
const HEADERS_MAX = 100;
/** Parts of a header that lists something, such as languages or the proxies on the way. */
const LIST_MAX = 100;
/** Chrome keeps 180 for a site and all the hosts below its name. */
const COOKIES_MAX = 200;

/** Headers whose commas separate nothing. */
const NO_LIST: ReadonlySet<string> = new Set(['cookie', 'referer', 'user-agent']);

/** @returns whether the character is there `most` times or less; what comes after that is not looked at */
function hasAtMost(text: string, character: string, most: number): boolean {
  let at = -1;
  for (let count = 0; count <= most; count++) {
    at = text.indexOf(character, at + 1);
    if (at < 0) return true;
  }
  return false;
}

/** @param text what follows the question mark */
export const isModestQuery = (text: string): boolean => hasAtMost(text, '&', PARAMETERS_MAX - 1);

/**
 * Refuses a head with more parts than any request of ours. Several headers of one name count together, as they are read.
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
