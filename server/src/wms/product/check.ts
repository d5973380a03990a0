// Cross-field rules of a product. Pure: shared by the form's save and the import.
import { AppError } from '@kuwei/contract/error';
import { hazardOf, hazardStatement, isCas, isGtin, isPrecaution, isUnNumber } from '@kuwei/contract/wms/hazard';
import type { ProductForm } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import type { DicUse } from '../../platform/dic/codes.ts';

/** All errors of a product as entered. */
export function findFormFaults(form: ProductForm): AppError[] {
  const faults: AppError[] = [];
  if (form.cas !== null && !isCas(form.cas)) faults.push(wrongCas(form.cas, 'cas'));
  const unknown = form.hCodes.filter((code) => !hazardStatement(code));
  if (unknown.length > 0) faults.push(new AppError('HAZARD_CODE_UNKNOWN', { params: { code: unknown }, field: 'hCodes' }));
  if (form.unNo !== null && !isUnNumber(form.unNo))
    faults.push(new AppError('HAZARD_CODE_UNKNOWN', { params: { code: `UN ${form.unNo}` }, field: 'unNo' }));
  const other = form.otherCas.find((cas) => !isCas(cas));
  if (other !== undefined) faults.push(wrongCas(other, 'otherCas'));
  const unknownP = form.pCodes.filter((code) => !isPrecaution(code));
  if (unknownP.length > 0) faults.push(new AppError('HAZARD_CODE_UNKNOWN', { params: { code: unknownP }, field: 'pCodes' }));
  if (isAbove(form.lowerExplosionPercent, form.upperExplosionPercent))
    faults.push(new AppError('INVALID', { faults: [{ path: 'upperExplosionPercent', key: 'rule.explosionOrder' }] }));
  if (form.notHazardous && hazardOf({ ...form, kind: 'OTHER' }) === 'HAZARDOUS')
    faults.push(new AppError('INVALID', { faults: [{ path: 'notHazardous', key: 'rule.hazardContradicts' }] }));
  if (form.gtin !== null && !isGtin(form.gtin))
    faults.push(new AppError('GTIN_INVALID', { params: { gtin: form.gtin }, field: 'gtin' }));
  const seen = new Set([form.baseUnit]);
  for (const [at, { unit, gtin }] of form.units.entries()) {
    if (seen.has(unit)) faults.push(new AppError('UNIT_FACTOR', { params: { unit }, field: `units.${at}.unit` }));
    seen.add(unit);
    if (gtin !== null && !isGtin(gtin))
      faults.push(new AppError('GTIN_INVALID', { params: { gtin }, field: `units.${at}.gtin` }));
  }
  return faults;
}

/** Text without the shape of a CAS number has no check digit to report: spreadsheets turn 64-07-05 into a date. */
function wrongCas(cas: string, path: 'cas' | 'otherCas'): AppError {
  if (/^[1-9]\d{1,6}-\d\d-\d$/.test(cas)) return new AppError('CAS_INVALID', { params: { cas }, field: path });
  const isDay = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?!\d)/.test(cas);
  return new AppError('INVALID', { faults: [{ path, key: isDay ? 'rule.casDay' : 'rule.cas' }] });
}

const isAbove = (lower: string | null, upper: string | null): boolean =>
  lower !== null && upper !== null && Number(lower) > Number(upper);

/** Whether any fact marks a product as hazardous; to be active it then needs a storage group and a safety data sheet. */
export const isHazardous = (product: Omit<Parameters<typeof hazardOf>[0], 'kind' | 'notHazardous'>): boolean =>
  hazardOf({ ...product, kind: '', notHazardous: false }) === 'HAZARDOUS';

/** Whether product `p` needs two storekeepers: it is highly toxic or unassessed. */
export const needsTwoKeepers = sql<boolean>`('TOXIC' = any(p.control_flags) or p.hazard = 'UNKNOWN')`;

/** Dictionaries of product codes. */
export const PRODUCT_DICS = ['WMS_UNIT', 'WMS_GRADE', 'WMS_CONDITION'] as const;

type Coded = Pick<ProductForm, 'baseUnit' | 'units' | 'grade' | 'conditionsRequired'>;

/** Dictionary codes of a product. @param before the stored product, whose codes may stay */
export function dicUses(form: Coded, before: Coded | undefined): DicUse[] {
  const units = before ? [before.baseUnit, ...before.units.map(({ unit }) => unit)] : [];
  const gradeOf = (product: Coded | undefined): string[] => (product?.grade ? [product.grade] : []);
  return [
    { path: 'baseUnit', dic: 'WMS_UNIT', codes: [form.baseUnit], kept: units },
    ...form.units.map(({ unit }, at) => ({ path: `units.${at}.unit`, dic: 'WMS_UNIT', codes: [unit], kept: units })),
    { path: 'grade', dic: 'WMS_GRADE', codes: gradeOf(form), kept: gradeOf(before) },
    {
      path: 'conditionsRequired',
      dic: 'WMS_CONDITION',
      codes: form.conditionsRequired,
      kept: before?.conditionsRequired ?? [],
    },
  ];
}
