// Sends values counted offline, whichever page the console starts with, and notifies the user of the result without blocking the page.
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { call } from '../../../api/call.ts';
import { useServer } from '../../../browser/server-up.ts';
import { history } from '../../../browser/history.ts';
import { KEYS, session } from '../../../browser/storage.ts';
import { t } from '../../../phrase/phrases.ts';
import { openCounts, getCounterId, type Device } from '../../../session/device-counts.ts';
import { useUser } from '../../../session/user.ts';
import { noticeDone, noticeLink } from '../../../ui/feedback.ts';
import { countingAddress } from '../addresses.ts';
import { isNotTaken, isUnsent } from './count-store.ts';
import { sendStoredValues } from './send.ts';

/** @returns a function that stops it */
export function watchStoredCounts(): () => void {
  void sendAll();
  return useServer.subscribe(({ away }, before) => {
    if (before.away && !away) void sendAll();
  });
}

async function sendAll(): Promise<void> {
  const { user } = useUser.getState();
  if (!user || useServer.getState().away) return;
  const device = await openCounts(getCounterId(user));
  if (!device) return;
  try {
    const closed = await listClosed(device);
    const ids = [...new Set((await device.getAll('values')).filter(isUnsent).map(({ countId }) => countId))];
    let sent = 0;
    // A closed count is tried again from its own page only.
    for (const id of ids.filter((each) => !closed.has(each))) {
      const { count } = await sendStoredValues(device, id, (countId, body) =>
        call(countRoutes.countLines, { params: { id: countId }, body }, { pageRole: 'ROLE_WAREHOUSE_ADMIN' }),
      );
      sent += count;
    }
    if (sent > 0) noticeDone(t('count.keptSent', { count: sent }));
    await reportNotTaken(device);
  } finally {
    device.close();
  }
}

const listClosed = async (device: Device): Promise<ReadonlySet<string>> =>
  new Set((await device.getAll('counts')).filter((kept) => kept.closed !== null).map(({ countId }) => countId));

/** Reports values that were not taken, each once per window; the counting page itself shows them in place. */
async function reportNotTaken(device: Device): Promise<void> {
  const closed = await listClosed(device);
  const values = (await device.getAll('values')).filter(
    (value) => (isNotTaken(value) || closed.has(value.countId)) && !isAt(value.countId),
  );
  const shown = (session.get(KEYS.countsShown) ?? []) as string[];
  const byCount = Map.groupBy(values, ({ countId }) => countId);
  for (const [countId, own] of byCount)
    if (own.some(({ id }) => !shown.includes(id)))
      noticeLink(t('count.keptTold', { count: own.length }), { to: countingAddress(countId), text: t('count.keptLook') });
  session.set(KEYS.countsShown, [...new Set([...shown, ...values.map(({ id }) => id)])]);
}

const isAt = (countId: string): boolean => history.place.pathname.endsWith('/count') && history.place.search.includes(countId);
