// Rules of a product that no single field can show. Pure: the form's save and the import ask the same.
import { AppError } from '@kuwei/contract/error';
import { hazardOf, hazardStatement, isCas, isGtin, isPrecaution, isUnNumber } from '@kuwei/contract/wms/hazard';
import type { ProductForm } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import type { DicUse } from '../../platform/dic/codes.ts';

/** Everything wrong with a product as entered. */
export function faultsIn(form: ProductForm): AppError[] {
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

/** What is not even written as one has no check digit that could be wrong: a spreadsheet makes days of 64-07-05. */
function wrongCas(cas: string, path: 'cas' | 'otherCas'): AppError {
  if (/^[1-9]\d{1,6}-\d\d-\d$/.test(cas)) return new AppError('CAS_INVALID', { params: { cas }, field: path });
  const isDay = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?!\d)/.test(cas);
  return new AppError('INVALID', { faults: [{ path, key: isDay ? 'rule.casDay' : 'rule.cas' }] });
}

const isAbove = (lower: string | null, upper: string | null): boolean =>
  lower !== null && upper !== null && Number(lower) > Number(upper);

/** Whether anything marks a product as hazardous; then it needs a storage group and a safety data sheet to be active. */
export const isHazardous = (product: Omit<Parameters<typeof hazardOf>[0], 'kind' | 'notHazardous'>): boolean =>
  hazardOf({ ...product, kind: '', notHazardous: false }) === 'HAZARDOUS';

/** Whether two keepers must handle the product `p`: it is highly toxic, or nobody has said that it is not. */
export const takesTwoKeepers = sql<boolean>`('TOXIC' = any(p.control_flags) or p.hazard = 'UNKNOWN')`;

/** Dictionaries that a product takes codes from. */
export const PRODUCT_DICS = ['WMS_UNIT', 'WMS_GRADE', 'WMS_CONDITION'] as const;

type Coded = Pick<ProductForm, 'baseUnit' | 'units' | 'grade' | 'conditionsRequired'>;

/** Its codes of dictionaries. @param before the stored product, whose codes may stay */
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
