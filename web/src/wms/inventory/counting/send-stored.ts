// Sends values counted offline, whichever page the console starts with, and notifies the user of the result.
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { call } from '../../../api/call.ts';
import { useServer } from '../../../browser/server-up.ts';
import { history } from '../../../browser/history.ts';
import { t } from '../../../phrase/phrases.ts';
import { openCounts, getCounterId } from '../../../session/device-counts.ts';
import { useUser } from '../../../session/user.ts';
import { noticeDone, ask } from '../../../ui/feedback.ts';
import { countingAddress } from '../addresses.ts';
import { isUnsent } from './count-store.ts';
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
    const ids = [...new Set((await device.getAll('values')).filter(isUnsent).map(({ countId }) => countId))];
    let sent = 0;
    for (const id of ids) {
      const { count } = await sendStoredValues(device, id, (countId, body) =>
        call(countRoutes.countLines, { params: { id: countId }, body }, { pageRole: 'ROLE_WAREHOUSE_ADMIN' }),
      );
      sent += count;
    }
    if (sent > 0) noticeDone(t('count.keptSent', { count: sent }));
    const answered = (await device.getAll('values')).filter(({ countId, outcome }) => ids.includes(countId) && outcome !== null);
    if (answered.length > 0 && !isAt(answered[0]!.countId)) await show(answered[0]!.countId, answered.length);
  } finally {
    device.close();
  }
}

const isAt = (countId: string): boolean => history.place.pathname.endsWith('/count') && history.place.search.includes(countId);

async function show(countId: string, count: number): Promise<void> {
  const yes = await ask({ title: t('count.keptTold', { count }), yes: t('count.keptLook'), no: t('common.cancel') });
  if (yes) history.push(countingAddress(countId));
}
