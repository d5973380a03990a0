import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { must, number, numberRange } from '../kit/rule.ts';

/** Quota of an organisation in a warehouse; a deposit that exceeds it needs a second review. */
const quotaForm = z.strictObject({
  orgId: f.id,
  warehouseId: f.id,
  /** Boxes that contain its goods; null: no limit. */
  maxBoxes: f.maybe(z.int().check(must(number, numberRange(1, 1_000_000)))),
  /** Litres; null: no limit. */
  maxVolumeL: f.maybe(f.quantity),
});

const orgQuota = z.object({
  ...quotaForm.shape,
  orgCode: z.string(),
  orgName: z.string(),
  warehouseCode: z.string(),
  warehouseName: z.string(),
  /** Current usage. */
  boxes: z.int(),
  volumeL: z.string(),
});
export type OrgQuota = z.infer<typeof orgQuota>;

const query = listQuery(['org', 'warehouse'], { orgId: z.optional(f.id), warehouseId: z.optional(f.id) });

/** Usage and quota of an owner in a warehouse. Volumes in litres. */
export const quotaUse = z.object({
  /** False: no quota is set. */
  isSet: z.boolean(),
  /** null: no limit of this kind. */
  maxBoxes: f.maybe(z.int()),
  boxes: z.int(),
  maxVolumeL: f.maybe(z.string()),
  volumeL: z.string(),
  /** Of submitted deposits that are not stored yet. */
  pendingL: z.string(),
  /** Of the deposit itself; 0 without one. */
  comingL: z.string(),
  /** Its products without a volume: they count as zero. */
  unmeasured: z.int(),
  over: z.boolean(),
});
export type QuotaUse = z.infer<typeof quotaUse>;

export const quotaRoutes = routes({
  getOwnQuota: {
    method: 'GET',
    path: '/wms/org-quota/own',
    summary: 'Quota usage of the own organisation in a warehouse',
    needs: ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'],
    query: z.strictObject({ warehouseId: f.id }),
    reply: quotaUse,
    errors: ['ORG_NEEDED'],
  },
  listQuotas: {
    method: 'GET',
    path: '/wms/org-quota',
    summary: 'Quotas of organisations in the warehouses of the own organisation',
    needs: [R.box, R.warehouse],
    query,
    reply: pageOf(orgQuota),
  },
  exportQuotas: {
    method: 'GET',
    path: '/wms/org-quota/export',
    summary: 'The list as a workbook',
    needs: [R.box, R.warehouse],
    query,
    reply: 'sheet',
  },
  // Separation of duties: those who execute deposits must not lift the limit that requires a second review.
  setQuota: {
    method: 'PUT',
    path: '/wms/org-quota',
    summary: 'Set the quota of an organisation in a warehouse; without any limit it is removed',
    needs: [R.warehouse],
    body: z.strictObject(f.every(quotaForm.shape)),
    reply: z.nullable(orgQuota),
  },
});
