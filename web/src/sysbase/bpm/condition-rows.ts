// A condition as form fields: groups of comparisons, nested at most twice, joined by and/or. Anything else is edited as an expression.
import { conditionText, parseCondition, type Condition, type Operator, type Variables } from '@kuwei/contract/bpm/condition';

export type Comparison =
  | { kind: 'is'; name: string; yes: boolean }
  | { kind: 'has'; name: string; text: string; yes: boolean }
  /** `typed`: an input that is no number. */
  | { kind: 'compare'; name: string; operator: Operator; number: number | null; other: string | null; typed?: string };
export interface Rows {
  join: 'and' | 'or';
  rows: (Comparison | Rows)[];
}

const OTHER: Readonly<Record<Operator, Operator>> = { '>': '<=', '<=': '>', '<': '>=', '>=': '<', '=': '!=', '!=': '=' };
const MIRRORED: Readonly<Record<Operator, Operator>> = { '>': '<', '<': '>', '>=': '<=', '<=': '>=', '=': '=', '!=': '!=' };

export const isRows = (row: Comparison | Rows): row is Rows => 'rows' in row;

/** What a number field accepts: the grammar has neither signs nor exponents. */
export const parseAmount = (text: string): number | null => (/^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : null);

/** What is missing in a comparison; null if it is complete. */
export function missingIn(row: Comparison): 'fact' | 'code' | 'number' | 'wrong' | null {
  if (row.name === '') return 'fact';
  if (row.kind === 'has' && row.text === '') return 'code';
  if (row.kind !== 'compare' || row.number !== null || row.other !== null) return null;
  return (row.typed ?? '') === '' ? 'number' : 'wrong';
}

/** Null if fields cannot express it. */
export function rowsOf(text: string, variables: Variables): Rows | null {
  if (text.trim() === '') return { join: 'and', rows: [] };
  try {
    const made = toRows(parseCondition(text, variables, true), false);
    if (made === null) return null;
    const whole = isRows(made) ? made : { join: 'and' as const, rows: [made] };
    return depthOf(whole) > 2 ? null : whole;
  } catch {
    return null;
  }
}

const depthOf = (row: Comparison | Rows): number => (isRows(row) ? 1 + Math.max(0, ...row.rows.map(depthOf)) : 0);

/** @param no negates the condition */
function toRows(condition: Condition, no: boolean): Comparison | Rows | null {
  switch (condition.kind) {
    case 'not':
      return toRows(condition.part, !no);
    case 'is':
      return { kind: 'is', name: condition.name, yes: !no };
    case 'has':
      return { kind: 'has', name: condition.name, text: condition.text, yes: !no };
    case 'compare': {
      const { left, right } = condition;
      if (left.kind === 'number' && right.kind === 'number') return null;
      const [name, other, sign] =
        left.kind === 'name'
          ? [left.name, right, condition.operator]
          : [(right as { name: string }).name, left, MIRRORED[condition.operator]];
      const operator = no ? OTHER[sign] : sign;
      return {
        kind: 'compare',
        name,
        operator,
        number: other.kind === 'number' && !Number.isNaN(other.number) ? other.number : null,
        other: other.kind === 'name' ? other.name : null,
      };
    }
    default: {
      const join = (condition.kind === 'and') !== no ? 'and' : 'or';
      const rows: (Comparison | Rows)[] = [];
      for (const part of condition.parts) {
        const row = toRows(part, no);
        if (row === null) return null;
        // Groups with the same operator are merged.
        if (isRows(row) && row.join === join) rows.push(...row.rows);
        else rows.push(row);
      }
      return { join, rows };
    }
  }
}

/** Null for a group without rows. */
function conditionOf(row: Comparison | Rows): Condition | null {
  if (isRows(row)) {
    const parts = row.rows.flatMap((each) => conditionOf(each) ?? []);
    return parts.length > 1 ? { kind: row.join, parts } : (parts[0] ?? null);
  }
  const unless = (yes: boolean, part: Condition): Condition => (yes ? part : { kind: 'not', part });
  switch (row.kind) {
    case 'is':
      return unless(row.yes, { kind: 'is', name: row.name });
    case 'has':
      return unless(row.yes, { kind: 'has', name: row.name, text: row.text });
    default: {
      const right =
        row.other === null
          ? { kind: 'number' as const, number: row.number ?? Number.NaN }
          : { kind: 'name' as const, name: row.other };
      return { kind: 'compare', left: { kind: 'name', name: row.name }, operator: row.operator, right };
    }
  }
}

/** Rows that are not complete are written with a blank, which publication refuses; '' without rows. */
export function textOf(rows: Rows): string {
  const condition = conditionOf(rows);
  return condition === null ? '' : conditionText(condition);
}
