// Client-side checks of a line, worded like the server's.
import type { Units } from '@kuwei/contract/wms/amount';
import { say, t } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { countFault } from '../goods/units.ts';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { readNumber } from '@kuwei/contract/read-value';
import {
  BATCH_CELLS,
  hasUnit,
  isDay,
  isDecimal,
  isPositive,
  needsExpiry,
  parseLine,
  type CellErrors,
  type EditorLine,
} from './line.ts';

/** The contract's decimals have twelve digits before the point. */
const QTY_MAX = '999999999999';
const NEGATIVE = /^-\d+(\.\d*)?$/;

export interface CheckLevel {
  /** Also report missing values, not only wrong ones. */
  whole: boolean;
  /** Also check what only submitting requires. */
  submit: boolean;
}

/** Errors of a line by cell; an empty record if valid. */
export function checkLine(typed: EditorLine, type: RequestType, units: Units, { whole, submit }: CheckLevel): CellErrors {
  const errors: CellErrors = {};
  const line = parseLine(typed);
  if (!line.product) errors.product = t('tx.line.noProduct');
  else if (!hasUnit(line.product, line.unit)) errors.unit = t('rule.unit');
  if (type === 'MOVE' && line.stock === null && whole) errors.stock = t('tx.line.needed');
  checkQty(line, units, whole, errors);
  if (type !== 'INBOUND') return errors;
  if (line.unitPrice !== '' && !isDecimal(line.unitPrice))
    errors.unitPrice = NEGATIVE.test(line.unitPrice.trim()) ? t('rule.min', { min: '0' }) : t('tx.line.number');
  checkDays(line, submit, errors);
  if (line.product && !line.product.trackBatch)
    for (const cell of BATCH_CELLS) if (line[cell].trim() !== '') errors[cell] = t('rule.notByBatch');
  if (submit && line.product?.trackBatch && line.batchNo.trim() === '') errors.batchNo = t('tx.line.batchNeeded');
  return errors;
}

function checkQty(line: EditorLine, units: Units, whole: boolean, errors: CellErrors): void {
  const qty = line.qty.trim();
  const { product } = line;
  if (qty === '') {
    if (whole) errors.qty = t('tx.line.needed');
  } else if (NEGATIVE.test(qty)) errors.qty = t('rule.positive');
  else if (/^\d{13,}(\.\d*)?$/.test(qty)) errors.qty = t('tx.line.most', { max: grouped(QTY_MAX) });
  else if (/^\d{1,12}\.\d{7,}$/.test(qty)) errors.qty = t('rule.decimal');
  else if (!isDecimal(qty)) {
    // Without a product its units are unknown: report only the missing product.
    const isAmount = readNumber(qty) !== null;
    if (product || !isAmount) errors.qty = t(isAmount ? 'rule.unit' : 'tx.line.number');
  } else if (!isPositive(qty)) errors.qty = t('rule.positive');
  else if (product && hasUnit(product, line.unit)) {
    const fault = countFault(qty, line.unit, product, units);
    if (fault !== null) errors.qty = fault;
  }
}

function checkDays(line: EditorLine, submit: boolean, errors: CellErrors): void {
  const days = { madeOn: line.madeOn, expiresOn: line.expiresOn };
  for (const cell of ['madeOn', 'expiresOn'] as const) {
    if (days[cell] !== '' && !isDay(days[cell])) errors[cell] = t('rule.day');
  }
  const { madeOn, expiresOn } = days;
  if (isDay(madeOn) && isDay(expiresOn) && expiresOn < madeOn) errors.expiresOn = say('error.BATCH_DATES');
  const derived = isDay(madeOn) && line.product?.defaultShelfLifeDays !== null;
  if (submit && needsExpiry(line.product) && expiresOn === '' && !derived) errors.expiresOn = t('tx.line.expiryNeeded');
}
