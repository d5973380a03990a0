// Scheduled work of the program: ordinary writes by a system user.
import { DEFAULT_LOCALE, type Locale } from '@kuwei/contract/constants';
import type { Caller, Origin, OwnContext, ReadContext, Services, WriteContext } from '../context.ts';
import { runInCommit } from '../http/commit.ts';
import { SYSTEM_ID } from '../session/system-user.ts';

const CLOCK: Caller = {
  userId: SYSTEM_ID,
  name: '系统',
  username: '$system',
  proxyUserId: null,
  apiToken: null,
  sessionId: SYSTEM_ID,
  orgId: null,
  orgs: [],
  rules: [],
  roles: [],
  pageRole: null,
  effective: [],
};
const ORIGIN: Origin = {
  locale: DEFAULT_LOCALE,
  ip: '',
  deviceId: '',
  browser: { shown: null, given: null },
  userAgent: '',
  requestId: '',
};

/** @param locale for texts that are not localized per reader */
const contextOf = (services: Services, locale: Locale = DEFAULT_LOCALE): ReadContext<Caller> => ({
  caller: CLOCK,
  origin: { ...ORIGIN, locale },
  services,
  db: services.db,
  aborted: () => new AbortController().signal,
});

/** Context for reading on behalf of a user, as in a call of theirs. @param signal aborts it */
export const readFor = (
  services: Services,
  { caller, locale }: { caller: Caller; locale: Locale },
  signal: AbortSignal,
): ReadContext<Caller> => ({ ...contextOf(services, locale), caller, aborted: () => signal });

/** Context for work with transactions of its own; there is no call, so no idempotency key. */
export function systemOwnContext(services: Services, action: string, locale: Locale): OwnContext<Caller> {
  const base = contextOf(services, locale);
  const writing = <T>(work: (context: WriteContext<Caller>) => Promise<T>): Promise<T> =>
    runInCommit(services, action, base, (context) => work(context as WriteContext<Caller>));
  return { ...base, write: writing, once: writing, part: (_, work) => writing(work) };
}

/** @param action for the log */
export const runAsSystem = <T>(
  services: Services,
  action: string,
  work: (context: WriteContext<Caller>) => Promise<T>,
): Promise<T> => runInCommit(services, action, contextOf(services), (context) => work(context as WriteContext<Caller>));
