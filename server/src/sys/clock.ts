// What the program does by itself, by the clock: a write like any other, in nobody's name.
import { DEFAULT_LOCALE } from '@kuwei/contract/constants';
import type { Caller, Origin, ReadContext, Services, WriteContext } from '../context.ts';
import { write } from '../http/commit.ts';
import { SYSTEM_ID } from './system-user.ts';

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

/** @param action for the log */
export const byTheClock = <T>(
  services: Services,
  action: string,
  work: (context: WriteContext<Caller>) => Promise<T>,
): Promise<T> => {
  const base: ReadContext<Caller | null> = {
    caller: CLOCK,
    origin: ORIGIN,
    services,
    db: services.db,
    aborted: () => new AbortController().signal,
  };
  return write(services, action, base, (context) => work(context as WriteContext<Caller>));
};
