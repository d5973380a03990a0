// Form rule helpers, asked by the form while a person types and by the server again.
// A rule looks at one value and says nothing or why it refuses it.
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

/** Both bounds are inside. */
export const length =
  (min: number, max: number): Rule =>
  (value): Refusal | undefined => {
    if (isEmpty(value)) return undefined;
    const count = Array.isArray(value) ? value.length : String(value).length;
    if (count >= min && count <= max) return undefined;
    if (min === max) return { key: 'rule.lengthExact', params: { n: min } };
    return { key: 'rule.length', params: { min, max } };
  };

/** A text of at most so many characters. */
export const atMost =
  (max: number): Rule =>
  (value) =>
    isEmpty(value) || String(value).length <= max ? undefined : { key: 'rule.atMost', params: { max } };

/** A phone number as people write it: with the spaces, brackets and hyphens of an office's number. */
export const phoneAsWritten: Rule = (value) =>
  isEmpty(value) || /^\+?\d{7,15}$/.test(String(value).replace(/[\s()-]/g, '')) ? undefined : { key: 'rule.phoneAsWritten' };

/** Both bounds are inside; what is not a number is left to the number rule. */
export const numberRange =
  (min: number, max: number): Rule =>
  (value) => {
    if (isEmpty(value) || !NUMBER.test(String(value))) return undefined;
    return Number(value) >= min && Number(value) <= max ? undefined : { key: 'rule.range', params: { min, max } };
  };

/** What somebody signs in with. */
export const username: Rule = pattern(/^[\w.@-]{1,64}$/, 'rule.usernameOf');

/** Upper-case letters, digits, `-`, `_`, `.`; what codes of records are made of. */
export const code: Rule = pattern(/^[A-Z0-9][A-Z0-9._-]*$/, 'rule.code');

/** Letters, digits and `_`: what properties are called. */
export const propCode: Rule = pattern(/^\w+$/, 'rule.propCode');
export const roleCode: Rule = pattern(/^ROLE_[A-Z0-9_]+$/, 'rule.roleCode');
export const powerCode: Rule = pattern(/^POWER_[A-Z0-9_]+$/, 'rule.powerCode');

export const DEGREE_PLACES = 2;
export const PERCENT_PLACES = 4;
/** Degrees Celsius, to two decimals. */
export const degrees: Rule = pattern(/^-?\d{1,4}(\.\d{1,2})?$/, 'rule.number');
/** From 0 to 100, to four decimals. */
export const percent: Rule = pattern(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'rule.percent');

/** Written as a day, which no month has. */
function isNoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})(?:\D|$)/.exec(text) ?? [];
  if (day === undefined) return false;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > last;
}

/** What begins with a year that a calendar of today may mean. */
export const year: Rule = pattern(/^(19|2\d)\d\d-/, 'rule.dayRange');

/**
 * A decimal text with at most 12 digits before and 6 after the point, zero or more.
 * Quantities travel as text so that no binary fraction touches them.
 */
export const decimal: Rule = pattern(/^\d{1,12}(\.\d{1,6})?$/, 'rule.decimal');
export const positive: Rule = (value) => {
  const refusal = decimal(String(value).replace(/^[-−]/, ''));
  if (refusal || isEmpty(value)) return refusal && decimal(value);
  if (decimal(value)) return { key: 'rule.positive' };
  return /[1-9]/.test(String(value)) ? undefined : { key: 'rule.positive' };
};

/** A rule as a check of a schema; the refusal travels in the issue. */
export const must = <T>(...rules: Rule[]): z.core.$ZodCheck<T> =>
  z.superRefine<T>((value, context) => {
    for (const rule of rules) {
      const refusal = rule(value);
      if (!refusal) continue;
      context.issues.push({ code: 'custom', input: value, params: { refusal } });
      return;
    }
  });

/** Shape faults: the caller sent another kind of thing, not a value out of bounds. */
const SHAPE = new Set(['unrecognized_keys', 'invalid_union', 'invalid_key', 'invalid_element', 'not_multiple_of']);

/** Fields that nobody knows may be many and long. */
const UNKNOWN_NAMED = 5;

export interface Fault extends Refusal {
  /** Dotted path of the field, empty for the whole. */
  path: string;
  /** True when the value has the wrong type or an unknown name, so that no form could have sent it. */
  shape: boolean;
}

/**
 * What a failed parse says, one fault for each field, in the words of the form rules. Parse with `reportInput`.
 * @param max faults to name
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

/** Numbers that are entered are whole ones: the others travel as texts. */
const isNoWhole = ({ expected, input }: z.core.$ZodIssueInvalidType): boolean =>
  (expected === 'int' || expected === 'number') && (typeof input === 'number' || typeof input === 'string');

function faultOf(issue: z.core.$ZodIssue): Fault {
  const path = issue.path.map(String).join('.');
  const value = { path, shape: false };
  switch (issue.code) {
    case 'custom':
      return { ...value, ...(issue.params?.['refusal'] as Refusal) };
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return { ...value, key: 'rule.required' };
      return { path, shape: true, key: isNoWhole(issue) ? 'rule.whole' : 'rule.type' };
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
      return { ...value, key: isNoDay(String(issue.input)) ? 'rule.noSuchDay' : 'rule.day' };
    default:
      return { path, shape: SHAPE.has(issue.code), key: 'rule.type' };
  }
}
