// Inbound, outbound and move documents as kinds of the approval engine.
import { AppError } from '@kuwei/contract/error';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import type { Fact, Variables } from '@kuwei/contract/bpm/condition';
import { sql } from 'kysely';
import type { Kind } from '../../bpm/kind.ts';
import { codesOf, keepersAt, warehousePlaces } from '../approval.ts';
import { record } from './act.ts';
import { BIZ_TYPE } from './document.ts';
import { describeDocuments } from './describe.ts';
import { buildTextCondition } from './search.ts';
import { notifyChanged, notifyReviewers } from './messages.ts';

/** Variables for conditions in workflow definitions. */
const VARIABLES = {
  controlled: 'boolean',
  toxic: 'boolean',
  expired: 'boolean',
  overQuota: 'boolean',
  crossWarehouse: 'boolean',
  value: 'number',
  valueLimit: 'number',
  maxQty: 'number',
  qtyLimit: 'number',
  lines: 'number',
  storageGroups: 'set',
  controlFlags: 'set',
  ownerType: 'set',
  warehouse: 'set',
} as const satisfies Variables;
export type WorkflowVars = Record<keyof typeof VARIABLES, Fact>;

const kindOf = (key: string, zh: string, en: string): Kind => ({
  key,
  bizType: BIZ_TYPE,
  name: { zh, en },
  variables: VARIABLES,
  single: ['ownerType', 'warehouse'],
  groups: ['keepers'],
  fields: [],
  people: (db, at) => keepersAt(db, at, (id) => sql`select t.warehouse_id from wms_transaction t where t.id = ${id}`),
  codes: codesOf('storageGroups', 'controlFlags', 'ownerType', 'warehouse'),
  places: warehousePlaces,
  lock: async (trx, bizId) => {
    const row = await trx.selectFrom('wms_transaction').where('id', '=', bizId).select('rev').forUpdate().executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    return row.rev;
  },
  notify: notifyReviewers,
  recordHandover: async (context, bizId, { action, toId, note, level, step }) => {
    const document = await notifyChanged(context, bizId);
    const entry = { action, from: document.state, to: document.state, level, step, comment: note, otherId: toId };
    await record(context, document, entry);
  },
  search: buildTextCondition,
  describe: describeDocuments,
});

export const TRANSACTION_KINDS: Readonly<Record<RequestType, Kind>> = {
  INBOUND: kindOf('wms-inbound', '入库审批', 'Inbound approval'),
  OUTBOUND: kindOf('wms-outbound', '出库审批', 'Outbound approval'),
  MOVE: kindOf('wms-move', '移库审批', 'Transfer approval'),
};
