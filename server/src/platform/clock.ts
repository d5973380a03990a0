// What the program does by itself, by the clock: a write like any other, in nobody's name.
import { DEFAULT_LOCALE, type Locale } from '@kuwei/contract/constants';
import type { Caller, Origin, OwnContext, ReadContext, Services, WriteContext } from '../context.ts';
import { write } from '../http/commit.ts';
import { SYSTEM_ID } from '../session/system-user.ts';

const CLOCK: Caller = {
  userId: SYSTEM_ID,
  name: '系统',
  username: '$system',
  proxyUserId: null,
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

/** @param locale in which it says what it finds, where that is not told to readers of every language */
const contextOf = (services: Services, locale: Locale = DEFAULT_LOCALE): ReadContext<Caller> => ({
  caller: CLOCK,
  origin: { ...ORIGIN, locale },
  services,
  db: services.db,
  aborted: () => new AbortController().signal,
});

/** For what is read for somebody, as a call of theirs would read it. @param signal ends it */
export const readFor = (
  services: Services,
  { caller, locale }: { caller: Caller; locale: Locale },
  signal: AbortSignal,
): ReadContext<Caller> => ({ ...contextOf(services, locale), caller, aborted: () => signal });

/** For work that opens its own transactions: there is no call, so nothing is sent again under a key. */
export function ownByTheClock(services: Services, action: string, locale: Locale): OwnContext<Caller> {
  const base = contextOf(services, locale);
  const writing = <T>(work: (context: WriteContext<Caller>) => Promise<T>): Promise<T> =>
    write(services, action, base, (context) => work(context as WriteContext<Caller>));
  return { ...base, write: writing, once: writing, part: (_, work) => writing(work) };
}

/** @param action for the log */
export const byTheClock = <T>(
  services: Services,
  action: string,
  work: (context: WriteContext<Caller>) => Promise<T>,
): Promise<T> => write(services, action, contextOf(services), (context) => work(context as WriteContext<Caller>));
