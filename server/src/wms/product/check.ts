// Rules of a product that no single field can show. Pure: the form's save and the import ask the same.
import { AppError } from '@kuwei/contract/error';
import { hazardStatement, isCas, isGtin, isUnNumber } from '@kuwei/contract/wms/hazard';
import type { ProductForm } from '@kuwei/contract/wms/product';

/** The first thing wrong with a product as entered; null when nothing is. */
export function faultOf(form: ProductForm): AppError | null {
  if (form.cas !== null && !isCas(form.cas)) return new AppError('CAS_INVALID', { params: { cas: form.cas }, field: 'cas' });
  const unknown = form.hCodes.findIndex((code) => !hazardStatement(code));
  if (unknown >= 0) {
    return new AppError('HAZARD_CODE_UNKNOWN', { params: { code: form.hCodes[unknown]! }, field: 'hCodes' });
  }
  if (form.unNo !== null && !isUnNumber(form.unNo)) {
    return new AppError('HAZARD_CODE_UNKNOWN', { params: { code: `UN ${form.unNo}` }, field: 'unNo' });
  }
  const seen = new Set([form.baseUnit]);
  for (const [at, { unit, gtin }] of form.units.entries()) {
    if (seen.has(unit)) return new AppError('UNIT_FACTOR', { params: { unit }, field: `units.${at}.unit` });
    seen.add(unit);
    if (gtin !== null && !isGtin(gtin)) return new AppError('GTIN_INVALID', { params: { gtin }, field: `units.${at}.gtin` });
  }
  return null;
}

/** Whether anything marks a product as hazardous; then it needs a storage group and a safety data sheet to be active. */
export const isHazardous = (product: {
  hCodes: readonly string[];
  unNo: string | null;
  controlFlags: readonly string[];
}): boolean => product.hCodes.length > 0 || product.unNo !== null || product.controlFlags.length > 0;
