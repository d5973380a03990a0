import { EVENTS } from '@kuwei/contract/event';
import type { Caller, WriteContext } from '../../context.ts';
import { findHolders } from '../../platform/people.ts';

/** Refreshes the account screens of administrators. */
export async function notifyAdministrators(context: WriteContext<Caller | null>, id?: string): Promise<void> {
  const to = await findHolders(context.trx, 'ROLE_ADMIN', null);
  context.emit({ to, ...EVENTS.account, d: id === undefined ? {} : { id } });
}
