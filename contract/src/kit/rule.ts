// Validation rules, applied by the form while typing and again by the server. A rule checks one value and returns undefined or a
// refusal.
import * as z from 'zod/mini';
import type { PhraseParams } from './phrase-params.ts';
import type { PhraseKey } from './phrase.ts';

export interface Refusal {
  key: PhraseKey;
  params?: PhraseParams;
}
export type Rule = (value: unknown) => Refusal | undefined;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const required =
  (key: PhraseKey = 'rule.required'): Rule =>
  (value) =>
    isEmpty(value) ? { key } : undefined;

const pattern =
  (expression: RegExp, key: PhraseKey): Rule =>
  (value) =>
    isEmpty(value) || expression.test(String(value)) ? undefined : { key };

export const email: Rule = pattern(/^[\w.+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,8}$/, 'rule.email');
export const phone: Rule = pattern(/^\+?\d{10,15}$/, 'rule.phone');

const NUMBER = /^-?\d+(\.\d+)?$/;
export const number: Rule = pattern(NUMBER, 'rule.number');

/** Both bounds inclusive. */
export const length =
  (min: number, max: number): Rule =>
  (value): Refusal | undefined => {
    if (isEmpty(value)) return undefined;
    const count = Array.isArray(value) ? value.length : String(value).length;
    if (count >= min && count <= max) return undefined;
    if (min === max) return { key: 'rule.lengthExact', params: { n: min } };
    return { key: 'rule.length', params: { min, max } };
  };

/** A maximum length in characters. */
export const atMost =
  (max: number): Rule =>
  (value) =>
    isEmpty(value) || String(value).length <= max ? undefined : { key: 'rule.atMost', params: { max } };

/** A phone number with spaces, brackets and hyphens. */
export const phoneAsWritten: Rule = (value) =>
  isEmpty(value) || /^\+?\d{7,15}$/.test(String(value).replace(/[\s()-]/g, '')) ? undefined : { key: 'rule.phoneAsWritten' };

/** Both bounds inclusive; non-numbers are left to the number rule. */
export const numberRange =
  (min: number, max: number): Rule =>
  (value) => {
    if (isEmpty(value) || !NUMBER.test(String(value))) return undefined;
    return Number(value) >= min && Number(value) <= max ? undefined : { key: 'rule.range', params: { min, max } };
  };

/** A user name. */
export const username: Rule = pattern(/^[\w.@-]{1,64}$/, 'rule.usernameOf');

/** Upper-case letters, digits, `-`, `_`, `.`; for record codes. */
export const code: Rule = pattern(/^[A-Z0-9][A-Z0-9._-]*$/, 'rule.code');

/** Letters, digits and `_`; for property codes. */
export const propCode: Rule = pattern(/^\w+$/, 'rule.propCode');
export const roleCode: Rule = pattern(/^ROLE_[A-Z0-9_]+$/, 'rule.roleCode');
export const powerCode: Rule = pattern(/^POWER_[A-Z0-9_]+$/, 'rule.powerCode');

export const DEGREE_PLACES = 2;
export const PERCENT_PLACES = 4;
/** Degrees Celsius, to two decimals. */
export const degrees: Rule = pattern(/^-?\d{1,4}(\.\d{1,2})?$/, 'rule.number');
/** From 0 to 100, to four decimals. */
export const percent: Rule = pattern(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'rule.percent');

/** Has the form of a day that does not exist. */
function isInvalidDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})(?:\D|$)/.exec(text) ?? [];
  if (day === undefined) return false;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > last;
}

/** Starts with a year that today's calendar may mean. */
export const year: Rule = pattern(/^(19|2\d)\d\d-/, 'rule.dayRange');

/**
 * A non-negative decimal text, at most 12 digits before and 6 after the point. Quantities are texts to avoid binary fractions.
 */
export const decimal: Rule = pattern(/^\d{1,12}(\.\d{1,6})?$/, 'rule.decimal');
/** Decimals of a price that is typed; computed ones, such as a price per base unit, keep more. */
export const PRICE_PLACES = 4;
export const price: Rule = pattern(/^\d{1,12}(\.\d{1,4})?$/, 'rule.price');
export const positive: Rule = (value) => {
  const refusal = decimal(String(value).replace(/^[-−]/, ''));
  if (refusal || isEmpty(value)) return refusal && decimal(value);
  if (decimal(value)) return { key: 'rule.positive' };
  return /[1-9]/.test(String(value)) ? undefined : { key: 'rule.positive' };
};

/** Rules as a schema check; the refusal is carried in the issue. */
export const must = <T>(...rules: Rule[]): z.core.$ZodCheck<T> =>
  z.superRefine<T>((value, context) => {
    for (const rule of rules) {
      const refusal = rule(value);
      if (!refusal) continue;
      context.issues.push({ code: 'custom', input: value, params: { refusal } });
      return;
    }
  });

/** Structural errors: the wrong kind of data, as opposed to a value out of bounds. */
const SHAPE = new Set(['unrecognized_keys', 'invalid_union', 'invalid_key', 'invalid_element', 'not_multiple_of']);

/** Unknown fields may be many and long. */
const UNKNOWN_NAMED = 5;

export interface Fault extends Refusal {
  /** Dotted path of the field, empty for the whole body. */
  path: string;
  /** Wrong type or unknown name, which no form could have sent. */
  shape: boolean;
}

/**
 * Errors of a failed parse in the words of the form rules, one per field. Parse with `reportInput`.
 * @param max errors to return
 */
export function faultsOf(error: z.core.$ZodError, max = Infinity): Fault[] {
  const faults = new Map<string, Fault>();
  for (const issue of error.issues) {
    if (faults.size >= max) break;
    const fault = faultOf(issue);
    if (!faults.has(fault.path)) faults.set(fault.path, fault);
  }
  return [...faults.values()];
}

/** Numeric inputs are integers; decimals are sent as text. */
const isNotInteger = ({ expected, input }: z.core.$ZodIssueInvalidType): boolean =>
  (expected === 'int' || expected === 'number') && (typeof input === 'number' || typeof input === 'string');

function faultOf(issue: z.core.$ZodIssue): Fault {
  const path = issue.path.map(String).join('.');
  const value = { path, shape: false };
  switch (issue.code) {
    case 'custom':
      return { ...value, ...(issue.params?.['refusal'] as Refusal) };
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return { ...value, key: 'rule.required' };
      return { path, shape: true, key: isNotInteger(issue) ? 'rule.whole' : 'rule.type' };
    case 'unrecognized_keys':
      return {
        path: [...issue.path, issue.keys[0]].map(String).join('.'),
        shape: true,
        key: 'rule.unknownField',
        params: { name: issue.keys.slice(0, UNKNOWN_NAMED) },
      };
    case 'too_small':
      if (issue.origin === 'array' && issue.minimum === 1) return { ...value, key: 'rule.required' };
      return { ...value, key: 'rule.min', params: { min: String(issue.minimum) } };
    case 'too_big':
      if (issue.origin === 'array') return { ...value, key: 'rule.listMax', params: { max: Number(issue.maximum) } };
      return { ...value, key: 'rule.max', params: { max: String(issue.maximum) } };
    case 'invalid_value':
      if (issue.input === undefined || issue.input === null) return { ...value, key: 'rule.required' };
      if (typeof issue.input === 'object' && issue.input !== null) return { path, shape: true, key: 'rule.type' };
      return { ...value, key: 'rule.choice', params: { values: issue.values.map(String) } };
    case 'invalid_format':
      if (!issue.format.startsWith('date')) return { ...value, key: 'rule.format' };
      return { ...value, key: isInvalidDay(String(issue.input)) ? 'rule.noSuchDay' : 'rule.day' };
    default:
      return { path, shape: SHAPE.has(issue.code), key: 'rule.type' };
  }
}
