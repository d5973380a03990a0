// Hazard data: GHS hazard statements with pictograms and signal words, check digits of CAS and GS1 numbers. Source: UN GHS (Rev.
// 10), annex 3; facts, no texts. No zod here: lists and labels draw pictograms from it.

export type Pictogram = 'GHS01' | 'GHS02' | 'GHS03' | 'GHS04' | 'GHS05' | 'GHS06' | 'GHS07' | 'GHS08' | 'GHS09';
export type Signal = 'DANGER' | 'WARNING';

export const CONTROL_FLAGS = ['TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR'] as const;

export const STORAGE_GROUPS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'J', 'K', 'L', 'X'] as const;

/** UNKNOWN: a chemical without a hazard assessment. Every rule treats it as the strictest case. */
export const HAZARDS = ['HAZARDOUS', 'HARMLESS', 'UNKNOWN'] as const;
export type Hazard = (typeof HAZARDS)[number];

interface HazardFacts {
  kind: string;
  storageGroup: string | null;
  hCodes: readonly string[];
  unNo: string | null;
  controlFlags: readonly string[];
  /** Set by a user: assessed as not hazardous. */
  notHazardous: boolean;
}

const hasMarks = ({ hCodes, unNo, controlFlags }: HazardFacts): boolean =>
  hCodes.length > 0 || unNo !== null || controlFlags.length > 0;

/** Hazard level of a product; must match the column `hazard`. */
export function hazardOf(product: HazardFacts): Hazard {
  const { kind, storageGroup, notHazardous } = product;
  if (hasMarks(product) || (storageGroup !== null && storageGroup !== 'G')) return 'HAZARDOUS';
  return kind !== 'CHEMICAL' || storageGroup !== null || notHazardous ? 'HARMLESS' : 'UNKNOWN';
}

/** Storage group used for segregation, null if none applies; must match the column `separation_group`. */
export function separationGroupOf(product: HazardFacts): string | null {
  if (product.storageGroup !== null) return product.storageGroup;
  if (hasMarks(product)) return 'X';
  if (product.kind !== 'CHEMICAL') return null;
  return product.notHazardous ? 'G' : 'X';
}

const D = 'DANGER';
const W = 'WARNING';

/** H-codes that share pictogram and signal word. */
const groups: [codes: string, pictogram: Pictogram | null, signal: Signal | null][] = [
  ['H200 H201 H202 H203 H205 H209 H210 H240', 'GHS01', D],
  ['H204 H211', 'GHS01', W],
  ['H241', 'GHS01', D],
  ['H206 H207 H220 H222 H224 H225 H228 H232 H242 H250 H251 H260 H261', 'GHS02', D],
  ['H208 H223 H226 H252', 'GHS02', W],
  ['H221 H227 H229', null, W],
  ['H230 H231', null, null],
  ['H270 H271 H272', 'GHS03', D],
  ['H280 H281', 'GHS04', W],
  ['H282', 'GHS02', D],
  ['H283', 'GHS02', W],
  ['H284', 'GHS04', W],
  ['H290', 'GHS05', W],
  ['H300 H301 H310 H311 H330 H331', 'GHS06', D],
  ['H302 H312 H332 H315 H317 H319 H335 H336', 'GHS07', W],
  ['H303 H313 H333 H316 H320', null, W],
  ['H304 H334 H340 H350 H360 H370 H372', 'GHS08', D],
  ['H305 H341 H351 H361 H371 H373', 'GHS08', W],
  ['H314 H318', 'GHS05', D],
  ['H362', null, null],
  ['H400 H410', 'GHS09', W],
  ['H411', 'GHS09', null],
  ['H401 H402 H412 H413', null, null],
  ['H420', 'GHS07', W],
];

export interface HazardStatement {
  pictogram: Pictogram | null;
  signal: Signal | null;
}

export const hazardStatements: ReadonlyMap<string, HazardStatement> = new Map(
  groups.flatMap(([codes, pictogram, signal]) => codes.split(' ').map((code) => [code, { pictogram, signal }])),
);

/** EU supplemental statements; without pictogram. */
const EUH =
  'EUH001 EUH014 EUH018 EUH019 EUH029 EUH031 EUH032 EUH044 EUH066 EUH070 EUH071 EUH201 EUH202 EUH203 EUH204 EUH205 EUH206 EUH207 EUH208 EUH209 EUH210 EUH211 EUH212 EUH401';
const supplemental = new Set(EUH.split(' '));
const PRECAUTION = /^P[1-5]\d\d$/;

/** A code may carry sub-category letters (H360FD). A combined code (H301+H311) counts as its first part that signals danger. */
export function hazardStatement(code: string): HazardStatement | undefined {
  if (supplemental.has(code.slice(0, 6))) return { pictogram: null, signal: null };
  const parts = code.split('+').map((part) => hazardStatements.get(part.slice(0, 4)));
  return parts.includes(undefined) ? undefined : (parts.find((part) => part!.signal === 'DANGER') ?? parts[0]);
}

/** P210, or combined: P303+P361+P353. */
export const isPrecaution = (code: string): boolean => code.split('+').every((part) => PRECAUTION.test(part));

export const IARC_GROUPS = ['1', '2A', '2B', '3'] as const;

/** Pictograms of a set of statements, without those superseded by a more severe one (GHS, 1.4.10.5.3). */
export function pictogramsOf(codes: readonly string[]): Pictogram[] {
  const all = new Set(codes.flatMap((code) => hazardStatement(code)?.pictogram ?? []));
  const irritantOnly = codes.every((code) => !['H334', 'H317'].includes(code.slice(0, 4)));
  if (all.has('GHS06') || (all.has('GHS05') && irritantOnly)) all.delete('GHS07');
  return [...all].toSorted();
}

export function signalOf(codes: readonly string[]): Signal | null {
  const signals = codes.map((code) => hazardStatement(code)?.signal);
  return signals.includes(D) ? D : signals.includes(W) ? W : null;
}

/** CAS registry number: up to seven digits, two digits, and a weighted check digit. */
export function isCas(text: string): boolean {
  const parts = /^([1-9]\d{1,6})-(\d\d)-(\d)$/.exec(text);
  if (!parts) return false;
  const digits = [...(parts[1]! + parts[2]!)].toReversed();
  const sum = digits.reduce((total, digit, at) => total + Number(digit) * (at + 1), 0);
  return sum % 10 === Number(parts[3]);
}

/** GTIN-8, -12, -13 or -14, check digit by the GS1 General Specifications, 7.9. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const [check, ...rest] = [...text].toReversed().map(Number);
  const sum = rest.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** UN number of the Model Regulations: four digits, 0004 to 3550. */
export const isUnNumber = (text: string): boolean => /^\d{4}$/.test(text) && Number(text) >= 4 && Number(text) <= 3550;
