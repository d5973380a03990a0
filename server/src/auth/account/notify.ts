import { powersFor } from '@kuwei/contract/access';
import { EVENTS } from '@kuwei/contract/event';
import type { Caller, WriteContext } from '../../context.ts';
import { notifyPowerHolders } from '../power/notify.ts';

/** Refreshes the account screens of administrators and of others who view accounts. */
export const notifyAccountReaders = (context: WriteContext<Caller | null>, id?: string): Promise<void> =>
  notifyPowerHolders(context, powersFor('SYS_ACCOUNT', 'VIEW'), EVENTS.account, id === undefined ? {} : { id });
