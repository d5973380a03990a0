// The head of a document as form values.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { Schema } from '@kuwei/contract/route';
import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import * as z from 'zod/mini';
import type { NewLine } from '../../lines/line.ts';

/** Lines have their own editor. */
export const headSchema: Schema = z.omit(transactionForm, { type: true, lines: true, unfinished: true });

export type HeadValues = Record<string, unknown> & { warehouseId?: string | null };

export const headOf = (record: Transaction): HeadValues => ({
  warehouseId: record.warehouseId,
  targetWarehouseId: record.targetWarehouseId,
  contact: record.contact,
  phone: record.phone,
  planDate: record.planDate,
  depositUntil: record.depositUntil,
  purpose: record.purpose,
  purchaseNo: record.purchaseNo,
  deliveryNo: record.deliveryNo,
  supplierOrgId: record.supplierOrgId,
  remark: record.remark,
  attachments: record.attachments.map((file) => file.id),
  permitIds: record.permitIds,
});

/** Values of a copy: without the days, which have passed, and the delivery note, files and permits, which belong to the original. */
export const headCopyOf = (record: Transaction): HeadValues => ({
  ...headOf(record),
  deliveryNo: null,
  planDate: null,
  depositUntil: null,
  attachments: [],
  permitIds: [],
});

/** The error of a day in a document to be submitted; null for other fields. @param today `YYYY-MM-DD` */
export function dayFault(name: string, value: unknown, head: HeadValues, today: string): PhraseKey | null {
  if (typeof value !== 'string' || value === '') return null;
  if (name === 'planDate') return value < today ? 'error.PLAN_DATE' : null;
  if (name !== 'depositUntil') return null;
  if (value < today) return 'error.DEPOSIT_UNTIL';
  const planned = head['planDate'];
  return typeof planned === 'string' && value < planned ? 'rule.notBeforePlan' : null;
}

/** Required on submission of highly toxic goods. */
export const TOXIC_NEEDS: ReadonlySet<string> = new Set(['purpose', 'planDate']);

export const isControlled = ({ product }: NewLine): boolean => (product?.controlFlags.length ?? 0) > 0;
export const isToxic = ({ product }: NewLine): boolean => product?.controlFlags.includes('TOXIC') === true;
