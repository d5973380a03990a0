// Messages between the parties of a case; append-only.
import { AppError } from '@kuwei/contract/error';
import type { CaseMessage } from '@kuwei/contract/wms/after-sales';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { notifyChanged, lockForAction } from './lock.ts';
import { notifyCaseMessage } from './messages.ts';
import { listCaseMessages } from './queries.ts';
import { assertPictures } from './save.ts';

export async function createCaseMessage(
  context: WriteContext<Caller>,
  id: string,
  { content, pictures }: { content: string; pictures: readonly string[] },
): Promise<CaseMessage> {
  const { trx, caller, origin, logChange } = context;
  const { row, seen } = await lockForAction(context, id, 'say', null);
  if (seen.side === null) throw new AppError('FORBIDDEN');
  await assertPictures(trx, pictures, { caller, ownerOrgId: row.owner_org_id, known: [] });
  const messageId = newId();
  await trx
    .insertInto('wms_after_sales_message')
    .values({
      id: messageId,
      after_sales_id: id,
      user_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      side: seen.side,
      content,
      pictures: [...pictures],
    })
    .execute();
  await notifyCaseMessage(context, id, content);
  logChange({ entity: 'wms_after_sales', id, change: { action: 'say' } });
  await notifyChanged(context, id, row.state);
  return (await listCaseMessages(trx, id, caller, origin.locale, messageId))[0]!;
}
