// Notifies eligible second signers of a month; the message closes once it is signed or reopened.
import { EVENTS } from '@kuwei/contract/event';
import { FLOW_KEEPERS } from '@kuwei/contract/wms/hazard-flow';
import { sql } from 'kysely';
import { actorOf, type Caller, type WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { say } from '../../phrase.ts';
import { closeCopies, notify } from '../../platform/msg-inbox/notify.ts';
import { findHolders } from '../../platform/people.ts';
import type { RegisterMonth } from './register-month.ts';

type Context = WriteContext<Caller>;

const causeOf = (id: string): string => `flow:${id}`;

export async function notifySecondSigner(
  context: Context,
  id: string,
  { warehouseId, controlClass, month }: RegisterMonth,
): Promise<void> {
  const { trx, caller } = context;
  const { rows } = await sql<{ orgId: string; warehouse: BothNames }>`
    select w.org_id as "orgId", ${bothNames('w')} as warehouse from wms_warehouse w where w.id = ${warehouseId}`.execute(trx);
  const { orgId, warehouse } = rows[0]!;
  const people = new Set<string>();
  for (const role of FLOW_KEEPERS) for (const person of await findHolders(trx, role, orgId)) people.add(person);
  people.delete(caller.userId);
  people.delete(actorOf(caller));
  const key = `wms.control.${controlClass}` as const;
  await notify(context, {
    template: 'msg.flowToSign',
    params: { warehouse, month, control: { zh: say('zh', key), en: say('en', key) } },
    to: [...people],
    senderId: caller.userId,
    about: { bc: 'wms', fc: 'hazard-flow', objectId: id },
    cause: causeOf(id),
    link: `/admin/wms/hazard-flow?warehouse=${warehouseId}&control=${controlClass}&month=${month}`,
  });
}

export async function closeSignMessage({ trx, emit }: Context, id: string): Promise<void> {
  const to = await closeCopies(trx, sql`m.cause = ${causeOf(id)}`);
  if (to.length > 0) emit({ to, ...EVENTS.message, d: {} });
}
