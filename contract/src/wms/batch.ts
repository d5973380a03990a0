import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';

export const BATCH_STATES = ['OK', 'HOLD', 'RECALLED', 'EXPIRED', 'DISPOSED'] as const;

const batch = z.object({
  id: z.string(),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  batchNo: z.string(),
  madeOn: f.maybe(z.string()),
  expiresOn: f.maybe(z.string()),
  status: z.enum(BATCH_STATES),
  statusReason: f.maybe(z.string()),
  /** Total over all boxes, base unit. */
  qty: z.string(),
  baseUnit: z.string(),
  rev: z.int(),
  updatedAt: z.string(),
});
export type Batch = z.infer<typeof batch>;

const READ = [R.product, R.box] as const;
const params = z.strictObject({ id: f.id });
const query = listQuery(['batchNo', 'expiresOn', 'product', 'updatedAt'], {
  productId: z.optional(f.id),
  status: z.optional(f.choices(BATCH_STATES)),
  expiresBefore: z.optional(f.day),
});

const read = readRoutes({ path: '/wms/batch', called: ['a batch', 'Batches'], needs: READ, query, record: batch });

export const batchRoutes = routes({
  listBatches: read.list,
  exportBatches: read.export,
  getBatch: read.get,
  updateBatch: {
    method: 'PUT',
    path: '/wms/batch/{id}',
    summary: 'Correct the dates of a batch',
    needs: [R.product],
    params,
    body: f.updateOf(z.strictObject({ madeOn: f.maybe(f.day), expiresOn: f.maybe(f.day) })),
    reply: batch,
    errors: ['STALE', 'BATCH_DATES'],
  },
  setBatchStatus: {
    method: 'PUT',
    path: '/wms/batch/{id}/status',
    summary: 'Hold, recall or release a batch; its stock is frozen at once',
    needs: [R.product],
    params,
    body: z.strictObject({ status: z.enum(['OK', 'HOLD', 'RECALLED']), reason: f.requiredText(500), rev: f.rev }),
    reply: batch,
    errors: ['STALE', 'ILLEGAL_TRANSITION'],
  },
});
