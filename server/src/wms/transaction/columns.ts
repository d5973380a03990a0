// Columns of documents, for lists and the whole document.
import type { Locale } from '@kuwei/contract/constants';
import type { UnfinishedLine } from '@kuwei/contract/wms/transaction-form';
import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { sql, type RawBuilder } from 'kysely';
import type { Joined, Narrowed } from '../../db/columns.ts';
import { named } from '../../db/named.ts';
import type { SysUser, WmsOrg, WmsWarehouse } from '../../db/types.ts';
import type { Option } from '../product/queries.ts';
import type { Decisions, Goods, WmsDocument } from './document.ts';

/**
 * Effective quantity of a line of document `t`: the quantity done once anything was posted, before that the approved or requested
 * one.
 */
export const effectiveQty = (line: 'l' | 'x'): RawBuilder<string> =>
  sql<string>`case when t.state in ('PARTIAL', 'DONE') then ${sql.ref(`${line}.qty_done`)}
    else coalesce(${sql.ref(`${line}.qty_appr`)}, ${sql.ref(`${line}.qty_req`)}) end`;

/** Columns of the document itself, for lists and detail. */
export const HEAD = {
  id: 't.id',
  no: 't.no',
  type: 't.type',
  source: 't.source',
  state: 't.state',
  ownerOrgId: 't.owner_org_id',
  applicantId: 't.applicant_id',
  applicantName: 'u.name',
  purchaseNo: 't.purchase_no',
  warehouseId: 't.warehouse_id',
  planDate: 't.plan_date',
  controlled: 't.controlled',
  levels: 't.levels',
  round: 't.round',
  submittedAt: 't.submitted_at',
  finishedAt: 't.finished_at',
  rev: 't.rev',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  reviewRoles: 'review.roles',
  reviewLevel: 'review.level',
  reviewStep: 'review.step',
} as const;

/** Columns entered in the form. */
export const FORM_COLUMNS = {
  warehouseId: 't.warehouse_id',
  targetWarehouseId: 't.target_warehouse_id',
  contact: 't.contact',
  phone: 't.phone',
  planDate: 't.plan_date',
  depositUntil: 't.deposit_until',
  purpose: 't.purpose',
  purchaseNo: 't.purchase_no',
  deliveryNo: 't.delivery_no',
  supplierOrgId: 't.supplier_org_id',
  remark: 't.remark',
  permitIds: 't.permit_ids',
} as const;

/** Shape of `openReview`. */
interface Review {
  roles: string[];
  level: number | null;
  step: string | null;
  since: string | null;
}

export interface Tables {
  t: Narrowed<WmsDocument, { unfinished: UnfinishedLine[] }>;
  u: SysUser;
  w: WmsWarehouse;
  wo: WmsOrg;
  review: Review;
  rt: Joined<WmsDocument>;
  rb: Joined<WmsDocument>;
  l: { lines: number; value: string | null };
  decided: Decisions;
  goods: Goods<LineRow>;
}

export const namesFor = (locale: Locale) => ({ ownerOrgName: named(locale, 'o'), warehouseName: named(locale, 'w') });

export type LineRow = Omit<TransactionLine, 'product'> & { product: Option };
