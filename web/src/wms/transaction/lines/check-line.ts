// What can be said about a line before the server is asked, in its words.
import { useMemo } from 'react';
import { say, t } from '../../../phrase/phrases.ts';
import { grouped } from '../../../ui/format.ts';
import { useVersion } from '../../../session/version.ts';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { readNumber } from '@kuwei/contract/read-value';
import {
  BATCH_CELLS,
  hasUnit,
  isDay,
  isDecimal,
  isPositive,
  needsExpiry,
  tooFine,
  understood,
  type CellErrors,
  type EditorLine,
} from './line.ts';

/** Most that a quantity can be; the contract's decimals have twelve digits before the point. */
const QTY_MAX = '999999999999';
const NEGATIVE = /^-\d+(\.\d*)?$/;

/** How finely each unit may be divided, by its code; the same map as long as the dictionary is the same. */
export function useDecimals(): ReadonlyMap<string, number> {
  const dic = useVersion((state) => state.dics.get('WMS_UNIT'));
  return useMemo(
    () =>
      new Map(
        dic?.fields.flatMap(({ code, props }) => {
          const decimals = props.find((prop) => prop.code === 'decimals')?.value;
          return decimals === undefined ? [] : [[code, Number(decimals)] as const];
        }),
      ),
    [dic],
  );
}

export interface CheckLevel {
  /** Whatever is missing for saving is refused as well, not only what is wrong. */
  whole: boolean;
  /** What only submitting needs. */
  submit: boolean;
}

/** Faults of a line by cell; the empty record where there are none. */
export function checkLine(
  typed: EditorLine,
  type: RequestType,
  decimals: ReadonlyMap<string, number>,
  { whole, submit }: CheckLevel,
): CellErrors {
  const errors: CellErrors = {};
  const line = understood(typed);
  if (!line.product) errors.product = t('tx.line.noProduct');
  else if (!hasUnit(line.product, line.unit)) errors.unit = t('rule.unit');
  if (type === 'MOVE' && line.stock === null && whole) errors.stock = t('tx.line.needed');
  checkQty(line, decimals, whole, errors);
  if (type !== 'INBOUND') return errors;
  if (line.unitPrice !== '' && !isDecimal(line.unitPrice))
    errors.unitPrice = NEGATIVE.test(line.unitPrice.trim()) ? t('rule.min', { min: '0' }) : t('tx.line.number');
  checkDays(line, submit, errors);
  if (line.product && !line.product.trackBatch)
    for (const cell of BATCH_CELLS) if (line[cell].trim() !== '') errors[cell] = t('rule.notByBatch');
  if (submit && line.product?.trackBatch && line.batchNo.trim() === '') errors.batchNo = t('tx.line.batchNeeded');
  return errors;
}

function checkQty(line: EditorLine, decimals: ReadonlyMap<string, number>, whole: boolean, errors: CellErrors): void {
  const allowed = decimals.get(line.unit) ?? 6;
  if (line.qty.trim() === '') {
    if (whole) errors.qty = t('tx.line.needed');
  } else if (NEGATIVE.test(line.qty.trim())) errors.qty = t('rule.positive');
  else if (/^\d{13,}(\.\d*)?$/.test(line.qty.trim())) errors.qty = t('tx.line.most', { max: grouped(QTY_MAX) });
  else if (/^\d{1,12}\.\d{7,}$/.test(line.qty.trim())) {
    errors.qty = allowed === 0 ? t('tx.line.wholeOnly') : t('tx.line.decimals', { decimals: allowed });
  } else if (!isDecimal(line.qty)) errors.qty = t(readNumber(line.qty) ? 'rule.unit' : 'tx.line.number');
  else if (!isPositive(line.qty)) errors.qty = t('rule.positive');
  else if (tooFine(line.qty, allowed)) {
    errors.qty = allowed === 0 ? t('tx.line.wholeOnly') : t('tx.line.decimals', { decimals: allowed });
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
